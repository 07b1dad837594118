"""Who may do what, and when. Every refusal here names the clause."""

from typing import Final

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.rulebook import PlayStep
from taisai.rules.vocabulary import THROWING, Act, Role, Step, Trouble
from taisai.table.game import Game
from taisai.table.order import ALONE, Order
from taisai.table.state import Betting, Closed, Entered, Idle, Revealed, Round, Seat, Settling, Table

PLAYER: Final = Role.PLAYER  # looking up enum members is slow, and every wager needs these
STAFF: Final = (
    Role.DEALER, Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER,
)  # fmt: skip


def cite(game: Game, clause: str) -> str:
    """Return the clause in brackets, for the end of a refusal."""
    return f" ({game.book.id} {clause})" if clause else ""


def open_table(table: Table) -> None:
    if isinstance(table.phase, Closed):
        raise Refused(Refusal.TABLE_CLOSED, f"table {table.table} is not open", table.table)


def closed_table(table: Table) -> None:
    if not isinstance(table.phase, Closed):
        raise Refused(Refusal.TABLE_OPEN, f"table {table.table} is already open", table.table)


def running(table: Table) -> None:
    if table.trouble:
        words = f"the table is stopped because of {table.trouble}; clear that first"
        raise Refused(Refusal.TABLE_STOPPED, words, table.trouble)


def stopped(table: Table) -> None:
    if not table.trouble:
        raise Refused(Refusal.TROUBLE_UNKNOWN, "there is no malfunction to clear", "")


def uncovered(table: Table) -> None:
    if not isinstance(table.phase, Revealed | Entered | Settling):
        words = "the dice can only be read after they are uncovered and before the round is settled"
        raise Refused(Refusal.STEP_OUT_OF_ORDER, words, table.round)


def between_rounds(table: Table) -> None:
    if table.current is not None:
        words = f"round {table.round} is in progress; wait until it is settled or void"
        raise Refused(Refusal.ROUND_RUNNING, words, table.round)


def act(game: Game, order: Order, wanted: Act) -> str:
    """Refuse roles that the rulebook does not allow for this act. Return the clause."""
    permission = game.book.permission(wanted)
    if permission is None or order.by.role not in permission.by:
        by = " or ".join(permission.by) if permission else "no role"
        clause = permission.clause if permission else ""
        words = f"{order.by.role} is not allowed to do {wanted}; allowed: {by}{cite(game, clause)}"
        raise Refused(Refusal.ROLE_NOT_ALLOWED, words, order.by.role.value)
    return permission.clause


def staff(order: Order) -> None:
    if order.by.role is Role.PLAYER:
        raise Refused(Refusal.ROLE_NOT_ALLOWED, "only staff may do this, not a player", order.by.role.value)


def player(order: Order) -> None:
    if order.by.role is not PLAYER:
        words = f"only the player can choose this, not a {order.by.role}"
        raise Refused(Refusal.ROLE_NOT_ALLOWED, words, order.by.role.value)


def house(order: Order) -> None:
    if order.by.role is not Role.AUTOMATION:
        words = f"the house does this automatically; a {order.by.role} cannot"
        raise Refused(Refusal.ROLE_NOT_ALLOWED, words, order.by.role.value)


def two(order: Order) -> str:
    """Return the name of the required second person, who must be another member of staff."""
    second = order.second
    if second == ALONE:
        return ALONE.name
    if second is None or second.name == order.by.name or second.role not in STAFF:
        words = "this needs a second member of staff, other than the person who gives the order"
        raise Refused(Refusal.DUAL_CONTROL, words, second.name if second else "")
    return second.name


def agreed(order: Order) -> str:
    """Return the name of a second person that is not required. If one is named, the same checks apply."""
    return two(order) if order.second not in {None, ALONE} else ""


def no_committed_roll(table: Table, order: Order, value: object) -> None:
    """Refuse: at an electronic table, rolls come only from the commitment."""
    if table.electronic:
        staff(order)
        words = f"table {table.table} has an electronic tumbler: rolls come only from its commitments"
        raise Refused(Refusal.ROLL_COMMITTED, words, value)


def tumbler(table: Table, order: Order) -> None:
    if order.by.role is not Role.AUTOMATION or not table.electronic:
        words = f"only an electronic tumbler can commit to a throw, not a {order.by.role}"
        raise Refused(Refusal.ROLE_NOT_ALLOWED, words, order.by.role.value)


def step(game: Game, table: Table, order: Order, wanted: Step) -> PlayStep:
    """Refuse a step in the wrong order, or by a role that the rulebook does not allow."""
    if wanted in THROWING and wanted in table.automation and order.by.role is not Role.AUTOMATION:
        no_committed_roll(table, order, wanted.value)
    open_table(table)
    following = game.next_step(table.phase)
    assert following is not None
    if following.step is not wanted:
        _refuse_order(game, table, wanted, following)
    if order.by.role not in following.by and not (order.by.role is Role.AUTOMATION and wanted in table.automation):
        by = " or ".join(following.by)
        words = f"{order.by.role} is not allowed to do {wanted}; allowed: {by}{cite(game, following.clause)}"
        raise Refused(Refusal.ROLE_NOT_ALLOWED, words, order.by.role.value)
    expected = table.round + isinstance(table.phase, Idle)
    if order.round != expected:
        raise Refused(
            Refusal.ROUND_STALE, f"this order is for round {order.round}; this is round {expected}", order.round
        )
    return following


def count_agreed(table: Table) -> None:
    """Refuse to begin a round while a count differs."""
    if isinstance(table.phase, Idle) and table.tray.count.waits:
        words = "the count of the float differs; have it explained and approved before the next round"
        raise Refused(Refusal.COUNT_DIFFERS, words, table.tray.count.amount)


