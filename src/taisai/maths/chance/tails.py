"""Chances far from the middle, to full accuracy: the steps are tilted until the wanted sum is their middle."""

from fractions import Fraction
from math import exp, log, log1p
from typing import Final, NamedTuple

import numpy as np

from taisai.maths.chance.bounded import EPSILON, LEAST, Bounded
from taisai.maths.chance.lattice import Floats, Lattice, Steps
from taisai.maths.chance.spectrum import Many, matter, spectrum
from taisai.maths.chance.sums import BEYOND, ROUNDING, Waves, fast_size, stretch
from taisai.maths.chance.window import EXPONENT_MAX, cumulant, reach

NEWTONS: Final = 60
SUMMING: Final = 6.0  # how many last digits each part of an exponent may be off


class _Tilted(NamedTuple):
    """`drift` is how far its mean exceeds the wanted one; `spent` is the sum of magnitudes in the exponent."""

    steps: Steps
    tilt: float
    drift: float
    exponent: float
    spent: float


def at_least(lattice: Lattice, rounds: int, steps: int) -> Bounded:
    """Return the chance that the rounds take this many steps or more in total."""
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
    exponent = rounds * (log1p(float(chance - 1)) if 2 * chance > 1 else log(chance))
    value = exp(exponent)
    return Bounded(value, max(value * EPSILON * (ROUNDING * abs(exponent) + 2), LEAST))


def _tail(lattice: Lattice, rounds: int, steps: int) -> Bounded:
    """Return the chance of a sum above the mean. The tilt moves the chances of the steps into a factor."""
    if steps <= 0:
        return Bounded(1.0, 0.0)
    if steps >= rounds * lattice.top:
        return at_least(lattice, rounds, steps)
    tilted = _tilted(lattice, rounds, Fraction(steps, rounds))
    drift = tilted.drift
    below, above = reach(tilted.steps, rounds)
    size = fast_size(int(below + above + 2 * abs(rounds * drift)) + 5)
    many = Many(tilted.steps, rounds, None)
    frequencies = matter(many, size)
    waves = Waves(frequencies, spectrum(many, frequencies, size, rounds * drift), size)
    shares = stretch(waves, 0, int(above + abs(rounds * drift)) + 3, tilted.tilt)
    scale = exp(tilted.exponent)
    value = scale * float(shares.real.sum())
    noise = float(np.abs(shares) @ (waves.roundings(rounds) + _turned(many, waves)))
    error = EPSILON * (scale * noise + value * SUMMING * (tilted.spent + 1)) + scale * BEYOND
    return Bounded(value, max(error, LEAST))


def _turned(many: Many, waves: Waves) -> Floats:
    """Return how many last digits whole turns may be off: tilted chances are rounded, and counted `rounds` times."""
    commonest = many.steps.sizes[np.argmax(many.steps.chances)]
    away = np.abs(many.steps.sizes - commonest)
    turns = waves.frequencies / waves.size * float(many.steps.chances @ away) + 0.5
    return np.where(2.0 * waves.frequencies * away.max() >= waves.size, 4 * np.pi * many.rounds * turns, 0.0)


def _tilt(steps: Steps, wanted: float) -> float:
    """Return the tilt that raises the mean step by `wanted`: Newton's method, kept within bounds by bisection."""
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
    """Return the tilted chances, and how far their mean exceeds the wanted one, accurate for small tilts."""
    grown = np.expm1(tilt * steps.away)
    whole = 1 + float(steps.chances @ grown)
    more = float((steps.chances * steps.away) @ grown) - wanted * whole
    return steps.chances * (1 + grown) / whole, more / whole


def _tilted(lattice: Lattice, rounds: int, mean: Fraction) -> _Tilted:
    """Return the tilted steps, computed from the old mean or the wanted one, whichever is more accurate."""
    steps, wanted = lattice.steps, float(mean - lattice.mean)
    tilt = _tilt(steps, wanted)
    chances, drift = _drift(steps, tilt, wanted)
    grown = cumulant(steps, tilt)
    moved = tilt * steps.away
    felt = float(np.abs(moved * np.expm1(moved)) @ steps.chances) * exp(-grown)
    exponent, spent = rounds * (grown - tilt * wanted), rounds * (grown + tilt * wanted + felt) / 2
    gaps = np.array([float(size - mean) for size in lattice.sizes])
    weights = steps.chances * np.exp(tilt * gaps)
    whole = float(weights.sum())
    spent_near = rounds * (2 + abs(log(whole)) + 2 * float(np.abs(tilt * gaps) @ weights) / whole)
    if spent_near < spent:
        chances, exponent, spent = weights / whole, rounds * log(whole), spent_near
        drift = float(chances @ gaps)
    return _Tilted(Steps(steps.sizes, chances, gaps - drift), tilt, drift, exponent, spent)
