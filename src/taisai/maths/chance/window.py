"""Where the sum of many steps can lie: Chernoff's bound, and the small remainders that it is made of."""

from typing import Final

import numpy as np

from taisai.maths.chance.lattice import Floats, Steps

OUTSIDE: Final = 45.0  # e^-45 is 3e-20: the most that may lie beyond each side of a window
TERMS: Final = 18
SMALL: Final = 1.0
EXPONENT_MAX: Final = 600.0
_TILTS: Final = np.exp2(np.arange(-20, 41) / 4)
_INVERSE_FACTORIALS: Final = 1 / np.cumprod(np.arange(1.0, TERMS + 3))


def exp_rest(exponent: Floats) -> Floats:
    """e^y - 1 - y, without loss where y is small."""
    small = np.clip(exponent, -SMALL, SMALL)
    series = np.zeros_like(small)
    for inverse in _INVERSE_FACTORIALS[TERMS:0:-1]:
        series = series * small + inverse
    return np.where(np.abs(exponent) <= SMALL, series * small**2, np.expm1(exponent) - exponent)


def sine_rest(angle: Floats) -> Floats:
    """sin y - y, without loss where y is small."""
    square = np.clip(angle, -SMALL, SMALL) ** 2
    series = np.zeros_like(square)
    for place in range(TERMS - 1, 0, -2):
        series = _INVERSE_FACTORIALS[place + 1] - series * square
    exact = np.sin(angle) - angle
    return np.where(np.abs(angle) <= SMALL, -series * square * angle, exact)


def cumulant(steps: Steps, tilt: float) -> float:
    """The logarithm of the mean of e^(tilt times the step), the steps less their mean."""
    return float(np.log1p(steps.chances @ exp_rest(tilt * steps.away)))


def reach(steps: Steps, rounds: int) -> tuple[float, float]:
    """How far below and above its mean the sum can lie, but for e^-45 on each side."""
    low, high = steps.away[0], steps.away[-1]
    return min(_reach(steps, rounds, -1), -low * rounds), min(_reach(steps, rounds, 1), high * rounds)


def _reach(steps: Steps, rounds: int, side: int) -> float:
    """Any tilt gives a bound; the best of some is near enough to the best of all."""
    spread = steps.variance**0.5
    if not spread:
        return 0.0
    tilts = side * _TILTS * (2 * OUTSIDE / rounds) ** 0.5 / spread
    tilts = tilts[np.abs(tilts) * max(-steps.away[0], steps.away[-1]) < EXPONENT_MAX]
    if not len(tilts):
        return float(rounds * max(-steps.away[0], steps.away[-1]))
    cumulants = np.log1p(exp_rest(tilts[:, None] * steps.away) @ steps.chances)
    return float(np.min((rounds * cumulants + OUTSIDE) / np.abs(tilts)))
