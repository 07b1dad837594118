"""The distribution of a short sum at once: where few frequencies are, finding out which matter takes longest."""

from math import exp, log2, pi, sqrt
from typing import Final

import numpy as np
from scipy.fft import irfft, next_fast_len, rfft  # type: ignore[import-untyped]

from taisai.maths.chance.bounded import EPSILON
from taisai.maths.chance.lattice import Floats, Lattice
from taisai.maths.chance.spectrum import NOTHING, Complex, threshold

FEW: Final = 128  # rounds; their function is multiplied by itself, which loses a digit or two
POINTS_MAX: Final = 2**20
RAISED_MAX: Final = 2**13
ROUNDS_MAX: Final = RAISED_MAX
PRECISE: Final = 9e-13  # what loses more is left to the other way
MULTIPLIED: Final = 2.0  # how many last digits a complex product may be off, generously
TRANSFORMED: Final = 2.0  # the same for each doubling of a transform
ANGLED: Final = 4.0  # the same for each part of a logarithm
TURNED: Final = 32.0  # the same for a power of it


def at_once(lattice: Lattice, rounds: int) -> tuple[Floats, float] | None:
    """Return the chances of all sums and the total variation that they can be off; None if the other way is better."""
    count = rounds * lattice.top + 1
    if count > (POINTS_MAX if rounds <= FEW else RAISED_MAX):
        return None
    size = int(next_fast_len(count, real=True))
    placed = np.zeros(lattice.top + 1)
    placed[lattice.steps.sizes] = lattice.steps.chances
    once = rfft(placed, size)
    for way, most, longest in ((_multiplied, FEW, POINTS_MAX), (_raised, ROUNDS_MAX, RAISED_MAX)):
        if rounds <= most and count <= longest:
            chances, error = way(lattice, rounds, once, size)
            if error < PRECISE:
                return np.maximum(chances[:count], 0), error
    return None


def _multiplied(_: Lattice, rounds: int, once: Complex, size: int) -> tuple[Floats, float]:
    values, square, left = None, once, rounds
    while left:
        if left & 1:
            values = square if values is None else values * square
        left >>= 1
        square = square * square if left else square
    before = (once.real**2 + once.imag**2) ** (rounds - 1)
    digits = rounds * (MULTIPLIED + TRANSFORMED * log2(size)) + TRANSFORMED * log2(size)
    return irfft(values, size), EPSILON * digits * sqrt(before.sum() / 2)


def _raised(lattice: Lattice, rounds: int, once: Complex, size: int) -> tuple[Floats, float]:
    """Raise the function by its logarithm, where it matters, from angles that are exact but for one rounding.

    Steps are counted from the commonest, so that what is added to one is small wherever the power is not."""
    sizes, chances, _ = lattice.steps
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
    found, shift = irfft(values, size), rounds * int(sizes[commonest]) % size
    return (np.roll(found, shift) if shift else found), error
