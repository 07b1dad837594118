"""Many simulated evenings of a plan: for what exact methods cannot answer, and as a second opinion."""

from fractions import Fraction
from typing import Final

import msgspec
import numpy as np

from taisai.maths.chance.evening import checked_rounds
from taisai.maths.chance.lattice import Floats
from taisai.maths.plan import Plan
from taisai.maths.simulation.draws import CHUNK, STREAM, Draws, Progress, draws, fair, streams
from taisai.maths.simulation.estimate import Estimate, of_chance, of_mean

ROUNDS_MAX: Final = 10**12


class Simulated(msgspec.Struct, frozen=True):
    """`nets` has one net result for each evening of `rounds` rounds."""

    rounds: int
    seed: int
    nets: Floats

    @property
    def mean(self) -> Estimate:
        return of_mean(self.nets)

    @property
    def ahead(self) -> Estimate:
        return of_chance(int((self.nets > 0).sum()), len(self.nets))

    def quantile(self, chance: float) -> float:
        return float(np.quantile(self.nets, chance, method="inverted_cdf"))


def simulated(plan: Plan, rounds: int, evenings: int, seed: int, progress: Progress = lambda _done: None) -> Simulated:
    """The same seed gives the same evenings.

    >>> from taisai import paytable, plan
    >>> table = paytable("rws-6/2")
    >>> again = [simulated(plan(table, [(table.spots[0].id, 100)]), 200, 1000, seed=1).mean.value for _ in range(2)]
    >>> again[0] == again[1]
    True
    """
    checked_rounds(rounds * evenings)
    drawn, sources, drawn_from = draws(plan), streams(seed), 0
    source = next(sources)
    steps = np.diff([float(net) for net in drawn.nets])
    nets, each = np.full(evenings, rounds * float(drawn.nets[-1])), max(1, CHUNK // rounds)
    for start in range(0, evenings, each):
        part = nets[start : start + each]
        if drawn_from > STREAM:
            source, drawn_from = next(sources), 0
        _play(part, drawn, steps, rounds, source)
        drawn_from += len(part) * rounds
        progress(start + len(part))
    return Simulated(rounds, seed, nets)


def _play(nets: Floats, drawn: Draws, steps: Floats, rounds: int, source: np.random.SFC64) -> None:
    """Subtract, for each result below the best, the steps between."""
    for at in range(0, rounds, CHUNK):
        count = min(CHUNK, rounds - at)
        words = fair(source, len(nets) * count).reshape(len(nets), count)
        for limit, step in zip(drawn.thresholds[:-1], steps, strict=True):
            below = np.bitwise_count(np.packbits(words < limit, axis=1))
            nets -= step * below.sum(axis=1, dtype=np.int64)


def long_run(plan: Plan, rounds: int, seed: int, progress: Progress = lambda _done: None) -> dict[Fraction, int]:
    """Return how often each net result came in one long run."""
    drawn = draws(plan)
    counts = drawn.counts(streams(seed), checked_rounds(rounds, ROUNDS_MAX), progress)
    return dict(zip(drawn.nets, counts.tolist(), strict=True))


def paths(plan: Plan, rounds: int, players: int, seed: int) -> Floats:
    """Return each player's net result after each round, one row per player, starting at zero."""
    drawn, source = draws(plan), next(streams(seed))
    labels = drawn.labels(fair(source, players * rounds)).reshape(players, rounds)
    nets = np.array([float(net) for net in drawn.nets])
    return np.hstack([np.zeros((players, 1)), np.cumsum(nets[labels], axis=1)])
