"""The distribution of a short sum at once: where few frequencies are, finding out which matter takes longest.

Which way is fastest depends on the size. Rounds of two results are counted (binomially). A few rounds are added one
after the other, of positive numbers, which loses no digits. More of them are added by a transform, and its values
multiplied by themselves; still more are raised to a power by their logarithm."""

from functools import lru_cache
from math import exp, log, log2, pi, sqrt
from typing import Final

import numpy as np
from scipy.fft import next_fast_len  # type: ignore[import-untyped]

from taisai.maths.chance.bounded import EPSILON
from taisai.maths.chance.lattice import Floats, Lattice
from taisai.maths.chance.spectrum import NOTHING, Complex, threshold
from taisai.maths.chance.window import EXPONENT_MAX

COUNTED_MAX: Final = 2**14  # rounds; of more results, most have no chance worth counting
UPWARD_MAX: Final = 2**10  # rounds; of more, the chance of no win loses digits
CONVOLVED_MAX: Final = 256  # results that are convolved
FAST_MAX: Final = 6_000  # results; of more, a transform of one round loses too much
ANGLES_MAX: Final = 2**17  # products of results and those of one round
FEW: Final = 256  # rounds; their function is multiplied by itself, which loses a digit or two
POINTS_MAX: Final = 2**20
RAISED_MAX: Final = 2**13
PRECISE: Final = 9e-13  # what loses more is left to the other way
MULTIPLIED: Final = 1.25  # how many last digits a complex product may be off: at most the root of five halves
TRANSFORMED: Final = 2.0  # the same for each doubling of a transform
ANGLED: Final = 4.0  # the same for each part of a logarithm
TURNED: Final = 32.0  # the same for a power of it
RATIO: Final = 2.5  # the same for the ratio of two neighbours
SUMMED: Final = 16.0  # the same for a sum of all, and for what it divides

Found = tuple[Floats, float]


def at_once(lattice: Lattice, rounds: int) -> Found | None:
    """Return the chances of all sums and the total variation that they can be off; None if the other way is better."""
    count = rounds * lattice.top + 1
    if lattice.top == 1 and 1 < rounds <= COUNTED_MAX:
        return _counted(lattice, rounds)
    if rounds == 1 or count <= CONVOLVED_MAX:
        return _convolved(lattice, rounds)
    size = int(next_fast_len(count, real=True))
    found = _transformed(lattice, rounds, size) if rounds <= FEW and count <= POINTS_MAX else None
    return found or (_raised(lattice, rounds, size) if count <= RAISED_MAX else None)


