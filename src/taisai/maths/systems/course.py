"""The exact effect of a system on a bankroll, over bankroll and rung together."""

from fractions import Fraction
from typing import Final, NamedTuple

import msgspec
import numpy as np
from scipy.sparse import csc_array, csr_array, identity  # type: ignore[import-untyped]
from scipy.sparse.linalg import splu  # type: ignore[import-untyped]

from taisai.maths.chance.bounded import EPSILON, LEAST, Bounded
from taisai.maths.chance.evening import checked_rounds
from taisai.maths.chance.html import rows_html
from taisai.maths.chance.lattice import Floats
from taisai.maths.plan import Plan
from taisai.maths.refusals import LabRefusal
from taisai.maths.ruin.bankroll import Walk, checked_bankroll, places, walk
from taisai.maths.systems.chain import Chain, Effort, Table, chain, mean
from taisai.maths.systems.ladder import Ladder, climbed, kind, ladder
from taisai.rules.amounts import checked_amount
from taisai.rules.html import loaded_by, pasted
from taisai.rules.refusals import Refused

ROUNDING: Final = 4.0
SECURE: Final = 4.0  # what is multiplied with a residual has an error of its own
MULTIPLE_MAX: Final = 1_000
USUAL: Final = Effort()


class Course(msgspec.Struct, frozen=True, dict=True):
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
        """Return the smallest final bankroll that is not exceeded with at least this chance; a tie is a hit."""
        reached = np.cumsum(self.chances) + EPSILON * ROUNDING * (self.rounds + len(self.banks))
        place = int(np.searchsorted(reached, chance))
        return self.banks[min(place, len(self.banks) - 1)]

    def __repr__(self) -> str:
        return pasted(self, f"<Course of {self.system}: net {self.net}, goal {self.goal}, ruin {self.ruin}>")

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

    Without a goal the player stays; without a maximum, a thousand times the plan is the most.

    >>> stand = Stand(plan(paytable("rws-6/2"), {"big": 100}), bankroll=2000, goal=3000, maximum=6400)
    >>> stand.bankroll, stand.goal
    (2000, 3000)
    """

    plan: Plan
    bankroll: int
    goal: int | None = None
    minimum: int = 0
    maximum: int | None = None

    def __post_init__(self) -> None:
        checked_bankroll(self.bankroll)
        for amount, code, what in (
            (self.goal, LabRefusal.GOAL_INVALID, "a goal"),
            (self.minimum, LabRefusal.BANKROLL_INVALID, "a minimum"),
            (self.maximum, LabRefusal.BANKROLL_INVALID, "a maximum"),
        ):
            if amount is not None and checked_amount(amount, code, what) < 0:
                raise Refused(code, f"{amount} is not {what}; it cannot be below 0", str(amount))

    @property
    def most(self) -> int:
        """How many times the plan the table accepts at most.

        >>> stand = Stand(plan(paytable("rws-6/2"), {"big": 100}), bankroll=2000, goal=3000, maximum=6400)
        >>> stand.most
        64
        """
        return MULTIPLE_MAX if self.maximum is None else self.maximum // self.plan.staked

    def __repr__(self) -> str:
        told = (f", {name}={value!r}" for name in ("goal", "minimum", "maximum") if (value := getattr(self, name)))
        return f"Stand({self.plan!r}, {self.bankroll!r}{''.join(told)})"

    def checked(self, system: str) -> "Stand":
        """Return itself if the system can be played so; otherwise it is refused.

        >>> stand = Stand(plan(paytable("rws-6/2"), {"big": 100}), bankroll=2000, goal=3000, maximum=6400)
        >>> stand.checked("martingale") is stand
        True
        """
        if not self.minimum <= self.plan.staked <= (self.maximum or self.plan.staked):
            words = f"the table accepts {self.minimum} to {self.maximum}, but the plan stakes {self.plan.staked}"
            raise Refused(LabRefusal.BANKROLL_INVALID, words, self.plan.staked)
        if kind(system).even_money and set(self.plan.distribution()) != {self.plan.staked, -self.plan.staked}:
            words = f"{system} is for even money; this plan wins {self.plan.best} and loses {-self.plan.worst}"
            raise Refused(LabRefusal.SYSTEM_UNFIT, words, system)
        return self


def course(stand: Stand, system: str, rounds: int, effort: Effort = USUAL) -> Course:
    """Return the course over some rounds.

    If the bankroll does not cover a stake, the system restarts from its first.

    >>> stand = Stand(plan(paytable("rws-6/2"), {"big": 100}), bankroll=2000, goal=3000, maximum=6400)
    >>> found = course(stand, "martingale", rounds=60)
    >>> print(f"staked {found.staked.value:.0f}, net {found.net.value:.1f}")
    staked 5570, net -154.7
    """
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
    error = EPSILON * ROUNDING * (rounds * len(table.walk.moves) + 1)
    spread = mean(chances, np.abs(made.banks - int(Fraction(stand.bankroll) / table.walk.unit)))
    goal, ruin = (float(chances[ends].sum()) for ends in (made.at_goal, made.at_ruin))
    errors = _Errors(error * goal, error * ruin, error * (spread + 1), error * staked)
    return _told(stand, system, rounds, _End(made, chances, staked), errors)


def course_to_end(stand: Stand, system: str) -> Course:
    """Return the course until goal or ruin, however long it takes; its `rounds` is 0.

    >>> stand = Stand(plan(paytable("rws-6/2"), {"big": 100}), bankroll=2000, goal=3000, maximum=6400)
    >>> print(f"{course_to_end(stand, 'martingale').goal.value:.4f}")
    0.6103
    """
    if stand.goal is None:
        raise Refused(LabRefusal.GOAL_INVALID, "playing until goal or ruin needs a goal", "")
    table, start = _table(stand.checked(system), system, 1)
    made = chain(table, start, USUAL.situations)
    stays = np.flatnonzero(made.stays)
    first = int(Fraction(stand.bankroll) / table.walk.unit)
    gains = np.stack([made.at_goal, made.at_ruin, np.abs(made.banks - first) * ~made.stays], axis=1) * 1.0
    gained = np.hstack([made.moves[:, stays].T @ gains, made.multiples[stays, None]])
    visits, errors = _visits(made.moves[stays][:, stays], int(np.searchsorted(stays, made.start)), gained)
    chances = np.zeros(len(made.banks))
    chances[stays] = visits
    ended = np.where(made.stays, 0.0, made.moves @ chances)
    return _told(stand, system, 0, _End(made, ended, mean(chances, made.multiples)), errors)


class _End(NamedTuple):
    """Where play ends, with which chances, and how many plans have been staked on average."""

    made: Chain
    chances: Floats
    multiples: float


class _Errors(NamedTuple):
    """How far each figure can be off; `spread` is for the mean net, in units of the walk."""

    goal: float
    ruin: float
    spread: float
    multiples: float


def _visits(moves: csr_array, start: int, gained: Floats) -> tuple[Floats, _Errors]:
    """Return the expected visits of each situation, and the errors of four sums of what they bring.

    `gained` has what a visit brings. What a visit too much or too few brings until the end follows from the same
    equations, turned around; together with the residual of the visits it bounds the error of each sum."""
    count = moves.shape[0]
    inner = csc_array(identity(count, format="csc") - moves)
    solver = splu(inner, diag_pivot_thresh=0.0)  # its diagonal is the largest of each column, which keeps small digits
    right = np.zeros(count)
    right[start] = 1
    visits = solver.solve(right)
    brought = np.abs(solver.solve(np.ascontiguousarray(gained), trans="T"))
    left = np.abs(right - inner @ visits) + ROUNDING * EPSILON * (abs(inner) @ np.abs(visits))
    return visits, _Errors(*(SECURE * (left @ brought)).tolist())


def _table(stand: Stand, system: str, rounds: int) -> tuple[Table, int]:
    steps, bankroll = walk(stand.plan), Fraction(stand.bankroll)
    goal = Fraction(stand.goal) if stand.goal is not None else bankroll * 2
    if goal <= bankroll:
        raise Refused(LabRefusal.GOAL_INVALID, f"the goal of {goal} is not above the bankroll of {bankroll}", str(goal))
    places(Walk(goal, steps.stake, steps.moves, steps.ways), bankroll, goal)
    if bankroll % steps.unit:
        words = f"a bankroll of {bankroll} is not a multiple of {steps.unit}, the unit of all results"
        raise Refused(LabRefusal.BANKROLL_INVALID, words, str(bankroll))
    behind = int(bankroll if stand.goal is None else goal) // stand.plan.staked + (rounds if stand.goal is None else 0)
    return placed(stand, ladder(system, stand.most, behind), rounds)


def placed(stand: Stand, rungs: Ladder, rounds: int) -> tuple[Table, int]:
    """Return the table at which a ladder is climbed, and where the bankroll starts, in units."""
    steps, bankroll = walk(stand.plan), Fraction(stand.bankroll)
    start, up = int(bankroll / steps.unit), max(steps.moves[-1], 1)
    if stand.goal is None:
        rungs, plans = climbed(rungs, rounds)
        last = start + plans * up + 1
    else:
        last = -int(-Fraction(stand.goal) // steps.unit)
    return Table(steps, rungs, steps.stake, last, last + max(rung.multiple for rung in rungs) * up), start


def _told(stand: Stand, system: str, rounds: int, end: _End, errors: _Errors) -> Course:
    unit, (made, chances, multiples) = walk(stand.plan).unit, end
    net = mean(chances, made.banks - int(Fraction(stand.bankroll) / unit))
    banks, places_ = np.unique(made.banks, return_inverse=True)
    goal, ruin = float(chances[made.at_goal].sum()), float(chances[made.at_ruin].sum())
    staked = Bounded(multiples * stand.plan.staked, errors.multiples * stand.plan.staked)
    made_by = f"course({stand!r}, {system!r}, {rounds})" if rounds else f"course_to_end({stand!r}, {system!r})"
    found = Course(
        system, rounds,
        Bounded(goal, max(errors.goal, LEAST)) if stand.goal is not None else Bounded(0.0, 0.0),
        Bounded(ruin, max(errors.ruin, LEAST)),
        Bounded(net * float(unit), errors.spread * float(unit)), staked,
        tuple(int(bank) * unit for bank in banks), np.asarray(np.bincount(places_, chances), dtype=np.float64),
    )  # fmt: skip
    return loaded_by(found, made_by)
