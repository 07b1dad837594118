"""What the lab asks and is told: exact figures, never money. Fractions are written such as 5/36."""

from typing import Annotated, Final

import msgspec

from taisai.wire.bodies import Body
from taisai.wire.felts import SpotInfo

WAGERS_MAX: Final = 200
STAKE_MAX: Final = 10**9

PayTableId = Annotated[str, msgspec.Meta(max_length=40)]


class LabSpot(SpotInfo, frozen=True):
    """`variance` is that of a player's net of one unit; `reason` says why odds are inferred, if they are."""

    variance: str
    reason: str


class LabTable(Body, frozen=True):
    """A shipped pay table, with the document that it is from."""

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
    """A spot of both pay tables. `alike` where it pays the same on every roll; `gain` is what a player saves by the
    other, of a unit staked."""

    one: LabSpot
    other: LabSpot
    alike: bool
    gain: str


class Comparison(Body, frozen=True):
    """`alike` counts the spots that pay the same on every roll; `same` where all do and neither has others."""

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
    """Wagers on the same spot add up."""

    paytable: PayTableId
    wagers: Annotated[tuple[PlanWager, ...], msgspec.Meta(min_length=1, max_length=WAGERS_MAX)]


class NetResult(Body, frozen=True):
    """`ways` are of 216, and no whole number where multipliers are drawn."""

    net: str
    ways: float


class NetRolls(Body, frozen=True):
    net: str
    rolls: tuple[str, ...]


class RollLoss(Body, frozen=True):
    """`loss` is what the house loses on the roll; below zero it gains."""

    roll: str
    ways: int
    loss: str


class PlanFigures(Body, frozen=True):
    """`expected` and `variance` are of the player's net of the whole plan, `edge` is per unit staked; `deviation` is
    rounded down to four decimals; `profit`, `even` and `loss` are chances; `exposure` is the house's worst loss."""

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
