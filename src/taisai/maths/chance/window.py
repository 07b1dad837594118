"""The range of the sum of many steps: Chernoff's bound, and the small remainders that it needs."""

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
    """Return e^y - 1 - y, accurate for small y."""
    small = np.clip(exponent, -SMALL, SMALL)
    series = np.zeros_like(small)
    for inverse in _INVERSE_FACTORIALS[TERMS:0:-1]:
        series = series * small + inverse
    return np.where(np.abs(exponent) <= SMALL, series * small**2, np.expm1(exponent) - exponent)


def sine_rest(angle: Floats) -> Floats:
    """Return sin y - y, accurate for small y."""
    square = np.clip(angle, -SMALL, SMALL) ** 2
    series = np.zeros_like(square)
    for place in range(TERMS - 1, 0, -2):
        series = _INVERSE_FACTORIALS[place + 1] - series * square
    exact = np.sin(angle) - angle
    return np.where(np.abs(angle) <= SMALL, -series * square * angle, exact)


def cumulant(steps: Steps, tilt: float) -> float:
    """Return the logarithm of the mean of e^(tilt times step), for steps less their mean."""
    return float(np.log1p(steps.chances @ exp_rest(tilt * steps.away)))


def reach(steps: Steps, rounds: int) -> tuple[float, float]:
    """Return how far below and above its mean the sum can lie, except for e^-45 on each side."""
    low, high = steps.away[0], steps.away[-1]
    return min(_reach(steps, rounds, -1), -low * rounds), min(_reach(steps, rounds, 1), high * rounds)


def _reach(steps: Steps, rounds: int, side: int) -> float:
    """Return the best bound of some tilts. Any tilt gives a bound, and the best of these is close to the optimum."""
    spread = steps.variance**0.5
    if not spread:
        return 0.0
    tilts = side * _TILTS * (2 * OUTSIDE / rounds) ** 0.5 / spread
    tilts = tilts[np.abs(tilts) * max(-steps.away[0], steps.away[-1]) < EXPONENT_MAX]
    if not len(tilts):
        return float(rounds * max(-steps.away[0], steps.away[-1]))
    cumulants = np.log1p(exp_rest(tilts[:, None] * steps.away) @ steps.chances)
    return float(np.min((rounds * cumulants + OUTSIDE) / np.abs(tilts)))
