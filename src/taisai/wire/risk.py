"""What the lab is asked and tells about many rounds. Fractions are written such as 5/36; floats come with an error."""

from typing import Annotated, Final

import msgspec

from taisai.wire.bodies import Body
from taisai.wire.lab import WAGERS_MAX, PayTableId, PlanWager

ROUNDS_MAX: Final = 10**12
MONEY_MAX: Final = 10**12
SYSTEMS_MAX: Final = 8
LEVELS_MAX: Final = 10

Wagers = Annotated[tuple[PlanWager, ...], msgspec.Meta(min_length=1, max_length=WAGERS_MAX)]
Rounds = Annotated[int, msgspec.Meta(ge=1, le=ROUNDS_MAX)]
Money = Annotated[int, msgspec.Meta(ge=1, le=MONEY_MAX)]
SystemName = Annotated[str, msgspec.Meta(max_length=40)]


class Measured(Body, frozen=True):
    """The true number is within `error` of `value`."""

    value: float
    error: float


class EveningAsked(Body, frozen=True):
    """`bankroll` and `goal` are 0 where there is none."""

    paytable: PayTableId
    wagers: Wagers
    rounds: Rounds
    bankroll: Annotated[int, msgspec.Meta(ge=0, le=MONEY_MAX)] = 0
    goal: Annotated[int, msgspec.Meta(ge=0, le=MONEY_MAX)] = 0


class Quantile(Body, frozen=True):
    chance: float
    net: str


class FanPoint(Body, frozen=True):
    """After so many rounds, the quantiles of the net result in the order of `FAN`."""

    rounds: int
    nets: tuple[float, ...]


class Column(Body, frozen=True):
    """Results from `low` to `high`, both counted in."""

    low: float
    high: float
    chance: float


class Fate(Body, frozen=True):
    """Of a bankroll within the rounds, and if one plays on; `ever` is empty without a goal."""

    goal: Measured
    ruin: Measured
    ever: tuple[Measured, ...]


class EveningFigures(Body, frozen=True):
    """`cost` is what is expected to be lost, `neither` the chance to be neither ahead nor behind."""

    cost: str
    staked: int
    deviation: float
    ahead: Measured
    neither: Measured
    behind: Measured
    quantiles: tuple[Quantile, ...]
    fan: tuple[FanPoint, ...]
    columns: tuple[Column, ...]
    fate: tuple[Fate, ...]


class SystemsAsked(Body, frozen=True):
    paytable: PayTableId
    wagers: Wagers
    systems: Annotated[tuple[SystemName, ...], msgspec.Meta(min_length=1, max_length=SYSTEMS_MAX)]
    rounds: Rounds
    bankroll: Money
    goal: Annotated[int, msgspec.Meta(ge=0, le=MONEY_MAX)] = 0
    maximum: Annotated[int, msgspec.Meta(ge=0, le=MONEY_MAX)] = 0
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**32)] = 1


class SystemFigures(Body, frozen=True):
    """`paths` are simulated players' bankrolls, for the eye; all else is exact."""

    system: str
    cost: Measured
    staked: Measured
    goal: Measured
    ruin: Measured
    columns: tuple[Column, ...]
    paths: tuple[tuple[float, ...], ...]


class HouseAsked(Body, frozen=True):
    """The wagers are what all players stake together in a round."""

    paytable: PayTableId
    wagers: Wagers
    rounds: Rounds
    levels: Annotated[tuple[float, ...], msgspec.Meta(min_length=1, max_length=LEVELS_MAX)] = (0.9, 0.99, 0.999)


class Band(Body, frozen=True):
    level: float
    win_low: str
    win_high: str
    hold_low: float
    hold_high: float


class HouseFigures(Body, frozen=True):
    handle: int
    expected: str
    hold: str
    losing: Measured
    bands: tuple[Band, ...]
