"""Equipment failures and interruptions. The dice decide the round, from their single source."""

from typing import Annotated

import msgspec

from taisai.rules.personal import TypedText
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act, Does, Moment, Trouble
from taisai.table.game import Game
from taisai.table.gates import By, ByHand, If, Of, Remedy, Since, Time, When, Who
from taisai.table.handlers import applies, decides
from taisai.table.moments import moment_of
from taisai.table.order import Order
from taisai.table.parts import ITEMS_MOST, Command, Event, Money, Numbers, Text, Word
from taisai.table.remedies import STOPPING, provided
from taisai.table.sentences import of_clause
from taisai.table.state import Table
from taisai.table.trades.keys import keyed
from taisai.table.trades.void import voided


class ReportTrouble(Command, frozen=True, tag="report-trouble"):
    """An equipment failure: a malfunction, or wrong lights. `lit` are the spots that were actually lit; `dice` is what
    the dice show, recorded separately from the entry."""

    trouble: Trouble
    note: Text = ""
    lit: Annotated[tuple[Word, ...], msgspec.Meta(max_length=ITEMS_MOST)] = ()
    dice: Numbers = ()

    @property
    def trouble_named(self) -> Trouble:
        return self.trouble


@decides(Remedy(Trouble.MALFUNCTION, Of.TABLE), If("dice", ByHand()), If("dice", When(Time.UNCOVERED)))
def report_trouble(game: Game, table: Table, order: Order, command: ReportTrouble) -> list[Event]:
    """Record a trouble. Wrong lights or a wrong display never change what is paid: the dice decide."""
    found = provided(game, table, order, command.trouble, table.round)
    for spot in command.lit:
        game.paytable[spot]
    dice = str(keyed(command.dice)) if command.dice else ""
    stops = found.irregularity.effect in STOPPING
    return [TroubleReported(command.trouble, found.clause, stops, command.note, command.lit, dice)]


class StopTable(Command, frozen=True, tag="stop-table"):
    """Only for the house: a round failed its checks."""

    why: Text


@decides(By(Who.HOUSE))
def stop_table(game: Game, table: Table, order: Order, command: StopTable) -> list[Event]:
    """Stop the table, whatever the rulebook says: no round may follow one that failed its checks."""
    clause = game.book.clause_on(Trouble.MALFUNCTION)
    return [TroubleReported(Trouble.MALFUNCTION, clause, stops=True, note=command.why)]


class ClearTrouble(Command, frozen=True, tag="clear-trouble"):
    procedure: Text


@decides(By(Act.CLEAR_MALFUNCTION), When(Time.STOPPED))
def clear_trouble(game: Game, table: Table, order: Order, command: ClearTrouble) -> list[Event]:
    if not command.procedure.strip():
        words = "enter what was repaired, or which safe procedure lets play continue"
        raise Refused(Refusal.TROUBLE_UNKNOWN, words, command.procedure)
    return [TroubleCleared(command.procedure)]


class Resume(Command, frozen=True, tag="resume"):
    """Continue after an interruption. `disturbed`: the covered dice have moved. A `roll` is always refused: rolls come
    from the entry terminal or the commitment."""

    roll: Word = ""
    disturbed: bool = False


@decides(
    By(Who.STAFF),
    If("roll", ByHand()),
    Remedy(Trouble.INTERRUPTION, Of.CURRENT),
    If("disturbed", ByHand(Since.CLOSING)),
)
def resume(game: Game, table: Table, order: Order, command: Resume) -> list[Event]:
    """Continue after an interruption.

    The round counts if the dice were seen, or lie covered as they fell. Before a valid tumble there is no throw."""
    if command.roll:
        words = f"{command.roll} must be entered at the entry terminal, key by key, after the dice are uncovered"
        raise Refused(Refusal.ROLL_NOT_KEYED, words, command.roll)
    current = table.playing
    found = provided(game, table, order, Trouble.INTERRUPTION, current.number)
    note = "the dice were disturbed" if command.disturbed else ""
    record = TroubleReported(Trouble.INTERRUPTION, found.clause, stops=False, note=note)
    if _ends_void(game, table, order, command, found.outcome.does):
        return [record, voided(game, table, current.number, Trouble.INTERRUPTION, announced=True)]
    return [record]


def _ends_void(game: Game, table: Table, order: Order, command: Resume, does: Does) -> bool:
    if table.electronic:
        # the commitment decides a round whose wagers were closed, unless the tumbler itself cannot read it
        return command.disturbed or moment_of(game, table, order.round) is Moment.BEFORE_CLOSING
    if command.disturbed and does is Does.CONCLUDE:
        raise Refused(
            Refusal.CAUSE_NOT_COVERED,
            "dice that were seen decide the round, whatever happened to them afterwards",
            order.round,
        )
    return does is Does.VOID or (does is Does.CONCLUDE_OR_VOID and command.disturbed)


class TroubleReported(Event, frozen=True, tag="trouble-reported"):
    """`lit` is what was actually lit; `dice` is what they show, recorded separately from the entry."""

    noted = "malfunction-reported"
    trouble: Trouble
    clause: str
    stops: bool
    note: TypedText
    lit: tuple[str, ...] = ()
    dice: str = ""

    def sentence(self, money: Money) -> str:
        told = f"{self.trouble} is reported{of_clause(self.clause)}{': ' + self.note if self.note else ''}"
        told += f"; lit spots: {', '.join(self.lit)}" if self.lit else ""
        told += f"; the dice show {self.dice}" if self.dice else ""
        return told + ("; the table stops" if self.stops else "")


@applies
def trouble_reported(table: Table, event: TroubleReported) -> None:
    if table.current and (event.lit or event.dice):
        table.current.lit, table.current.dice = event.lit or table.current.lit, event.dice or table.current.dice
    if event.stops and event.trouble.value not in table.trouble:
        table.trouble = ", ".join(filter(None, (table.trouble, event.trouble.value)))


class TroubleCleared(Event, frozen=True, tag="trouble-cleared"):
    noted = "malfunction-cleared"
    procedure: TypedText

    def sentence(self, money: Money) -> str:
        return f"the table may continue: {self.procedure}"


@applies
def trouble_cleared(table: Table, _: TroubleCleared) -> None:
    table.trouble = ""
