"""The exact effect of a system on a bankroll, over bankroll and rung together."""

from fractions import Fraction
from typing import Final

import msgspec
import numpy as np
from scipy.sparse import csc_array, identity  # type: ignore[import-untyped]
from scipy.sparse.linalg import splu  # type: ignore[import-untyped]

from taisai.maths.chance.bounded import EPSILON, Bounded
from taisai.maths.chance.evening import checked_rounds
from taisai.maths.chance.html import rows_html
from taisai.maths.chance.lattice import Floats
from taisai.maths.plan import Plan
from taisai.maths.refusals import LabRefusal
from taisai.maths.ruin.bankroll import Walk, places, walk
from taisai.maths.systems.chain import Chain, Effort, Table, chain, mean
from taisai.maths.systems.ladder import climbed, kind, ladder
from taisai.rules.refusals import Refused

ROUNDING: Final = 4.0
MULTIPLE_MAX: Final = 1_000
USUAL: Final = Effort()


class Course(msgspec.Struct, frozen=True):
    """`net` is the mean win or loss and `staked` the mean of all stakes; `banks` are where players end.

    By Wald's identity, `net` is minus the edge times `staked`: no system changes what a staked unit costs."""

    system: str
    rounds: int
    goal: Bounded
    ruin: Bounded
    net: Bounded
    staked: Bounded
    banks: tuple[Fraction, ...]
    chances: Floats

    @property
    def playing(self) -> Bounded:
        return Bounded(max(0.0, 1 - self.goal.value - self.ruin.value), self.goal.error + self.ruin.error)

    def quantile(self, chance: float) -> Fraction:
        """Return the smallest final bankroll that is not exceeded with at least this chance."""
        place = int(np.searchsorted(np.cumsum(self.chances), chance))
        return self.banks[min(place, len(self.banks) - 1)]

    def _repr_html_(self) -> str:
        rows = {
            "net": self.net,
            "staked": self.staked,
            "goal": self.goal,
            "ruin": self.ruin,
            "median": self.quantile(0.5),
        }
        return rows_html(self.system, rows)


class Stand(msgspec.Struct, frozen=True):
    """The player: plan, bankroll and goal. `maximum` is the most that the table accepts.

    Without a goal the player stays; without a maximum, a thousand times the plan is the most."""

    plan: Plan
    bankroll: int
    goal: int | None = None
    minimum: int = 0
    maximum: int | None = None

    @property
    def most(self) -> int:
        return MULTIPLE_MAX if self.maximum is None else self.maximum // self.plan.staked

    def checked(self, system: str) -> "Stand":
        if not self.minimum <= self.plan.staked <= (self.maximum or self.plan.staked):
            words = f"the table accepts {self.minimum} to {self.maximum}, but the plan stakes {self.plan.staked}"
            raise Refused(LabRefusal.BANKROLL_INVALID, words, self.plan.staked)
        if kind(system).even_money and set(self.plan.distribution()) != {self.plan.staked, -self.plan.staked}:
            words = f"{system} is for even money; this plan wins {self.plan.best} and loses {-self.plan.worst}"
            raise Refused(LabRefusal.SYSTEM_UNFIT, words, system)
        return self


def course(stand: Stand, system: str, rounds: int, effort: Effort = USUAL) -> Course:
    """Return the course over some rounds.

    If the bankroll does not cover a stake, the system restarts from its first."""
    table, start = _table(stand.checked(system), system, checked_rounds(rounds))
    made = chain(table, start, rounds, effort.situations)
    if made.moves.nnz * rounds > effort.steps:
        words = f"{rounds:,} rounds of {len(made.banks):,} situations take too long; simulate them"
        raise Refused(LabRefusal.LATTICE_TOO_LARGE, words, rounds)
    chances, staked = np.zeros(len(made.banks)), 0.0
    chances[made.start] = 1
    for _ in range(rounds):
        staked += mean(chances, made.multiples)
        chances = made.moves @ chances
    error = EPSILON * ROUNDING * rounds * len(table.walk.moves)
    return _told(stand, system, rounds, made, chances, Bounded(staked, error * staked))


def course_to_end(stand: Stand, system: str) -> Course:
    """Return the course until goal or ruin, however long it takes; its `rounds` is 0."""
    if stand.goal is None:
        raise Refused(LabRefusal.GOAL_INVALID, "playing until goal or ruin needs a goal", "")
    table, start = _table(stand.checked(system), system, 1)
    made = chain(table, start, USUAL.situations)
    stays = np.flatnonzero(made.stays)
    inner = csc_array(identity(len(stays), format="csc") - made.moves[stays][:, stays])
    visits, error = _visits(inner, int(np.searchsorted(stays, made.start)))
    chances = np.zeros(len(made.banks))
    chances[stays] = visits
    ended = np.where(made.stays, 0.0, made.moves @ chances)
    staked = mean(chances, made.multiples)
    return _told(stand, system, 0, made, ended, Bounded(staked, error * staked))


def _visits(inner: csc_array, start: int) -> tuple[Floats, float]:
    """Return the expected visits of each situation, and the error of all of them, from the residual."""
    right = np.zeros(inner.shape[0])
    right[start] = 1
    visits = splu(inner).solve(right)
    left = np.abs(right - inner @ visits).sum() + ROUNDING * EPSILON * np.abs(visits).sum()
    return visits, float(left)


def _table(stand: Stand, system: str, rounds: int) -> tuple[Table, int]:
    steps, bankroll = walk(stand.plan), Fraction(stand.bankroll)
    goal = Fraction(stand.goal) if stand.goal is not None else bankroll * 2
    places(Walk(goal, steps.stake, steps.moves, steps.ways), bankroll, goal)
    if bankroll % steps.unit:
        words = f"a bankroll of {bankroll} is not a multiple of {steps.unit}, the unit of all results"
        raise Refused(LabRefusal.BANKROLL_INVALID, words, str(bankroll))
    behind = int(bankroll if stand.goal is None else goal) // stand.plan.staked + (rounds if stand.goal is None else 0)
    rungs, start, up = ladder(system, stand.most, behind), int(bankroll / steps.unit), max(steps.moves[-1], 1)
    if stand.goal is None:
        rungs, plans = climbed(rungs, rounds)
        last = start + plans * up + 1
    else:
        last = -int(-goal // steps.unit)
    return Table(steps, rungs, steps.stake, last, last + max(rung.multiple for rung in rungs) * up), start


def _told(stand: Stand, system: str, rounds: int, made: Chain, chances: Floats, multiples: Bounded) -> Course:
    unit = walk(stand.plan).unit
    error = multiples.error / max(multiples.value, 1.0) + EPSILON * ROUNDING
    start = int(Fraction(stand.bankroll) / unit)
    net = mean(chances, made.banks - start) * float(unit)
    spread = float(chances @ np.abs(made.banks - start)) * float(unit)
    banks, places_ = np.unique(made.banks, return_inverse=True)
    staked = Bounded(multiples.value * stand.plan.staked, multiples.error * stand.plan.staked)
    goal, ruin = float(chances[made.at_goal].sum()), float(chances[made.at_ruin].sum())
    return Course(
        system, rounds,
        Bounded(goal if stand.goal is not None else 0.0, error * goal),
        Bounded(ruin, error * ruin),
        Bounded(net, error * (spread + float(unit))), staked,
        tuple(int(bank) * unit for bank in banks), np.asarray(np.bincount(places_, chances), dtype=np.float64),
    )  # fmt: skip
