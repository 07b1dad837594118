"""Many simulated evenings of a plan: for what exact methods cannot answer, and as a second opinion."""

from fractions import Fraction
from math import sqrt
from typing import Final

import msgspec
import numpy as np

from taisai.maths.chance.evening import checked_rounds
from taisai.maths.chance.lattice import Floats, Integers, Lattice
from taisai.maths.chance.quantiles import quantile
from taisai.maths.chance.sums import Sum
from taisai.maths.plan import Plan
from taisai.maths.simulation.draws import Progress, draws, fair, streams
from taisai.maths.simulation.estimate import Estimate, of_chance
from taisai.rules.refusals import Refused

ROUNDS_MAX: Final = 10**12
EVENINGS_MAX: Final = 10**9
CHUNK: Final = 2**20  # counts drawn at a time
OUTSIDE: Final = 0.005  # on either side of 99 %
CHEBYSHEV: Final = 10  # deviations that hold 99 % of any distribution


class Simulated(msgspec.Struct, frozen=True):
    """`nets` has one net result for each evening of `rounds` rounds of the plan."""

    plan: Plan
    rounds: int
    seed: int
    nets: Floats

    @property
    def mean(self) -> Estimate:
        """The mean of the evenings. How far it can be off is known exactly, even where nothing rare was drawn."""
        evenings = len(self.nets)
        return Estimate(float(self.nets.mean()), farthest(self.plan, self.rounds * evenings) / evenings, evenings)

    @property
    def ahead(self) -> Estimate:
        return of_chance(int((self.nets > 0).sum()), len(self.nets))

    def __repr__(self) -> str:
        return f"simulated({self.plan!r}, {self.rounds}, {len(self.nets)}, seed={self.seed})"

    def quantile(self, chance: float) -> float:
        return float(np.quantile(self.nets, chance, method="inverted_cdf"))


def farthest(plan: Plan, rounds: int) -> float:
    """Return how far the net result of all rounds is from its mean in at least 99 of a hundred cases."""
    if not plan.variance:
        return 0.0
    try:
        summed = Sum(Lattice.of(plan.distribution()), rounds)
        ends = quantile(summed, OUTSIDE), quantile(summed, 1 - OUTSIDE)
    except Refused:  # the exact results are too many
        return CHEBYSHEV * sqrt(rounds * plan.variance)
    return float(max(abs(end - rounds * summed.lattice.mean) for end in ends) * summed.lattice.step)


class _Results(msgspec.Struct, frozen=True):
    """The net results of a round with their chances, the likeliest last: it takes up what the others leave."""

    nets: tuple[Fraction, ...]
    chances: Floats

    def counts(self, generator: np.random.Generator, rounds: int, evenings: int) -> Integers:
        """Return how often each result comes in each evening."""
        return generator.multinomial(rounds, self.chances, evenings)


def _results(plan: Plan) -> _Results:
    likely = sorted(plan.distribution().items(), key=lambda one: one[1])
    return _Results(tuple(net for net, _ in likely), np.array([ways / plan.whole for _, ways in likely]))


def simulated(plan: Plan, rounds: int, evenings: int, seed: int, progress: Progress = lambda _done: None) -> Simulated:
    """Return simulated evenings; the same seed gives the same ones.

    >>> from taisai import paytable, plan
    >>> table = paytable("rws-6/2")
    >>> again = [simulated(plan(table, [(table.spots[0].id, 100)]), 200, 1000, seed=1).mean.value for _ in range(2)]
    >>> again[0] == again[1]
    True
    """
    rounds, evenings = checked_rounds(rounds), checked_rounds(evenings, EVENINGS_MAX, "evenings")
    checked_rounds(rounds * evenings)
    results, generator = _results(plan), np.random.Generator(next(streams(seed)))
    values = np.array([float(net) for net in results.nets])
    nets, each = np.empty(evenings), max(1, CHUNK // len(values))
    for start in range(0, evenings, each):
        part = results.counts(generator, rounds, min(each, evenings - start))
        nets[start : start + len(part)] = part @ values
        progress(start + len(part))
    return Simulated(plan, rounds, seed, nets)


def long_run(plan: Plan, rounds: int, seed: int) -> dict[Fraction, int]:
    """Return how often each net result came in one long run."""
    results = _results(plan)
    generator = np.random.Generator(next(streams(seed)))
    counts = results.counts(generator, checked_rounds(rounds, ROUNDS_MAX), 1)[0]
    return dict(zip(results.nets, counts.tolist(), strict=True))


def paths(plan: Plan, rounds: int, players: int, seed: int) -> Floats:
    """Return each player's net result after each round, one row per player, starting at zero."""
    drawn, source = draws(plan), next(streams(seed))
    labels = drawn.labels(fair(source, players * rounds)).reshape(players, rounds)
    nets = np.array([float(net) for net in drawn.nets])
    return np.hstack([np.zeros((players, 1)), np.cumsum(nets[labels], axis=1)])
