"""Players' own limits. Only the player sets them, and no limit is loosened at once."""

from typing import Final

from msgspec.structs import replace

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act, Role
from taisai.table import allow
from taisai.table.game import Game
from taisai.table.gates import By, Who
from taisai.table.handlers import applies, decides
from taisai.table.order import Order
from taisai.table.own_limits import (
    BREAK_MOST,
    NO_LIMIT,
    TIME_MOST,
    Carried,
    Looser,
    Own,
    OwnLimit,
    carried_with,
    limits_in,
    stricter,
)
from taisai.table.parts import Command, Event, Money, Number, Word
from taisai.table.state import Round, Seat, Table

INVALID = Refusal.OWN_LIMIT_INVALID


class LimitLoss(Command, frozen=True, tag="limit-loss"):
    """A stricter limit applies at once, a looser one when it is `due`."""

    seat: Number
    amount: Number
    due: Word = ""


@decides(By(Who.PLAYER))
def limit_loss(game: Game, table: Table, order: Order, command: LimitLoss) -> list[Event]:
    """Limit the player's loss. Money on the layout counts as lost."""
    seat = allow.seat(table, order, command.seat)
    floor = seat.credit - command.amount
    if command.amount < 0 or (floor < 1 and not seat.loss_floor):
        words = f"a loss limit must be at least {game.money(0)} and below the credit of {game.money(seat.credit)}"
        raise Refused(Refusal.STAKE_INVALID, words, command.amount)
    if floor < seat.loss_floor:
        return [LooserAsked(command.seat, OwnLimit.LOSS, command.amount, command.due)]
    return [LossLimited(command.seat, command.amount, floor)]


class LimitStake(Command, frozen=True, tag="limit-stake"):
    """The most in a round, over all spots. A stricter limit applies at once, a looser one when it is `due`."""

    seat: Number
    amount: Number
    due: Word = ""


@decides(By(Who.PLAYER))
def limit_stake(game: Game, table: Table, order: Order, command: LimitStake) -> list[Event]:
    own = allow.seat(table, order, command.seat).own
    if command.amount < 1:
        words = f"{game.money(command.amount)} is not a stake limit; choose {game.money(1)} or more, or take a break"
        raise Refused(INVALID, words, command.amount)
    if own.stake_most and command.amount > own.stake_most:
        return [LooserAsked(command.seat, OwnLimit.STAKE, command.amount, command.due)]
    return [StakeLimited(command.seat, command.amount)]


class LimitTime(Command, frozen=True, tag="limit-time"):
    """Wagers for so many minutes from now. An earlier end applies at once, a later one when it is `due`."""

    seat: Number
    minutes: Number
    until: Word = ""
    due: Word = ""


@decides(By(Who.PLAYER))
def limit_time(game: Game, table: Table, order: Order, command: LimitTime) -> list[Event]:
    own = allow.seat(table, order, command.seat).own
    _check_minutes(command.minutes, TIME_MOST)
    if own.time_over or (own.time_until and command.until > own.time_until):
        return [LooserAsked(command.seat, OwnLimit.TIME, command.minutes, command.due)]
    return [TimeLimited(command.seat, command.minutes, command.until)]


class LiftLimit(Command, frozen=True, tag="lift-limit"):
    """Removes the limit when it is `due`."""

    seat: Number
    limit: OwnLimit
    due: Word = ""


@decides(By(Who.PLAYER))
def lift_limit(game: Game, table: Table, order: Order, command: LiftLimit) -> list[Event]:
    seat = allow.seat(table, order, command.seat)
    if command.limit not in limits_in(seat.own, loss=seat.loss_floor > 0):
        raise Refused(INVALID, f"seat {command.seat} has no {command.limit} limit to remove", command.limit.value)
    return [LooserAsked(command.seat, command.limit, NO_LIMIT, command.due)]


class LoosenLimit(Command, frozen=True, tag="loosen-limit"):
    """Only for the house: a requested looser limit is due."""

    seat: Number
    limit: OwnLimit


