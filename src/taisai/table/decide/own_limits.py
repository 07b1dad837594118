"""Decide about players' own limits. Only the player sets them, and no limit is loosened at once."""

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act, Role
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.game import Game
from taisai.table.order import Order
from taisai.table.own_limits import BREAK_MOST, NO_LIMIT, TIME_MOST, Own, OwnLimit, limits_in
from taisai.table.state import Round, Seat, Table

INVALID = Refusal.OWN_LIMIT_INVALID


def limit_loss(game: Game, table: Table, order: Order, command: c.LimitLoss) -> list[e.Event]:
    """Limit the player's loss. Money on the layout counts as lost."""
    seat = _own_seat(table, order, command.seat)
    floor = seat.credit - command.amount
    if command.amount < 0 or (floor < 1 and not seat.loss_floor):
        words = f"a loss limit must be at least {game.money(0)} and below the credit of {game.money(seat.credit)}"
        raise Refused(Refusal.STAKE_INVALID, words, command.amount)
    if floor < seat.loss_floor:
        return [e.LooserAsked(command.seat, OwnLimit.LOSS, command.amount, command.due)]
    return [e.LossLimited(command.seat, command.amount, floor)]


def limit_stake(game: Game, table: Table, order: Order, command: c.LimitStake) -> list[e.Event]:
    own = _own_seat(table, order, command.seat).own
    if command.amount < 1:
        words = f"{game.money(command.amount)} is not a stake limit; choose {game.money(1)} or more, or take a break"
        raise Refused(INVALID, words, command.amount)
    if own.stake_most and command.amount > own.stake_most:
        return [e.LooserAsked(command.seat, OwnLimit.STAKE, command.amount, command.due)]
    return [e.StakeLimited(command.seat, command.amount)]


def limit_time(game: Game, table: Table, order: Order, command: c.LimitTime) -> list[e.Event]:
    del game
    own = _own_seat(table, order, command.seat).own
    _check_minutes(command.minutes, TIME_MOST)
    if own.time_over or (own.time_until and command.until > own.time_until):
        return [e.LooserAsked(command.seat, OwnLimit.TIME, command.minutes, command.due)]
    return [e.TimeLimited(command.seat, command.minutes, command.until)]


def lift_limit(game: Game, table: Table, order: Order, command: c.LiftLimit) -> list[e.Event]:
    del game
    seat = _own_seat(table, order, command.seat)
    if command.limit not in limits_in(seat.own, loss=seat.loss_floor > 0):
        raise Refused(INVALID, f"seat {command.seat} has no {command.limit} limit to remove", command.limit.value)
    return [e.LooserAsked(command.seat, command.limit, NO_LIMIT, command.due)]


def loosen_limit(game: Game, table: Table, order: Order, command: c.LoosenLimit) -> list[e.Event]:
    """Apply the looser limit that the player requested."""
    del game
    _house_itself(order)
    seat = allow.seat(table, order, command.seat)
    asked = seat.own.asked.get(command.limit)
    if asked is None:
        words = f"seat {command.seat} has not requested a looser {command.limit} limit"
        raise Refused(INVALID, words, command.limit.value)
    floor = min(seat.loss_floor, seat.credit - asked.amount)
    lifted = (
        command.limit is OwnLimit.TIME or asked.amount == NO_LIMIT or (command.limit is OwnLimit.LOSS and floor < 1)
    )
    if lifted:
        return [e.LimitLifted(command.seat, command.limit)]
    if command.limit is OwnLimit.LOSS:
        return [e.LossLimited(command.seat, asked.amount, floor)]
    return [e.StakeLimited(command.seat, asked.amount)]


def end_play(game: Game, table: Table, order: Order, command: c.EndPlay) -> list[e.Event]:
    del game
    _house_itself(order)
    own = allow.seat(table, order, command.seat).own
    if not own.time_until or own.time_over:
        raise Refused(INVALID, f"seat {command.seat} has no time limit, or its time is already over", command.seat)
    return [e.PlayEnded(command.seat)]


def take_break(game: Game, table: Table, order: Order, command: c.TakeBreak) -> list[e.Event]:
    """Start a break. Wagers on the layout stand, and the credit can be cashed out. A break can be extended, not
    shortened."""
    del game
    own = _own_seat(table, order, command.seat).own
    _check_minutes(command.minutes, BREAK_MOST)
    if own.break_until and command.until <= own.break_until:
        words = f"seat {command.seat} is on a break until {own.break_until}; a break cannot be shortened"
        raise Refused(INVALID, words, command.minutes)
    return [e.BreakTaken(command.seat, command.minutes, command.until)]


def end_break(game: Game, table: Table, order: Order, command: c.EndBreak) -> list[e.Event]:
    """End a break. Staff may end it early only if the player has no money at the seat, and so has left."""
    itself = order.by.role is Role.AUTOMATION
    if not itself:
        allow.act(game, order, Act.HANDLE_MONEY)
    seat = allow.seat(table, order, command.seat)
    if not seat.own.break_until:
        raise Refused(INVALID, f"seat {command.seat} is not on a break", command.seat)
    if not itself and (seat.credit or seat.uncollected or _stakes(table.current, command.seat)):
        words = f"seat {command.seat} still holds money; its break ends only when the player's time is over"
        raise Refused(Refusal.SEAT_RESTING, words, command.seat)
    return [e.BreakEnded(command.seat)]


def check_rested(number: int, own: Own) -> None:
    if own.break_until:
        words = f"seat {number} is on a break until {own.break_until}, which its player chose; wait or cash out"
        raise Refused(Refusal.SEAT_RESTING, words, number)


def check_stake(game: Game, current: Round, number: int, seat: Seat, stake: int) -> None:
    """Check a new stake against the player's own limits of time and of stakes per round."""
    own = seat.own
    if own.time_over:
        words = f"the time limit that the player of seat {number} chose is over; cash out or request more time"
        raise Refused(Refusal.TIME_LIMITED, words, number)
    if own.stake_most and _stakes(current, number) + stake > own.stake_most:
        left = game.money(max(0, own.stake_most - _stakes(current, number)))
        words = f"{game.money(stake)} exceeds this player's own stake limit per round; {left} is left"
        raise Refused(Refusal.STAKE_LIMITED, words, stake)


def _stakes(current: Round | None, number: int) -> int:
    return sum(seats.get(number, 0) for seats in current.stakes.values()) if current else 0


def _own_seat(table: Table, order: Order, number: int) -> Seat:
    if order.by.role is not Role.PLAYER:
        words = f"only the player can choose this, not a {order.by.role}"
        raise Refused(Refusal.ROLE_NOT_ALLOWED, words, order.by.role.value)
    return allow.seat(table, order, number)


def _house_itself(order: Order) -> None:
    if order.by.role is not Role.AUTOMATION:
        words = f"the house does this automatically when it is due; a {order.by.role} cannot"
        raise Refused(Refusal.ROLE_NOT_ALLOWED, words, order.by.role.value)


def _check_minutes(minutes: int, most: int) -> None:
    if not 1 <= minutes <= most:
        raise Refused(INVALID, f"{minutes} minutes are not possible; choose 1 to {most}", minutes)