def counted(table: Table) -> None:
    """Refuse to begin a round while a change of duty takes a count."""
    if isinstance(table.phase, Idle) and table.tray.count_due:
        words = f"the {table.tray.count_due} has changed; two people must count the float before the next round"
        raise Refused(Refusal.COUNT_MISSING, words, table.tray.count_due)


def cleared(table: Table) -> None:
    """Refuse to begin a round at a stopped table."""
    if isinstance(table.phase, Idle) and table.trouble:
        words = f"the table is stopped because of {table.trouble}; clear that before the next round"
        raise Refused(Refusal.TABLE_STOPPED, words, table.trouble)


def _refuse_order(game: Game, table: Table, wanted: Step, following: PlayStep) -> None:
    if isinstance(table.phase, Settling) and wanted in {game.steps[0].step, Step.OPEN_BETS}:
        words = f"round {table.round} has winners that are not paid yet; pay them before the next round"
        raise Refused(Refusal.PREVIOUS_UNPAID, words, table.round)
    words = f"{wanted} is not the next step; the next step is {following.step}{cite(game, following.clause)}"
    raise Refused(Refusal.STEP_OUT_OF_ORDER, words, wanted.value)


def current_round(table: Table, order: Order) -> Round:
    """Return the current round. The order must name it."""
    open_table(table)
    current = table.current
    if current is None or order.round != current.number:
        now = f"this is round {table.round}" if current else "no round is in progress"
        words = f"this order is for round {order.round}; {now}"
        raise Refused(Refusal.ROUND_STALE, words, order.round)
    return current


def last_round(table: Table, order: Order) -> int:
    """Return the current round or, between rounds, the last one. The order must name it."""
    if order.round != table.round or not table.round:
        raise stale(table, order.round)
    return table.round


def known_round(table: Table, order: Order) -> None:
    """Refuse an order for a round that was never played, or is void already."""
    number = order.round
    under_way = table.current is not None and table.current.number == number
    if not under_way and not 1 <= number <= table.round:
        raise stale(table, number)
    if table.is_void(number):
        raise Refused(Refusal.ROUND_UNKNOWN, f"round {number} is already void", number)


def stale(table: Table, number: int) -> Refused:
    """Return the refusal of an order that names neither the current round nor the last one."""
    last = (
        f"{'this is' if table.current else 'the last was'} round {table.round}"
        if table.round
        else "no round was played"
    )
    return Refused(Refusal.ROUND_STALE, f"this order is for round {number}; {last}", number)


def betting(game: Game, table: Table, order: Order) -> Round:
    """Return the round, if wagers are open and the table is not stopped."""
    phase = table.phase
    if isinstance(phase, Betting) and phase.round.number == order.round:
        if table.trouble:
            words = f"the table is stopped because of {table.trouble}; no wager can change; close or void the round"
            raise Refused(Refusal.TABLE_STOPPED, words, table.trouble)
        return phase.round
    current = current_round(table, order)
    if not isinstance(phase, Betting):
        late = game.book.clause_on(Trouble.WAGER_LATE)
        words = f"round {current.number} is not open for wagers; place them between the opening and the closing call"
        raise Refused(Refusal.BETS_NOT_OPEN, words + cite(game, late), current.number)
    return current


def seat(table: Table, order: Order, number: int) -> Seat:
    """Return the seat. It must exist; players may use only their own."""
    found, by = table.seats.get(number), order.by
    if found is None:
        raise Refused(Refusal.SEAT_UNKNOWN, f"there is no seat {number}; the table has {len(table.seats)}", number)
    if by.seat != number and by.role is PLAYER:
        words = f"seat {number} is not yours; your seat is {by.seat}"
        raise Refused(Refusal.SEAT_NOT_YOURS, words, number)
    return found


def seat_for_wager(table: Table, order: Order, number: int) -> Seat:
    found = unlocked(table, order, number)
    if found.failed:
        words = f"the terminal of seat {number} has failed; staff must repair it before the next wager"
        raise Refused(Refusal.TERMINAL_FAILED, words, number)
    return found


def unlocked(table: Table, order: Order, number: int) -> Seat:
    found = seat(table, order, number)
    if found.locked:
        words = f"seat {number} is locked because of {found.locked}; a member of staff will release it"
        raise Refused(Refusal.SEAT_LOCKED, words, number)
    return found


def chips_only(table: Table) -> None:
    if table.money != "chips":
        raise Refused(Refusal.CHIPS_NOT_HERE, f"table {table.table} plays with credits, not with chips", table.table)


def credits_only(table: Table) -> None:
    if table.money != "credits":
        raise Refused(Refusal.CHIPS_NOT_HERE, f"table {table.table} plays with chips, not with credits", table.table)


def is_unfixed(game: Game, table: Table) -> bool:
    """Return whether the wagers of the current round still count where they lie."""
    play = game.book.play
    return play is not None and table.current is not None and not game.has_happened(play.wagers_fixed_at, table.phase)


def reasoned(current: Round, order: Order, seat: int, spot: str, reason: str) -> tuple[str, str]:
    """Return the reason and the second person. A reason is needed to change a call bet: a wager that staff placed for
    a player."""
    if order.by.role is PLAYER or (seat, spot) not in current.called:
        return reason, ""
    if not reason.strip():
        words = f"staff placed the wager of seat {seat} on {spot!r}; enter why it changes"
        raise Refused(Refusal.REASON_MISSING, words, spot)
    return reason, order.agreed
