"""Questions to the lab about many rounds, and its answers. Fractions are written such as 5/36; floats have an error."""

from typing import Annotated, Final

import msgspec

from taisai.wire.bodies import Body
from taisai.wire.lab import WAGERS_MAX, PayTableId, PlanWager

ROUNDS_MAX: Final = 10**12
MONEY_MAX: Final = 10**12
SYSTEMS_MAX: Final = 8
LEVELS_MAX: Final = 10
THROWS_MAX: Final = 20_000

Wagers = Annotated[tuple[PlanWager, ...], msgspec.Meta(min_length=1, max_length=WAGERS_MAX)]
Rounds = Annotated[int, msgspec.Meta(ge=1, le=ROUNDS_MAX)]
Money = Annotated[int, msgspec.Meta(ge=1, le=MONEY_MAX)]
SystemName = Annotated[str, msgspec.Meta(max_length=40)]


class Measured(Body, frozen=True):
    """The true value is within `error` of `value`."""

    value: float
    error: float


class EveningAsked(Body, frozen=True):
    """`bankroll` and `goal` are 0 for none."""

    paytable: PayTableId
    wagers: Wagers
    rounds: Rounds
    bankroll: Annotated[int, msgspec.Meta(ge=0, le=MONEY_MAX)] = 0
    goal: Annotated[int, msgspec.Meta(ge=0, le=MONEY_MAX)] = 0


class Quantile(Body, frozen=True):
    chance: float
    net: str


class FanPoint(Body, frozen=True):
    """The quantiles of the net result after so many rounds, in the order of `FAN`."""

    rounds: int
    nets: tuple[float, ...]


class Column(Body, frozen=True):
    """Results from `low` to `high`, inclusive."""

    low: float
    high: float
    chance: float


class Fate(Body, frozen=True):
    """The fate of a bankroll within the rounds, and if play goes on without end; `ever` is empty without a goal."""

    goal: Measured
    ruin: Measured
    ever: tuple[Measured, ...]


class EveningFigures(Body, frozen=True):
    """`cost` is the expected loss; `neither` is the chance to break even."""

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
    """`paths` are bankrolls of simulated players, for illustration; everything else is exact. If `simulated`, the true
    values are within their errors with 99 % confidence."""

    system: str
    simulated: bool
    cost: Measured
    staked: Measured
    goal: Measured
    ruin: Measured
    columns: tuple[Column, ...]
    paths: tuple[tuple[float, ...], ...]


class HouseAsked(Body, frozen=True):
    """The wagers are the stakes of all players in a round."""

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


class Holds(Body, frozen=True):
    low: float
    high: float


class HoldPoint(Body, frozen=True):
    """The bands of the hold after so many rounds, in the order of the levels."""

    rounds: int
    bands: tuple[Holds, ...]


class HouseFigures(Body, frozen=True):
    """`telling` is how many rounds it takes to detect a hold one point lower: in 90 of 100 cases it is below the 99 %
    band. It is 0 if that is too long to calculate."""

    handle: int
    expected: str
    hold: str
    losing: Measured
    bands: tuple[Band, ...]
    course: tuple[HoldPoint, ...]
    telling: int


class SystemsFigures(Body, frozen=True):
    systems: tuple[SystemFigures, ...]


class DiceAsked(Body, frozen=True):
    """Throws as digits, three per throw: 225136 is 2-2-5 and 1-3-6. The order of the dice is kept; if it is known, each
    die is also tested separately."""

    throws: Annotated[str, msgspec.Meta(min_length=3, max_length=3 * THROWS_MAX, pattern="^([1-6]{3})*$")]


class TableDiceQuery(Body, frozen=True):
    """The number of last rounds."""

    rounds: Annotated[int, msgspec.Meta(ge=1, le=THROWS_MAX)] = 2_000


class DiceTest(Body, frozen=True):
    """`freedom` is 0 if the statistic is normal; `passed` by Holm's method over all tests, at 99 %."""

    name: str
    statistic: float
    freedom: int
    p: float
    passed: bool


class EValue(Body, frozen=True):
    """The e-value after so many throws, as a power of ten."""

    throws: int
    log10_e: float


class Power(Body, frozen=True):
    """A face that comes up `excess` too often: how many throws show it in 90 of 100 cases at 1 %, if all dice are so or
    only a known one. `now` is the chance that the present number of throws shows it."""

    excess: float
    pooled: int
    one_die: int
    now: float


class DiceFigures(Body, frozen=True):
    """`faces` and `rolls` are counts, rolls in the order of the 56; `warned` and `alarmed` are the number of throws
    when the e-value first reached 100 and 1000, 0 if it never did."""

    throws: int
    dice_known: bool
    faces: tuple[int, ...]
    rolls: tuple[int, ...]
    course: tuple[EValue, ...]
    log10_peak: float
    warned: int
    alarmed: int
    tests: tuple[DiceTest, ...]
    power: tuple[Power, ...]
