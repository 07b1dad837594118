"""Misplaced wagers: moved after closing, put back, or touching a line."""

from taisai.rules.personal import Name, TypedText
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Effect, Trouble
from taisai.table import allow
from taisai.table.accounts import LAYOUT, Account, Transfer, Transfers, seat_account
from taisai.table.game import Game
from taisai.table.gates import By, Of, Remedy, TwoIfCalled, Who
from taisai.table.handlers import applies, decides, moves_chips
from taisai.table.moving import Moving
from taisai.table.order import Order
from taisai.table.parts import Command, Event, Money, Number, Text, Word
from taisai.table.piles import lying
from taisai.table.remedies import Provided, provided
from taisai.table.sentences import of_clause, with_second
from taisai.table.stacks import check_makeable, check_payable, check_whole
from taisai.table.state import Round, Table
from taisai.table.trades.betting import WagerMoved, shift


class RecordMoved(Command, frozen=True, tag="record-moved"):
    """A wager that moved after wagers closed; `cause` is what moved it."""

    seat: Number
    spot: Word
    to: Word
    stake: Number
    cause: Text


@decides(By(Who.STAFF), Remedy(Trouble.WAGER_MOVED, Of.CURRENT), TwoIfCalled(unfixed=True))
def record_moved(game: Game, table: Table, order: Order, command: RecordMoved) -> list[Event]:
    """Record a moved wager. Its new place counts until the step that fixes wagers; after that, its old place counts."""
    current = table.playing
    found = provided(game, table, order, Trouble.WAGER_MOVED, current.number)
    if not command.cause.strip():
        raise Refused(Refusal.REASON_MISSING, "enter what moved the wager", command.spot)
    _check_lies(game, table, current, command)
    target = game.paytable[command.to]
    play = game.book.play
    assert play is not None
    counts = allow.is_unfixed(game, table)
    if counts:
        check_whole(game, target, command.stake)
        check_payable(game, table, table.seats[command.seat], target, command.stake)
    moved = (current.number, command.seat, command.spot, command.to, command.stake, command.cause)
    second = allow.reasoned(current, order, command.seat, command.spot, command.cause)[1] if counts else ""
    return [WagerShifted(*moved, counts, play.wagers_fixed_clause or found.clause, second)]


class MoveWagerBack(Command, frozen=True, tag="move-wager-back"):
    seat: Number
    spot: Word
    to: Word
    stake: Number
    cause: Text
    reason: Text = ""


MOVED_BY_DEALER = "moved-by-dealer"


@decides(By(Who.STAFF), Remedy(Trouble.WAGER_MOVED, Of.CURRENT), TwoIfCalled())
def move_wager_back(game: Game, table: Table, order: Order, command: MoveWagerBack) -> list[Event]:
    """Put a wager back, at the operator's discretion, for the causes that the rulebook lists."""
    current = table.playing
    found = provided(game, table, order, Trouble.WAGER_MOVED, current.number)
    causes = found.irregularity.causes
    called = (command.seat, command.spot) in current.called
    if command.cause not in causes or (called and command.cause == MOVED_BY_DEALER):
        words = (
            f"{command.cause!r} is no cause to move a wager{allow.cite(game, found.clause)}; use {' or '.join(causes)}"
        )
        words += ", but not moved-by-dealer for a wager that staff placed" if called else ""
        raise Refused(Refusal.CAUSE_NOT_COVERED, words, command.cause)
    _check_lies(game, table, current, command)
    check_whole(game, game.paytable[command.to], command.stake)
    check_payable(game, table, table.seats[command.seat], game.paytable[command.to], command.stake)
    moved = (current.number, command.seat, command.spot, command.to, command.stake, command.cause)
    reason, second = allow.reasoned(current, order, command.seat, command.spot, command.reason)
    return [WagerMoved(*moved, reason, second or _agreed(order, found))]


class JudgeLine(Command, frozen=True, tag="judge-line"):
    """A wager that touches the line of its spot: it counts there, or goes back."""

    seat: Number
    spot: Word
    stake: Number
    counts: bool
    reason: Text


