"""Players' own limits, by seat. A stricter limit applies at once, a looser one only after a delay."""

from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

NO_LIMIT: Final = -1
BREAK_MOST: Final = 7 * 24 * 60  # minutes
TIME_MOST: Final = 24 * 60


class OwnLimit(StrEnum):
    LOSS = "loss"
    STAKE = "stake"
    TIME = "time"


class Looser(msgspec.Struct, frozen=True):
    """Asked for and not yet in force: an amount or minutes, `NO_LIMIT` for none any more; `due` is when."""

    amount: int
    due: str


class Own(msgspec.Struct, frozen=True):
    """`stake_most` is the most in a round, 0 for no limit. After `time_until` no wager is taken: `time_over` says that
    it came. `asked` are looser limits by name. Until `break_until` the seat rests. The loss limit is the seat's
    `loss_floor`."""

    stake_most: int = 0
    time_until: str = ""
    time_over: bool = False
    asked: dict[str, Looser] = {}
    break_until: str = ""


NOTHING_CHOSEN: Final = Own()


class Carried(msgspec.Struct, frozen=True):
    """What goes with a voucher, so that nobody loosens a limit by cashing out: `loss_left` is `NO_LIMIT` where no loss
    was limited."""

    loss_left: int
    own: Own


def carried_with(own: Own, loss_floor: int, credit: int) -> Carried | None:
    """Return the limits for a voucher of the whole credit; None if there are none. A break stays with its seat."""
    chosen = replace(own, break_until="")
    if not loss_floor and chosen == NOTHING_CHOSEN:
        return None
    return Carried(max(0, credit - loss_floor) if loss_floor else NO_LIMIT, chosen)


def limits_in(own: Own, *, loss: bool) -> set[OwnLimit]:
    """Return the limits that are set."""
    holds = {OwnLimit.LOSS: loss, OwnLimit.STAKE: own.stake_most, OwnLimit.TIME: own.time_until}
    return {limit for limit, value in holds.items() if value}


def stricter(one: Own, other: Own, both: set[OwnLimit]) -> Own:
    """Return the stricter of each limit; a break stays with its seat.

    `both` are limits that are set twice. A looser limit that was requested for one would also loosen the other, so it
    must be requested again."""
    stakes = [own.stake_most for own in (one, other) if own.stake_most]
    times = [own.time_until for own in (one, other) if own.time_until]
    asked = {name: looser for name, looser in (one.asked | other.asked).items() if name not in both}
    return Own(min(stakes, default=0), min(times, default=""), one.time_over or other.time_over, asked, one.break_until)
