"""Chances far from the middle, to full digits: the steps are tilted until what is asked for is their middle."""

from fractions import Fraction
from math import exp, log
from typing import Final

import numpy as np

from taisai.maths.chance.bounded import EPSILON, Bounded
from taisai.maths.chance.lattice import Floats, Lattice, Steps
from taisai.maths.chance.spectrum import Many, matter, spectrum
from taisai.maths.chance.sums import BEYOND, ROUNDING, Waves, fast_size, stretch
from taisai.maths.chance.window import EXPONENT_MAX, cumulant, reach

NEWTONS: Final = 60
LEAST: Final = 1e-307  # a chance that is smaller is taken for zero


def at_least(lattice: Lattice, rounds: int, steps: int) -> Bounded:
    """The chance that the rounds take so many steps together, or more."""
    if steps <= 0:
        return Bounded(1.0, 0.0)
    if steps > rounds * lattice.top:
        return Bounded(0.0, 0.0)
    if steps == rounds * lattice.top:
        return _power(Fraction(lattice.ways[-1], lattice.all_ways), rounds)
    if steps <= rounds * lattice.mean:
        return _tail(lattice.mirrored, rounds, rounds * lattice.top - steps + 1).rest
    return _tail(lattice, rounds, steps)


def at_most(lattice: Lattice, rounds: int, steps: int) -> Bounded:
    return at_least(lattice.mirrored, rounds, rounds * lattice.top - steps)


def _power(chance: Fraction, rounds: int) -> Bounded:
    exponent = rounds * (log(chance.numerator) - log(chance.denominator))
    value = exp(exponent)
    return Bounded(value, max(value * EPSILON * (ROUNDING * abs(exponent) + 1), LEAST))


def _tail(lattice: Lattice, rounds: int, steps: int) -> Bounded:
    """Of a sum above the mean. The tilt takes the chances from the steps and gives them back as a factor."""
    if steps <= 0:
        return Bounded(1.0, 0.0)
    if steps >= rounds * lattice.top:
        return at_least(lattice, rounds, steps)
    wanted = float(Fraction(steps, rounds) - lattice.mean)
    tilt = _tilt(lattice.steps, wanted)
    tilted, drift = _tilted(lattice, tilt, wanted)
    exponent = rounds * (cumulant(lattice.steps, tilt) - tilt * wanted)
    below, above = reach(tilted, rounds)
    size = fast_size(int(below + above + 2 * abs(rounds * drift)) + 5)
    many = Many(tilted, rounds, None)
    frequencies = matter(many, size)
    waves = Waves(frequencies, spectrum(many, frequencies, size, rounds * drift), size)
    shares = stretch(waves, 0, int(above + abs(rounds * drift)) + 3, tilt)
    scale = exp(exponent)
    value = scale * float(shares.real.sum())
    noise = float(np.abs(shares) @ waves.roundings(rounds))
    error = EPSILON * (scale * noise + value * ROUNDING * abs(exponent)) + scale * BEYOND
    return Bounded(value, max(error, LEAST))


def _tilt(steps: Steps, wanted: float) -> float:
    """So that the mean step is `wanted` above what it was: Newton, kept between two bounds by halving."""
    low, high = 0.0, EXPONENT_MAX / float(steps.away[-1] - steps.away[0])
    tilt = min(wanted / steps.variance, high / 2)
    for _ in range(NEWTONS):
        chances, drift = _drift(steps, tilt, wanted)
        low, high = (tilt, high) if drift < 0 else (low, tilt)
        variance = float(chances @ (steps.away - wanted) ** 2) - drift**2
        better = tilt - drift / variance if variance > 0 else low
        better = better if low < better < high else (low + high) / 2
        if abs(better - tilt) <= 4 * EPSILON * tilt:
            return better
        tilt = better
    return tilt


def _drift(steps: Steps, tilt: float, wanted: float) -> tuple[Floats, float]:
    """The tilted chances, and by how much their mean is more than wanted, without loss where the tilt is small."""
    grown = np.expm1(tilt * steps.away)
    whole = 1 + float(steps.chances @ grown)
    more = float((steps.chances * steps.away) @ grown) - wanted * whole
    return steps.chances * (1 + grown) / whole, more / whole


def _tilted(lattice: Lattice, tilt: float, wanted: float) -> tuple[Steps, float]:
    chances, drift = _drift(lattice.steps, tilt, wanted)
    away = lattice.steps.away - (wanted + drift)
    return Steps(lattice.steps.sizes, chances, away), drift