@decides(By(Who.STAFF), Remedy(Trouble.LINE_TOUCHED, Of.CURRENT), TwoIfCalled())
def judge_line(game: Game, table: Table, order: Order, command: JudgeLine) -> list[Event]:
    """Judge a wager that touches a line. It counts only if the rulebook leaves that to the operator."""
    current = table.playing
    found = provided(game, table, order, Trouble.LINE_TOUCHED, current.number)
    if command.counts and found.irregularity.effect is not Effect.OPERATOR_DECIDES:
        words = f"a wager that touches a line goes back{allow.cite(game, found.clause)}; it cannot count"
        raise Refused(Refusal.CAUSE_NOT_COVERED, words, command.spot)
    if not command.reason.strip():
        raise Refused(Refusal.REASON_MISSING, "enter why it counts or does not count", command.spot)
    _check_lies(game, table, current, command)
    _, second = allow.reasoned(current, order, command.seat, command.spot, command.reason)
    second = second or _agreed(order, found)
    judged = (current.number, command.seat, command.spot, command.stake, command.counts, command.reason)
    return [LineJudged(*judged, second, found.clause)]


def _agreed(order: Order, found: Provided) -> str:
    return order.agreed if found.outcome.two else allow.agreed(order)


def _check_lies(game: Game, table: Table, current: Round, command: RecordMoved | MoveWagerBack | JudgeLine) -> None:
    """Check that the wager holds that much and that chips can make it."""
    seat, stake = command.seat, command.stake
    held = current.stake(seat, game.paytable[command.spot].id)
    if not 1 <= stake <= held:
        words = f"seat {seat} has {game.money(held)} on {command.spot!r}, not {game.money(stake)}"
        raise Refused(Refusal.WAGER_ABSENT, words, stake)
    if table.money == "chips":
        check_makeable(game, table, table.seats[seat], stake)
        check_makeable(game, table, table.seats[seat], held - stake)


class WagerShifted(Event, frozen=True, tag="wager-shifted"):
    """A wager found elsewhere after wagers closed. Its new place counts only if `counts`. `second` agreed if staff had
    placed it."""

    noted = "wager-shifted"
    round: int
    seat: int
    spot: str
    to: str
    stake: int
    cause: str
    counts: bool
    clause: str
    second: Name = ""

    def sentence(self, money: Money) -> str:
        return (
            f"seat {self.seat}'s {money(self.stake)} is now on {self.to}, not on {self.spot} ({self.cause}); "
            f"it counts on {self.to if self.counts else self.spot}{of_clause(self.clause)}{with_second(self.second)}"
        )


@applies
def wager_shifted(table: Table, event: WagerShifted) -> None:
    if event.counts:
        shift(table, event.seat, event.spot, event.to, event.stake)


@moves_chips
def _shifted_chips(moving: Moving, event: WagerShifted) -> None:
    if event.counts:
        moving.pay(lying(event.seat, event.spot), lying(event.seat, event.to), event.stake, event.seat)


class LineJudged(Event, frozen=True, tag="line-judged"):
    """A wager on the line: it counts on its spot, or its stake goes back."""

    noted = "line-judged"
    round: int
    seat: int
    spot: str
    stake: int
    counts: bool
    reason: TypedText
    second: Name
    clause: str

    def transfers(self, bank: Account) -> Transfers:
        return () if self.counts else (Transfer(LAYOUT, seat_account(self.seat), self.stake),)

    def sentence(self, money: Money) -> str:
        outcome = "counts" if self.counts else "is returned"
        told = (
            f"seat {self.seat}'s {money(self.stake)} touches the line of {self.spot}{of_clause(self.clause)} and "
            f"{outcome}"
        )
        return f"{told}{with_second(self.second)}: {self.reason}"


@applies
def line_judged(table: Table, event: LineJudged) -> None:
    if not event.counts:
        table.playing.place(event.seat, event.spot, -event.stake)
        table.seats[event.seat].credit += event.stake


@moves_chips
def _judged_chips(moving: Moving, event: LineJudged) -> None:
    if not event.counts:
        moving.put_back(event.seat, event.spot, event.stake)