@decides(By(Who.HOUSE))
def loosen_limit(game: Game, table: Table, order: Order, command: LoosenLimit) -> list[Event]:
    """Apply the looser limit that the player requested."""
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
        return [LimitLifted(command.seat, command.limit)]
    if command.limit is OwnLimit.LOSS:
        return [LossLimited(command.seat, asked.amount, floor)]
    return [StakeLimited(command.seat, asked.amount)]


class EndPlay(Command, frozen=True, tag="end-play"):
    """Only for the house: the player's own time limit is reached."""

    seat: Number


@decides(By(Who.HOUSE))
def end_play(game: Game, table: Table, order: Order, command: EndPlay) -> list[Event]:
    own = allow.seat(table, order, command.seat).own
    if not own.time_until or own.time_over:
        raise Refused(INVALID, f"seat {command.seat} has no time limit, or its time is already over", command.seat)
    return [PlayEnded(command.seat)]


class TakeBreak(Command, frozen=True, tag="take-break"):
    """No wagers and no money at this seat for so many minutes."""

    seat: Number
    minutes: Number
    until: Word = ""


@decides(By(Who.PLAYER))
def take_break(game: Game, table: Table, order: Order, command: TakeBreak) -> list[Event]:
    """Start a break. Wagers on the layout stand, and the credit can be cashed out. A break can be extended, not
    shortened."""
    own = allow.seat(table, order, command.seat).own
    _check_minutes(command.minutes, BREAK_MOST)
    if own.break_until and command.until <= own.break_until:
        words = f"seat {command.seat} is on a break until {own.break_until}; a break cannot be shortened"
        raise Refused(INVALID, words, command.minutes)
    return [BreakTaken(command.seat, command.minutes, command.until)]


class EndBreak(Command, frozen=True, tag="end-break"):
    """By the house when the break is over, or by staff at a seat without money."""

    seat: Number


@decides(By(Act.HANDLE_MONEY, or_house=True))
def end_break(game: Game, table: Table, order: Order, command: EndBreak) -> list[Event]:
    """End a break. Staff may end it early only if the player has no money at the seat, and so has left."""
    itself = order.by.role is Role.AUTOMATION
    seat = allow.seat(table, order, command.seat)
    if not seat.own.break_until:
        raise Refused(INVALID, f"seat {command.seat} is not on a break", command.seat)
    if not itself and (seat.credit or seat.uncollected or _stakes(table.current, command.seat)):
        words = f"seat {command.seat} still holds money; its break ends only when the player's time is over"
        raise Refused(Refusal.SEAT_RESTING, words, command.seat)
    return [BreakEnded(command.seat)]


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


def _check_minutes(minutes: int, most: int) -> None:
    if not 1 <= minutes <= most:
        raise Refused(INVALID, f"{minutes} minutes are not possible; choose 1 to {most}", minutes)


class LossLimited(Event, frozen=True, tag="loss-limited"):
    """Wagers must not reduce the seat's credit below `floor`; added credit raises it."""

    seat: int
    amount: int
    floor: int

    def sentence(self, money: Money) -> str:
        return (
            f"seat {self.seat} limits its loss to {money(self.amount)}: its credit cannot fall below "
            f"{money(self.floor)}"
        )


@applies
def loss_limited(table: Table, event: LossLimited) -> None:
    seat = table.seats[event.seat]
    seat.loss_floor = event.floor
    _chosen(seat, OwnLimit.LOSS)


class StakeLimited(Event, frozen=True, tag="stake-limited"):
    seat: int
    amount: int

    def sentence(self, money: Money) -> str:
        return f"seat {self.seat} limits its stakes to {money(self.amount)} per round"


@applies
def stake_limited(table: Table, event: StakeLimited) -> None:
    _chosen(table.seats[event.seat], OwnLimit.STAKE, stake_most=event.amount)


class TimeLimited(Event, frozen=True, tag="time-limited"):
    seat: int
    minutes: int
    until: str

    def sentence(self, money: Money) -> str:
        return f"seat {self.seat} limits its play to {self.minutes} minutes, until {self.until}"


@applies
def time_limited(table: Table, event: TimeLimited) -> None:
    _chosen(table.seats[event.seat], OwnLimit.TIME, time_until=event.until, time_over=False)


