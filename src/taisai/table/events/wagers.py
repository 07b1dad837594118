"""Events about wagers, from the opening call to the closing call and after."""

import msgspec

from taisai.table.events.parts import Stake, Tagged


class BetsOpened(Tagged, frozen=True, tag="bets-opened"):
    round: int
    call: str


class WagerPlaced(Tagged, frozen=True, gc=False, tag="wager-placed"):
    """`stake` was accepted, `excess` was not. `placed_by` is the role that placed it; `asked_by` is who asked
    staff to. `chips` of the stake, by kind, at tables with counted chips."""

    round: int
    seat: int
    spot: str
    stake: int
    excess: int
    placed_by: str
    asked_by: str = ""
    chips: dict[str, int] | msgspec.UnsetType = msgspec.UNSET


class WagerMoved(Tagged, frozen=True, tag="wager-moved"):
    """`reason` and `second` if staff moved a wager that staff had placed."""

    round: int
    seat: int
    spot: str
    to: str
    stake: int
    cause: str
    reason: str = ""
    second: str = ""


class WagerShifted(Tagged, frozen=True, tag="wager-shifted"):
    """A wager found elsewhere after wagers closed. Its new place counts only if `counts`. `second` agreed if staff had
    placed it."""

    round: int
    seat: int
    spot: str
    to: str
    stake: int
    cause: str
    counts: bool
    clause: str
    second: str = ""


class LineJudged(Tagged, frozen=True, tag="line-judged"):
    """A wager on the line: it counts on its spot, or its stake goes back."""

    round: int
    seat: int
    spot: str
    stake: int
    counts: bool
    reason: str
    second: str
    clause: str


class WagerWithdrawn(Tagged, frozen=True, tag="wager-withdrawn"):
    round: int
    seat: int
    spot: str
    stake: int
    reason: str = ""
    second: str = ""


class ExcessRejected(Tagged, frozen=True, tag="excess-rejected"):
    round: int
    rejected: tuple[Stake, ...]
    clause: str


class BetsClosed(Tagged, frozen=True, tag="bets-closed"):
    round: int
    call: str
    bell: bool


class UnnoticedRecorded(Tagged, frozen=True, tag="unnoticed-recorded"):
    round: int
    seat: int
    spot: str
    stake: int
    second: str = ""
