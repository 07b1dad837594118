"""The characteristic function of the sum of many steps, at the frequencies where it is not negligible.

For each frequency, the phase of a step is a whole number of turns, which is counted exactly, and a remainder. The
remainders, less their mean, sum to zero, so only their squares and cubes are summed: the logarithm of the function
stays accurate however often the function is multiplied by itself."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.fft import rfft  # type: ignore[import-untyped]

from taisai.maths.chance.lattice import Floats, Integers, Steps
from taisai.maths.chance.window import sine_rest
from taisai.maths.refusals import LabRefusal
from taisai.rules.refusals import Refused

NOTHING: Final = 48.0  # e^-48 is 1e-21: smaller values of the function are left out
SCREENED_ALWAYS, SCREENED_MAX = 2**16, 2**23
NARROWED_FROM: Final = 1000  # rounds; with fewer, too many frequencies matter
FREQUENCIES_MAX: Final = 2**20
CHUNK: Final = 2**14
NEAR, TINY = 0.5, 1e-300
SLACK: Final = 1e-14
WORD, HALF_WORD = 2**63, 2**31
DIGIT: Final = 2**20 - 1
Complex = NDArray[np.complex128]


class Many(NamedTuple):
    """`rounds` rounds of the same steps;

    `ways` are the chances as whole numbers, None if they are not known as such."""

    steps: Steps
    rounds: int
    ways: tuple[int, ...] | None


def matter(many: Many, size: int) -> Integers:
    """Return the frequencies from 0 to half of `size` at which the function exceeds e^-48."""
    if size <= SCREENED_ALWAYS or (size <= SCREENED_MAX and many.rounds < NARROWED_FROM):
        return _screened(many, size)
    return _narrowed(many, size)


def _screened(many: Many, size: int) -> Integers:
    placed = np.zeros(size)
    np.add.at(placed, many.steps.sizes % size, many.steps.chances)
    powers = np.abs(rfft(placed)) ** 2
    return np.flatnonzero(powers >= threshold(many.rounds))


def threshold(rounds: int) -> float:
    """Return the threshold for the square of one step's function, a little lower to allow for rounding."""
    return float(np.exp(-2 * NOTHING / rounds)) - SLACK


def _narrowed(many: Many, size: int) -> Integers:
    """Split cells of frequencies in four until a bound by value, slope and curvature rules them out."""
    last, least = size // 2, threshold(many.rounds)
    width = max(1, last // (8 * int(many.steps.sizes[-1]) + 8))
    starts = np.arange(0, last + 1, width)
    while len(starts):
        if len(starts) > FREQUENCIES_MAX:
            words = f"the results of this plan have no common unit that {many.rounds:,} rounds can be summed in"
            raise Refused(LabRefusal.LATTICE_TOO_LARGE, f"{words}; use rounder stakes", int(many.steps.sizes[-1]))
        bounds = np.concatenate([_bound(many.steps, part, width, size) for part in _chunks(starts)])
        starts = starts[bounds >= least]
        if width <= 4:
            found = np.unique(starts[:, None] + np.arange(width))
            return found[found <= last]
        finer = -(-width // 4)
        starts = (starts[:, None] + np.arange(0, width, finer)).ravel()
        width = finer
    raise AssertionError("the frequency 0 always matters")


def _chunks(numbers: Integers) -> Iterator[Integers]:
    for start in range(0, len(numbers), CHUNK):
        yield numbers[start : start + CHUNK]


def _bound(steps: Steps, starts: Integers, width: int, size: int) -> Floats:
    """Return an upper bound of the square of one step's function in each cell."""
    half, turn = width / 2, 2 * np.pi / size
    angles = (starts + half)[:, None] * turn * steps.away
    value = np.exp(1j * angles) @ steps.chances
    slope = (1j * np.exp(1j * angles) * steps.away) @ steps.chances
    rise = np.abs(2 * (value.conj() * slope).real)
    reach = half * turn
    return np.asarray(np.abs(value) ** 2 + rise * reach + steps.variance * reach**2)


def spectrum(many: Many, frequencies: Integers, size: int, away: float) -> Complex:
    """Return the function at each frequency, for the sum less a whole number of steps that is `away` below its mean."""
    if not len(frequencies):
        return np.zeros(0, dtype=np.complex128)
    return np.concatenate([_spectrum(many, part, size, away) for part in _chunks(frequencies)])


def _spectrum(many: Many, frequencies: Integers, size: int, away: float) -> Complex:
    steps, rounds = many.steps, many.rounds
    turns, left = _turns(frequencies, steps.sizes - steps.sizes[np.argmax(steps.chances)], size)
    angles = 2 * np.pi / size * (left - (left @ steps.chances)[:, None])
    real, imaginary = -2 * (np.sin(angles / 2) ** 2) @ steps.chances, sine_rest(angles) @ steps.chances
    phase = frequencies / size * away - _whole_turns(many, turns)
    return np.asarray(np.exp(rounds * _log1p(real, imaginary) + 2j * np.pi * phase))


def _log1p(real: Floats, imaginary: Floats) -> Complex:
    """Return log(1 + z). NumPy's complex version loses small parts beside one; the square alone loses small results."""
    square = real * (2 + real) + imaginary**2
    near = square > -NEAR
    size = np.where(
        near, np.log1p(np.where(near, square, 0)) / 2, np.log(np.maximum(np.hypot(1 + real, imaginary), TINY))
    )
    return np.asarray(size + 1j * np.arctan2(imaginary, 1 + real))


def _turns(frequencies: Integers, sizes: Integers, size: int) -> tuple[Integers, Integers]:
    """Return the whole turns of `size` nearest to each product, and what is left of it, exactly."""
    farthest = 2 * int(frequencies[-1]) * int(np.abs(sizes).max()) + size
    products = (frequencies if farthest < WORD else frequencies.astype(object))[:, None] * sizes
    turns = (2 * products + size) // (2 * size)
    return turns.astype(np.int64), (products - turns * size).astype(np.int64)


def _whole_turns(many: Many, turns: Integers) -> Floats:
    """Return the fractional part of the mean number of turns times `rounds`."""
    if many.ways is None:
        return np.asarray(many.rounds * (turns @ many.steps.chances) % 1)
    per = sum(many.ways)
    if per <= HALF_WORD:  # turns are fewer than 2^20, as sizes are, so neither a product nor their sum overflows
        return np.asarray((turns @ np.array(many.ways) % per) * (many.rounds % per) % per / per)
    parts = (turns @ np.array([ways >> place & DIGIT for ways in many.ways]) for place in _places(per))
    whole = sum(part.astype(object) << place for part, place in zip(parts, _places(per), strict=True))
    return np.asarray(whole * many.rounds % per / per, dtype=np.float64)


def _places(most: int) -> range:
    """Return where the digits of twenty bits of a number begin."""
    return range(0, most.bit_length(), DIGIT.bit_length())
