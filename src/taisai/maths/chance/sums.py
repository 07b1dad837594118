"""The sum of many rounds' steps: its whole distribution, and the chance of any range."""

from functools import cached_property
from typing import Final, NamedTuple

import msgspec
import numpy as np
from scipy.fft import irfft, next_fast_len  # type: ignore[import-untyped]

from taisai.maths.chance.bounded import EPSILON, Bounded
from taisai.maths.chance.lattice import Floats, Integers, Lattice
from taisai.maths.chance.short import at_once
from taisai.maths.chance.spectrum import NOTHING, Complex, Many, matter, spectrum
from taisai.maths.chance.window import OUTSIDE, reach
from taisai.maths.refusals import LabRefusal
from taisai.rules.refusals import Refused

POINTS_MAX: Final = 2**23
FEW: Final = 2**11  # sums of which none is left out: finding out which can be would take longer
ROUNDING: Final = 8.0  # how many last digits a logarithm may be off, generously
TURNING: Final = 64.0  # the same for rotations, divisions and sums afterwards
BEYOND: Final = 2 * float(np.exp(-OUTSIDE))


class Points(NamedTuple):
    """The chances of `first` steps, one more and so on; `error` bounds the total variation distance from the truth."""

    first: int
    chances: Floats
    error: float


class Waves(NamedTuple):
    """A spectrum: its frequencies, its values there, and the number of parts of a turn."""

    frequencies: Integers
    values: Complex
    size: int

    @property
    def weight(self) -> Floats:
        """The weights: every frequency except zero and the half stands for two."""
        doubled = (self.frequencies > 0) & (2 * self.frequencies != self.size)
        return np.where(doubled, 2.0, 1.0)

    def roundings(self, rounds: int) -> Floats:
        """Return the possible error of each value in last digits: that of one round, times `rounds`."""
        sizes = np.maximum(np.abs(self.values), np.exp(-NOTHING))
        return np.asarray(TURNING + ROUNDING * rounds * np.expm1(-np.log(sizes) / rounds))


class Sum(msgspec.Struct, frozen=True, dict=True):
    """The sum of `rounds` rounds of the same lattice, in steps."""

    lattice: Lattice
    rounds: int

    def __repr__(self) -> str:
        return f"<Sum of {self.rounds:,} rounds of {self.lattice!r}>"

    @cached_property
    def many(self) -> Many:
        return Many(self.lattice.steps, self.rounds, self.lattice.ways)

    @cached_property
    def middle(self) -> int:
        return round(self.rounds * self.lattice.mean)

    @cached_property
    def window(self) -> tuple[int, int]:
        """The first and the last sum; all others together have less than 1e-18."""
        if self.rounds * self.lattice.top < FEW:
            return 0, self.rounds * self.lattice.top
        below, above = reach(self.lattice.steps, self.rounds)
        first = max(0, self.middle - int(below) - 2)
        return first, min(self.rounds * self.lattice.top, self.middle + int(above) + 2)

    @cached_property
    def waves(self) -> Waves:
        first, last = self.window
        size = fast_size(last - first + 1)
        frequencies = matter(self.many, size)
        away = float(self.rounds * self.lattice.mean - self.middle)
        return Waves(frequencies, spectrum(self.many, frequencies, size, away), size)

    @cached_property
    def points(self) -> Points:
        found = at_once(self.lattice, self.rounds) if self.lattice.top else None
        return Points(0, *found) if found else self._selected()

    def _selected(self) -> Points:
        """Return the points of the window, from the frequencies that matter alone."""
        first, last = self.window
        if last - first >= POINTS_MAX:
            words = f"the whole distribution has {last - first + 1:,} results; use quantiles instead"
            raise Refused(LabRefusal.LATTICE_TOO_LARGE, words, last - first + 1)
        waves = self.waves
        spread = np.zeros(waves.size // 2 + 1, dtype=np.complex128)
        spread[waves.frequencies] = waves.values.conj()
        chances = np.roll(irfft(spread, waves.size), self.middle - first)[: last - first + 1]
        return Points(first, np.maximum(chances, 0), self._variation())

    def _variation(self) -> float:
        """Bound the error by Parseval: that of all points is at most that of the spectrum, squared and summed."""
        waves = self.waves
        roundings = waves.roundings(self.rounds) + np.log2(waves.size)
        rounding = EPSILON / 2 * np.sqrt(waves.weight @ (np.abs(waves.values) * roundings) ** 2)
        return float(rounding + BEYOND + np.sqrt(waves.size) * np.exp(-NOTHING))

    def between(self, first: int, last: int) -> Bounded:
        """Return the chance of a sum from `first` to `last`, inclusive."""
        low, high = self.window
        first, last = max(first, low), min(last, high)
        if first > last:
            return Bounded(0.0, BEYOND)
        shares = stretch(self.waves, first - self.middle, last - first + 1, 0.0)
        chance = float(shares.real.sum())
        error = EPSILON * float(np.abs(shares) @ self.waves.roundings(self.rounds)) + BEYOND
        return Bounded(min(max(chance, 0.0), 1.0), error)


def fast_size(least: int) -> int:
    """Return at least this many points, rounded up to a fast transform size if they are transformed at once."""
    return int(next_fast_len(least, real=True)) if least <= POINTS_MAX else least


def stretch(waves: Waves, start: int, count: int, tilt: float) -> Complex:
    """Return each frequency's part of `count` chances from `start` on, the nth of them weighted e^(-tilt n)."""
    size = waves.size
    turned = -2j * np.pi / size * _residue(waves.frequencies, start, size)
    whole = -tilt * count - 2j * np.pi / size * _residue(waves.frequencies, count, size)
    single = -tilt - 2j * np.pi / size * waves.frequencies
    ratio = np.full(len(single), count, dtype=np.complex128)
    np.divide(np.expm1(whole), np.expm1(single), out=ratio, where=single != 0)
    return np.asarray(waves.values * np.exp(turned) * ratio * waves.weight / size)


def _residue(frequencies: Integers, count: int, size: int) -> Floats:
    """Return the products with `count` modulo whole turns, exactly, however large they are."""
    if size * size < 2**62:
        return np.asarray(frequencies * (count % size) % size, dtype=np.float64)
    return np.array([int(one) * count % size for one in frequencies], dtype=np.float64)
