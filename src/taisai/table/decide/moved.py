"""Decide about misplaced wagers: moved after closing, put back, or touching a line."""

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Effect, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.called import by_two_if_called
from taisai.table.decide.remedy import Provided, provided
from taisai.table.game import Game
from taisai.table.order import Order
from taisai.table.stacks import check_makeable, check_payable, check_whole
from taisai.table.state import Round, Table

MOVED_BY_DEALER = "moved-by-dealer"


def record_moved(game: Game, table: Table, order: Order, command: c.RecordMoved) -> list[e.Event]:
    """Record a moved wager. Its new place counts until the step that fixes wagers; after that, its old place counts."""
    allow.staff(order)
    current = allow.current_round(table, order)
    found = provided(game, table, order, Trouble.WAGER_MOVED, current.number)
    if not command.cause.strip():
        raise Refused(Refusal.REASON_MISSING, "enter what moved the wager", command.spot)
    _check_lies(game, table, current, command)
    target = game.paytable[command.to]
    play = game.book.play
    assert play is not None
    counts = not game.has_happened(play.wagers_fixed_at, table.phase)
    if counts:
        check_whole(game, target, command.stake)
        check_payable(game, table, table.seats[command.seat], target, command.stake)
    moved = (current.number, command.seat, command.spot, command.to, command.stake, command.cause)
    second = by_two_if_called(current, order, command, command.cause)[1] if counts else ""
    return [e.WagerShifted(*moved, counts, play.wagers_fixed_clause or found.clause, second)]


def move_wager_back(game: Game, table: Table, order: Order, command: c.MoveWagerBack) -> list[e.Event]:
    """Put a wager back, at the operator's discretion, for the causes that the rulebook lists."""
    allow.staff(order)
    current = allow.current_round(table, order)
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
    reason, second = by_two_if_called(current, order, command, command.reason)
    return [e.WagerMoved(*moved, reason, second or _agreed(order, found))]


def judge_line(game: Game, table: Table, order: Order, command: c.JudgeLine) -> list[e.Event]:
    """Judge a wager that touches a line. It counts only if the rulebook leaves that to the operator."""
    allow.staff(order)
    current = allow.current_round(table, order)
    found = provided(game, table, order, Trouble.LINE_TOUCHED, current.number)
    if command.counts and found.irregularity.effect is not Effect.OPERATOR_DECIDES:
        words = f"a wager that touches a line goes back{allow.cite(game, found.clause)}; it cannot count"
        raise Refused(Refusal.CAUSE_NOT_COVERED, words, command.spot)
    if not command.reason.strip():
        raise Refused(Refusal.REASON_MISSING, "enter why it counts or does not count", command.spot)
    _check_lies(game, table, current, command)
    _, second = by_two_if_called(current, order, command, command.reason)
    second = second or _agreed(order, found)
    judged = (current.number, command.seat, command.spot, command.stake, command.counts, command.reason)
    return [e.LineJudged(*judged, second, found.clause)]


def _agreed(order: Order, found: Provided) -> str:
    return allow.two(order) if found.outcome.two else allow.agreed(order)


def _check_lies(
    game: Game, table: Table, current: Round, command: c.RecordMoved | c.MoveWagerBack | c.JudgeLine
) -> None:
    """Check that the wager holds that much and that chips can make it."""
    seat, stake = command.seat, command.stake
    held = current.stake(seat, game.paytable[command.spot].id)
    if not 1 <= stake <= held:
        words = f"seat {seat} has {game.money(held)} on {command.spot!r}, not {game.money(stake)}"
        raise Refused(Refusal.WAGER_ABSENT, words, stake)
    if table.money == "chips":
        check_makeable(game, table, table.seats[seat], stake)
        check_makeable(game, table, table.seats[seat], held - stake)