class LooserAsked(Event, frozen=True, tag="looser-asked"):
    """Requested, not yet in force. `amount` is -1 to remove the limit; for the time limit it is in minutes."""

    seat: int
    limit: OwnLimit
    amount: int
    due: str

    def sentence(self, money: Money) -> str:
        if self.amount == NO_LIMIT:
            asked = f"no {self.limit} limit"
        else:
            much = f"{self.amount} minutes" if self.limit is OwnLimit.TIME else money(self.amount)
            asked = f"a looser {self.limit} limit of {much}"
        return f"seat {self.seat} requests {asked}, from {self.due} on"


@applies
def looser_asked(table: Table, event: LooserAsked) -> None:
    seat = table.seats[event.seat]
    asked = seat.own.asked | {event.limit.value: Looser(event.amount, event.due)}
    seat.own = replace(seat.own, asked=asked)


class LimitLifted(Event, frozen=True, tag="limit-lifted"):
    seat: int
    limit: OwnLimit

    def sentence(self, money: Money) -> str:
        return f"seat {self.seat} no longer has a {self.limit} limit"


_LIFTED: Final[dict[OwnLimit, dict[str, int | str | bool]]] = {
    OwnLimit.LOSS: {},
    OwnLimit.STAKE: {"stake_most": 0},
    OwnLimit.TIME: {"time_until": "", "time_over": False},
}


@applies
def limit_lifted(table: Table, event: LimitLifted) -> None:
    seat = table.seats[event.seat]
    if event.limit is OwnLimit.LOSS:
        seat.loss_floor = 0
    _chosen(seat, event.limit, **_LIFTED[event.limit])


class PlayEnded(Event, frozen=True, tag="play-ended"):
    """The player's own time limit is reached."""

    seat: int

    def sentence(self, money: Money) -> str:
        return f"the play time of seat {self.seat} is over"


@applies
def play_ended(table: Table, event: PlayEnded) -> None:
    seat = table.seats[event.seat]
    seat.own = replace(seat.own, time_over=True)


class BreakTaken(Event, frozen=True, tag="break-taken"):
    seat: int
    minutes: int
    until: str

    def sentence(self, money: Money) -> str:
        return f"seat {self.seat} takes a break of {self.minutes} minutes, until {self.until}"


@applies
def break_taken(table: Table, event: BreakTaken) -> None:
    seat = table.seats[event.seat]
    seat.own = replace(seat.own, break_until=event.until)


class BreakEnded(Event, frozen=True, tag="break-ended"):
    seat: int

    def sentence(self, money: Money) -> str:
        return f"the break of seat {self.seat} is over"


@applies
def break_ended(table: Table, event: BreakEnded) -> None:
    seat = table.seats[event.seat]
    seat.own = replace(seat.own, break_until="")


def carry(table: Table, seat: Seat, voucher: str, credit: int) -> None:
    """Attach the player's own limits to the voucher. The next player at the seat starts without limits."""
    carried = carried_with(seat.own, seat.loss_floor, credit)
    if carried:
        table.carried[voucher] = carried
    seat.loss_floor, seat.own = 0, Own(break_until=seat.own.break_until)


def bring(table: Table, seat: Seat, voucher: str, elsewhere: Carried | None = None) -> None:
    """Apply the limits that came with a voucher. `elsewhere`: those of a voucher from another table."""
    carried = table.carried.pop(voucher, elsewhere)
    if carried is None:
        return
    is_loss = carried.loss_left != NO_LIMIT
    both = limits_in(seat.own, loss=seat.loss_floor > 0) & limits_in(carried.own, loss=is_loss)
    if is_loss:
        seat.loss_floor = max(seat.loss_floor, seat.credit - carried.loss_left)
    seat.own = stricter(seat.own, carried.own, both)


def _chosen(seat: Seat, limit: OwnLimit, **fields: int | str | bool) -> None:
    """Set fields now, and drop a looser limit that was requested before."""
    asked = {name: looser for name, looser in seat.own.asked.items() if name != limit}
    seat.own = replace(seat.own, asked=asked, **fields)
