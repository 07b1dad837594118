"""Questions to the lab and its answers: exact figures, never money. Fractions are written such as 5/36."""

from typing import Annotated, Final

import msgspec

from taisai.wire.bodies import Body
from taisai.wire.felts import SpotInfo

WAGERS_MAX: Final = 200
STAKE_MAX: Final = 10**9

PayTableId = Annotated[str, msgspec.Meta(max_length=40)]


class LabSpot(SpotInfo, frozen=True):
    """`variance` is that of a player's net result per unit; `reason` says why odds are inferred, if they are."""

    variance: str
    reason: str


class LabTable(Body, frozen=True):
    """A shipped pay table with its source document."""

    paytable: str
    name: str
    book: str
    number: int
    house: str
    document: str
    edition: str
    source: str
    fingerprint: str
    spots: tuple[LabSpot, ...]


class LabTables(Body, frozen=True):
    tables: tuple[LabTable, ...]


class CompareQuery(Body, frozen=True):
    one: PayTableId
    other: PayTableId


class ComparedSpot(Body, frozen=True):
    """A spot of both pay tables. `alike`: it pays the same on every roll; `gain` is what a player saves at the other
    table, per unit staked."""

    one: LabSpot
    other: LabSpot
    alike: bool
    gain: str


class Comparison(Body, frozen=True):
    """`alike` is the number of spots that pay the same on every roll; `same`: all do, and neither table has others."""

    one: str
    other: str
    same: bool
    alike: int
    both: tuple[ComparedSpot, ...]
    one_only: tuple[LabSpot, ...]
    other_only: tuple[LabSpot, ...]


class PlanWager(Body, frozen=True):
    spot: Annotated[str, msgspec.Meta(max_length=40)]
    stake: Annotated[int, msgspec.Meta(ge=1, le=STAKE_MAX)]


class PlanAsked(Body, frozen=True):
    """Wagers on the same spot are added up."""

    paytable: PayTableId
    wagers: Annotated[tuple[PlanWager, ...], msgspec.Meta(min_length=1, max_length=WAGERS_MAX)]


class NetResult(Body, frozen=True):
    """`ways` of 216; not a whole number if multipliers are drawn."""

    net: str
    ways: float


class NetRolls(Body, frozen=True):
    net: str
    rolls: tuple[str, ...]


class RollLoss(Body, frozen=True):
    """`loss` is what the house loses on the roll; negative if it wins."""

    roll: str
    ways: int
    loss: str


class PlanFigures(Body, frozen=True):
    """`expected` and `variance` are those of the player's net result over the whole plan; `edge` is per unit staked;
    `deviation` is rounded down to four decimals; `profit`, `even` and `loss` are chances; `exposure` is the house's
    worst loss."""

    paytable: str
    wagers: tuple[PlanWager, ...]
    staked: int
    expected: str
    edge: str
    variance: str
    deviation: str
    profit: str
    even: str
    loss: str
    distribution: tuple[NetResult, ...]
    worst: NetRolls
    best: NetRolls
    exposure: str
    losses: tuple[RollLoss, ...]
