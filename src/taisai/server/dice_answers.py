"""The lab's answers about recorded throws: counts, tests, the e-value over time, and the statistical power."""

from math import log
from typing import Final

import numpy as np

from taisai.maths.dice.judgement import faces, judged, rolls
from taisai.maths.dice.power import power_to_see, throws_to_see
from taisai.maths.dice.watch import Watch
from taisai.maths.randomness import Throws, is_ascending
from taisai.wire import risk as w

POINTS: Final = 200
EXCESSES: Final = (0.005, 0.01, 0.02, 0.05)
DIGITS: Final = 12


def asked_throws(digits: str) -> Throws:
    return np.array([int(digit) for digit in digits], dtype=np.int64).reshape(-1, 3)


def dice_figures(throws: Throws) -> w.DiceFigures:
    known = not is_ascending(throws)
    watch, course = _watched(throws, known=known)
    return w.DiceFigures(
        throws=len(throws),
        dice_known=known,
        faces=tuple(faces(throws).tolist()),
        rolls=tuple(rolls(throws).tolist()),
        course=course,
        log10_peak=_power_of_ten(watch.peak),
        warned=watch.warned,
        alarmed=watch.alarmed,
        tests=tuple(w.DiceTest(*finding, passed) for finding, passed in judged(throws)),
        power=tuple(_power(excess, len(throws)) for excess in EXCESSES),
    )


def _watched(throws: Throws, *, known: bool) -> tuple[Watch, tuple[w.EValue, ...]]:
    watch, course = Watch(), [w.EValue(0, 0.0)]
    every = -(-len(throws) // POINTS)
    for number, (one, two, three) in enumerate(throws.tolist(), start=1):
        watch = watch.after((one, two, three), in_order=known)
        if number % every == 0 or number == len(throws):
            course.append(w.EValue(number, _power_of_ten(watch.log_e)))
    return watch, tuple(course)


def _power(excess: float, throws: int) -> w.Power:
    return w.Power(excess, throws_to_see(excess), throws_to_see(excess, dice=1), power_to_see(excess, throws))


def _power_of_ten(logarithm: float) -> float:
    return round(logarithm / log(10), DIGITS)
