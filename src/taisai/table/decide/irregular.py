"""Decide about equipment failures and interruptions. The dice decide the round, from their single source."""

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act, Does, Moment, Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.keys import keyed
from taisai.table.decide.remedy import provided
from taisai.table.decide.void import voided
from taisai.table.game import Game
from taisai.table.moments import moment_of
from taisai.table.order import Order
from taisai.table.remedies import STOPPING
from taisai.table.state import Entered, Revealed, Settling, Table


def report_trouble(game: Game, table: Table, order: Order, command: c.ReportTrouble) -> list[e.Event]:
    """Record a trouble. Wrong lights or a wrong display never change what is paid: the dice decide."""
    found = provided(game, table, order, command.trouble, table.round)
    for spot in command.lit:
        game.paytable[spot]
    dice = _dice(table, order, command) if command.dice else ""
    stops = found.irregularity.effect in STOPPING
    return [e.TroubleReported(command.trouble, found.clause, stops, command.note, command.lit, dice)]


def _dice(table: Table, order: Order, command: c.ReportTrouble) -> str:
    """Return what the dice show, recorded separately from the entry. A round is not settled by an entry that
    differs."""
    allow.no_committed_roll(table, order, str(list(command.dice)))
    if not isinstance(table.phase, Revealed | Entered | Settling):
        words = "the dice can only be read after they are uncovered and before the round is settled"
        raise Refused(Refusal.STEP_OUT_OF_ORDER, words, str(list(command.dice)))
    return str(keyed(command.dice))


def clear_trouble(game: Game, table: Table, order: Order, command: c.ClearTrouble) -> list[e.Event]:
    allow.act(game, order, Act.CLEAR_MALFUNCTION)
    if not table.trouble or not command.procedure.strip():
        words = (
            "there is no malfunction to clear"
            if not table.trouble
            else "enter what was repaired, or which safe procedure lets play continue"
        )
        raise Refused(Refusal.TROUBLE_UNKNOWN, words, command.procedure)
    return [e.TroubleCleared(command.procedure)]


def resume(game: Game, table: Table, order: Order, command: c.Resume) -> list[e.Event]:
    """Continue after an interruption.

    The round counts if the dice were seen, or lie covered as they fell. Before a valid tumble there is no throw."""
    allow.staff(order)
    if command.roll:
        allow.no_committed_roll(table, order, command.roll)
        words = f"{command.roll} must be entered at the entry terminal, key by key, after the dice are uncovered"
        raise Refused(Refusal.ROLL_NOT_KEYED, words, command.roll)
    current = allow.current_round(table, order)
    found = provided(game, table, order, Trouble.INTERRUPTION, current.number)
    note = "the dice were disturbed" if command.disturbed else ""
    record = e.TroubleReported(Trouble.INTERRUPTION, found.clause, stops=False, note=note)
    if _ends_void(game, table, order, command, found.outcome.does):
        return [record, voided(game, table, current.number, Trouble.INTERRUPTION, announced=True)]
    return [record]


def _ends_void(game: Game, table: Table, order: Order, command: c.Resume, does: Does) -> bool:
    if table.electronic:
        return _commitment_is_lost(game, table, order, command)
    if command.disturbed and does is Does.CONCLUDE:
        raise Refused(
            Refusal.CAUSE_NOT_COVERED,
            "dice that were seen decide the round, whatever happened to them afterwards",
            order.round,
        )
    return does is Does.VOID or (does is Does.CONCLUDE_OR_VOID and command.disturbed)


def _commitment_is_lost(game: Game, table: Table, order: Order, command: c.Resume) -> bool:
    """Return whether the committed throw is lost.

    It decides a round whose wagers were closed, unless the tumbler itself cannot read it."""
    if moment_of(game, table, order.round) is Moment.BEFORE_CLOSING:
        return True
    if command.disturbed and order.by.role is not Role.AUTOMATION:
        allow.no_committed_roll(table, order, order.round)
    return command.disturbed
