"""What a simulation found, and its statistical error."""

from typing import Final

import msgspec
import numpy as np

from taisai.maths.chance.lattice import Floats

Z_99: Final = 2.5758293035489004  # 99 % of a normal distribution lies within this many deviations


class Estimate(msgspec.Struct, frozen=True):
    """With 99 % confidence the true number is within `error` of `value`; another seed gives another estimate.

    >>> print(Estimate(0.4861, 0.0013, 1_000_000))
    0.4861 ± 0.0013 (99 %, of 1,000,000)
    """

    value: float
    error: float
    tries: int

    def __str__(self) -> str:
        return f"{self.value:.6g} ± {self.error:.2g} (99 %, of {self.tries:,})"

    def __float__(self) -> float:
        return self.value

    def holds(self, exact: float) -> bool:
        """Whether a number lies within the error.

        >>> Estimate(0.4861, 0.0013, 1_000_000).holds(0.4855)
        True
        """
        return abs(self.value - exact) <= self.error


def of_mean(found: Floats) -> Estimate:
    tries = len(found)
    deviation = float(found.std(ddof=1)) if tries > 1 else 0.0
    return Estimate(float(found.mean()), Z_99 * deviation / tries**0.5, tries)


def of_chance(hits: int, tries: int) -> Estimate:
    """Return Wilson's interval, which is informative even without any hits."""
    share, square = hits / tries, Z_99**2 / tries
    middle = (share + square / 2) / (1 + square)
    half = Z_99 * float(np.sqrt(share * (1 - share) / tries + square / tries / 4)) / (1 + square)
    return Estimate(share, max(middle + half - share, share - middle + half), tries)
