"""Equipment, interruptions, terminals, moved wagers, players who leave, disputes opened."""

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import Roll
from taisai.rules.vocabulary import Act, Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.betting import check_whole
from taisai.table.decide.dice import entered
from taisai.table.decide.void import provision, voided
from taisai.table.game import Game
from taisai.table.order import Order
from taisai.table.remedies import MOVING_BACK, REPORTING, RESUMING, SETTLING_REGISTERED, STOPPING
from taisai.table.state import BetsShut, Entered, Revealed, Settling, Table, Tumbled


def _staff(order: Order) -> None:
    if order.by.role is Role.PLAYER:
        raise Refused(Refusal.ROLE_NOT_ALLOWED, "that is for staff, not for a player", order.by.role.value)


def _after_closing(table: Table) -> bool:
    closed = isinstance(table.phase, BetsShut | Revealed | Entered)
    return closed or (isinstance(table.phase, Tumbled) and table.phase.closed)


def move_wager_back(game: Game, table: Table, order: Order, command: c.MoveWagerBack) -> list[e.Event]:
    """The operator's discretion, for the causes that the rulebook names and no other."""
    current = allow.current_round(table, order)
    allow.act(game, order, Act.MOVE_WAGER_BACK)
    found = provision(game, Trouble.WAGER_MOVED, *MOVING_BACK)
    if command.cause not in found.causes:
        words = (
            f"{command.cause!r} does not move a wager{allow.cite(game, found.clause)}; {', '.join(found.causes)} may"
        )
        raise Refused(Refusal.CAUSE_NOT_COVERED, words, command.cause)
    if not _after_closing(table):
        raise Refused(Refusal.STEP_OUT_OF_ORDER, "a wager is moved back between closing and settlement", command.spot)
    held = current.stake(command.seat, game.paytable[command.spot].id)
    target = game.paytable[command.to]
    if not 1 <= command.stake <= held:
        words = f"seat {command.seat} has {held} on {command.spot!r}, not {command.stake}"
        raise Refused(Refusal.WAGER_ABSENT, words, command.stake)
    check_whole(target, command.stake)
    return [e.WagerMoved(current.number, command.seat, command.spot, command.to, command.stake, command.cause)]


def report_trouble(game: Game, table: Table, order: Order, command: c.ReportTrouble) -> list[e.Event]:
    """A layout that lights wrongly or a wrong display never changes what is paid: the dice decide."""
    _staff(order)
    allow.open_table(table)
    found = provision(game, command.trouble, *REPORTING)
    if command.trouble is Trouble.ENTRY_WRONG:
        words = "a wrong entry is amended or corrected, not reported"
        raise Refused(Refusal.TROUBLE_UNKNOWN, words, command.trouble.value)
    return [e.TroubleReported(command.trouble, found.clause, found.effect in STOPPING, command.note)]


def clear_trouble(game: Game, table: Table, order: Order, command: c.ClearTrouble) -> list[e.Event]:
    allow.act(game, order, Act.CLEAR_MALFUNCTION)
    if not table.trouble or not command.procedure.strip():
        words = (
            "nothing to clear" if not table.trouble else "say what was mended, or by which safe procedure play goes on"
        )
        raise Refused(Refusal.TROUBLE_UNKNOWN, words, command.procedure)
    return [e.TroubleCleared(command.procedure)]


def resume(game: Game, table: Table, order: Order, command: c.Resume) -> list[e.Event]:
    """An established outcome is finished, any other round is void."""
    _staff(order)
    current = allow.current_round(table, order)
    found = provision(game, Trouble.INTERRUPTION, *RESUMING)
    record = e.TroubleReported(Trouble.INTERRUPTION, found.clause, stops=False, note=command.roll)
    if isinstance(table.phase, Entered | Settling):
        return [record]
    if command.roll and _after_closing(table):
        roll = entered(game, current.number, Roll.parse(command.roll))
        revealed = [] if isinstance(table.phase, Revealed) else [e.DiceRevealed(current.number)]
        return [record, *revealed, roll]
    return [record, voided(game, table, current.number, Trouble.INTERRUPTION, announced=True)]


def report_terminal(game: Game, table: Table, order: Order, command: c.ReportTerminal) -> list[e.Event]:
    """What was registered is settled with the round; what was not never left the player."""
    _staff(order)
    allow.seat(table, order, command.seat)
    found = provision(game, Trouble.TERMINAL_FAILED, *SETTLING_REGISTERED)
    for spot, stake in command.unregistered.items():
        game.paytable[spot]
        if stake < 1:
            raise Refused(Refusal.STAKE_INVALID, f"{stake} on {spot!r} is no stake; stakes start at 1", stake)
    return [e.TerminalFailed(command.seat, found.clause, command.unregistered)]


def leave_seat(game: Game, table: Table, order: Order, command: c.LeaveSeat) -> list[e.Event]:
    """Wagers are settled as usual, and the credit is kept."""
    del game
    allow.seat(table, order, command.seat)
    return [e.SeatLeft(command.seat)]


def lock_seat(game: Game, table: Table, order: Order, command: c.LockSeat) -> list[e.Event]:
    del game
    _staff(order)
    seat = allow.seat(table, order, command.seat)
    if seat.locked or not command.cause.strip():
        words = f"seat {command.seat} is locked for {seat.locked} already" if seat.locked else "a lock needs its cause"
        raise Refused(Refusal.SEAT_LOCKED, words, command.seat)
    return [e.SeatLocked(command.seat, command.cause, command.amount)]


def release_seat(game: Game, table: Table, order: Order, command: c.ReleaseSeat) -> list[e.Event]:
    """Whoever may handle money at the table, and not the table itself."""
    allow.act(game, order, Act.HANDLE_MONEY)
    seat = allow.seat(table, order, command.seat)
    if not seat.locked or not command.procedure.strip():
        words = "say what was done about it" if seat.locked else f"seat {command.seat} is not locked"
        raise Refused(Refusal.SEAT_LOCKED, words, command.seat)
    if not 0 <= command.paid <= (seat.credit if table.money == "credits" else 0):
        words = f"{command.paid} cannot be paid by hand; seat {command.seat} has a credit of {seat.credit}"
        raise Refused(Refusal.CREDIT_SHORT, words, command.paid)
    return [e.SeatReleased(command.seat, command.procedure, command.paid)]


def open_dispute(game: Game, table: Table, order: Order, command: c.OpenDispute) -> list[e.Event]:
    del game
    if command.seat:
        allow.seat(table, order, command.seat)
    elif order.by.role is Role.PLAYER:
        raise Refused(Refusal.SEAT_UNKNOWN, "a player's dispute is about their own seat", 0)
    if not 0 <= command.about <= table.round:
        raise Refused(Refusal.ROUND_UNKNOWN, f"no round {command.about} yet", command.about)
    number = len(table.disputes) + 1
    return [e.DisputeOpened(number, command.seat, command.about, command.claim, command.evidence)]