def _counted(lattice: Lattice, rounds: int) -> Found:
    """Return a binomial distribution, by the ratios of neighbours: from no win on, or from the likeliest on."""
    (lost, won), whole = lattice.ways, lattice.all_ways
    places = np.arange(rounds + 1.0)
    places[0] = 1
    ratios = ((rounds + 1 - places) * (won / lost)) / places
    if rounds <= UPWARD_MAX and rounds * (log(whole) - log(lost)) < EXPONENT_MAX:
        ratios[0] = (lost / whole) ** rounds
        error = EPSILON * (RATIO * rounds * won / whole + rounds + RATIO)
        return np.asarray(np.cumprod(ratios), dtype=np.float64), error
    middle = min(rounds, (rounds + 1) * won // whole)
    chances = np.ones(rounds + 1)
    np.cumprod(ratios[middle + 1 :], out=chances[middle + 1 :])
    np.cumprod(1 / ratios[1 : middle + 1][::-1], out=chances[:middle][::-1])
    chances /= chances.sum()
    return chances, EPSILON * (RATIO * (sqrt(rounds * won * lost) / whole + 1) + SUMMED)


def _transformed(lattice: Lattice, rounds: int, size: int) -> Found | None:
    """Raise the function of one round to a power, from a transform or, where that loses too much, from exact angles."""
    doublings = TRANSFORMED * log2(size)
    if size <= FAST_MAX:
        found = _multiplied(lattice, rounds, size, np.fft.rfft(_placed(lattice), size), doublings)
        if found:
            return found
    if size * len(lattice.sizes) > ANGLES_MAX:
        return None
    sizes, chances, _ = lattice.steps
    turned = _roots(size).take(np.outer(sizes, np.arange(size // 2 + 1)), mode="wrap")
    return _multiplied(lattice, rounds, size, chances @ turned, (len(sizes) + 3) / 2)


def _multiplied(lattice: Lattice, rounds: int, size: int, once: Complex, lost: float) -> Found | None:
    """Multiply the function by itself. It is off by so many last digits, at each frequency, for each round.

    By Jensen the mean of a power of it is at most that power of the mean of a higher one."""
    values, square, left = None, once, rounds
    while left:
        if left & 1:
            values = square if values is None else values * square
        left >>= 1
        square = square * square if left else square
    assert values is not None
    mean = float(np.vdot(values, values).real) / len(values)
    spent = rounds * (MULTIPLIED + lost) * sqrt(mean) ** ((rounds - 1) / rounds) + TRANSFORMED * log2(size) * sqrt(mean)
    error = EPSILON * sqrt(len(values) / 2) * spent
    if error >= PRECISE:
        return None
    return np.maximum(np.fft.irfft(values, size)[: rounds * lattice.top + 1], 0), error


@lru_cache(16)
def _roots(size: int) -> Complex:
    """Return the parts of a turn, in the direction of a transform."""
    return np.asarray(np.exp(-2j * pi / size * np.arange(size)))


def _convolved(lattice: Lattice, rounds: int) -> Found:
    """Return a distribution, and how many last digits each chance of it may be off, relatively: all are positive.

    A sum of products is off by half a digit for each product."""
    square, lost_square, many = _placed(lattice), 0.5, len(lattice.sizes)
    found, lost, terms, left = square, 0.0, 0, rounds
    while True:
        if left & 1:
            if terms:
                lost += lost_square + (min(terms, many) + 1) / 2
                found, terms = np.convolve(found, square), min(terms * many, len(found) + len(square))
            else:
                found, lost, terms = square, lost_square, many
        left >>= 1
        if not left:
            return found, EPSILON * lost
        square, lost_square, many = (
            np.convolve(square, square), 2 * lost_square + (many + 1) / 2, min(many * (many + 1) // 2, 2 * len(square))
        )  # fmt: skip


def _placed(lattice: Lattice) -> Floats:
    placed = np.zeros(lattice.top + 1)
    placed[lattice.steps.sizes] = lattice.steps.chances
    return placed


def _raised(lattice: Lattice, rounds: int, size: int) -> Found | None:
    """Raise the function by its logarithm, where it matters, from angles that are exact but for one rounding.

    Steps are counted from the commonest, so that what is added to one is small wherever the power is not."""
    sizes, chances, _ = lattice.steps
    once = np.fft.rfft(_placed(lattice), size)
    commonest = int(chances.argmax())
    kept = np.flatnonzero(once.real**2 + once.imag**2 >= threshold(rounds))
    angles = ((kept[:, None] * (sizes - sizes[commonest]) + size // 2) % size - size // 2) * (pi / size)
    sines, double = np.sin(angles), 2 * chances
    real, imaginary = -(sines * sines) @ double, -(sines * np.cos(angles)) @ double
    square, felt = real * (2 + real) + imaginary * imaginary, np.abs(sines) @ double
    powers = rounds * (np.log1p(square) / 2 + 1j * np.arctan2(imaginary, 1 + real))
    values: Complex = np.zeros(len(once), dtype=np.complex128)
    values[kept] = np.exp(powers)
    digits = np.exp(powers.real) * (TURNED + TRANSFORMED * log2(size) + ANGLED * rounds * felt / (1 + square))
    error = EPSILON * sqrt(digits @ digits / 2) + sqrt(size) * exp(-NOTHING)
    if error >= PRECISE:
        return None
    found, shift = np.fft.irfft(values, size), rounds * int(sizes[commonest]) % size
    return np.maximum((np.roll(found, shift) if shift else found)[: rounds * lattice.top + 1], 0), error
