"""How far the stakes of a system's players spread, exactly."""

from fractions import Fraction
from math import log, sqrt
from typing import Final

import numpy as np

from taisai.maths.refusals import LabRefusal
from taisai.maths.ruin.bankroll import walk
from taisai.maths.systems.chain import Effort, chain
from taisai.maths.systems.course import Stand, placed
from taisai.maths.systems.ladder import Ladder
from taisai.rules.refusals import Refused

QUICK: Final = Effort(situations=50_000, steps=10**8)
MISSED: Final = log(2 / 0.01)  # in one case of a hundred, to either side


def farthest_staked(stand: Stand, rungs: Ladder, rounds: int, players: int) -> float | None:
    """Return how far the mean of what players stake is from the true one in at least 99 of a hundred cases, by
    Bernstein's inequality; None if the exact variance takes too long."""
    if stand.bankroll < stand.plan.staked or Fraction(stand.bankroll) % walk(stand.plan).unit:
        return None
    try:
        variance, most = _spread(stand, rungs, rounds)
    except Refused:
        return None
    return stand.plan.staked * (sqrt(2 * variance * MISSED / players) + most * MISSED / (3 * players))


def _spread(stand: Stand, rungs: Ladder, rounds: int) -> tuple[float, int]:
    """Return the variance of the plans that are staked in all rounds together, and how far they can be apart."""
    table, start = placed(stand, rungs, rounds)
    made = chain(table, start, rounds, QUICK.situations)
    if made.moves.nnz * rounds > QUICK.steps:
        words = f"{rounds:,} rounds of {len(made.banks):,} situations take too long"
        raise Refused(LabRefusal.LATTICE_TOO_LARGE, words, rounds)
    back, multiples = made.moves.T.tocsr(), made.multiples.astype(np.float64)
    mean, square = np.zeros(len(multiples)), np.zeros(len(multiples))
    for _ in range(rounds):
        onward = back @ mean
        square = multiples * (multiples + 2 * onward) + back @ square
        mean = multiples + onward
    variance = max(0.0, float(square[made.start] - mean[made.start] ** 2))
    return variance, rounds * int(made.multiples.max()) - int(made.multiples[made.start])
