"""Tests of recorded throws, judged together: are the dice fair, and is each throw independent of the one before?"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

import numpy as np
from scipy.special import xlogy  # type: ignore[import-untyped]
from scipy.stats import chi2  # type: ignore[import-untyped]

from taisai.maths.chance.lattice import Floats, Integers
from taisai.maths.randomness import QUESTIONS, THROWS_MIN, Finding, Throws, is_ascending, passed
from taisai.rules.roll import FACES, ROLL_WAYS, ROLLS

LEVEL: Final = Fraction(1, 100)
FACES_MIN: Final = 10  # throws, so that each face is expected five times
LAG_MIN: Final = 200

Statistic = Callable[[Floats, Floats], float]


def chi_squared(observed: Floats, expected: Floats) -> float:
    return float(((observed - expected) ** 2 / expected).sum())


def g(observed: Floats, expected: Floats) -> float:
    """Return twice the log-likelihood ratio of the observed shares against the expected ones."""
    return float(2 * xlogy(observed, observed / expected).sum())


def judged(throws: Throws) -> list[tuple[Finding, bool]]:
    """Return each finding and whether it passed, by Holm's method over all of them."""
    found = list(_findings(throws))
    return list(zip(found, passed(found, LEVEL), strict=True))


def _findings(throws: Throws) -> Iterator[Finding]:
    """Yield the tests for which there are enough throws. Too even results are left to the tests of tumblers."""
    if len(throws) < FACES_MIN:
        return
    in_order = not is_ascending(throws)
    fair = np.full(len(FACES), 1 / len(FACES))
    yield _fit("faces, chi-squared", chi_squared, faces(throws), fair)
    yield _fit("faces, G", g, faces(throws), fair)
    if in_order and len(throws) >= 3 * FACES_MIN:
        for die in range(3):
            yield _fit(f"die {die + 1}, chi-squared", chi_squared, faces(throws[:, die]), fair)
    if len(throws) >= THROWS_MIN:
        ways = np.array(ROLL_WAYS) / sum(ROLL_WAYS)
        yield _fit("56 rolls, chi-squared", chi_squared, rolls(throws), ways)
        yield _fit("56 rolls, G", g, rolls(throws), ways)
    if len(throws) >= LAG_MIN:
        yield _lag("totals after totals", throws.sum(axis=1) > 10, 2)
        if in_order and len(throws) >= THROWS_MIN:
            for die in range(3):
                yield _lag(f"faces after faces of die {die + 1}", throws[:, die] - 1, len(FACES))
        yield from (one.ask(one.name, throws) for one in QUESTIONS if one.name == "runs of totals")


def faces(throws: Throws) -> Integers:
    return np.bincount(throws.ravel() - 1, minlength=len(FACES))


def rolls(throws: Throws) -> Integers:
    """Return how often each of the 56 rolls came."""
    codes = np.sort(throws, axis=1) @ np.array([100, 10, 1])
    return np.bincount(np.searchsorted(_CODES, codes), minlength=len(ROLLS))


def _fit(name: str, statistic: Statistic, observed: Integers, shares: Floats) -> Finding:
    found = statistic(observed.astype(np.float64), observed.sum() * shares)
    freedom = len(shares) - 1
    return Finding(name, found, freedom, float(chi2.sf(found, freedom)))


def _lag(name: str, kinds: Integers, count: int) -> Finding:
    """Test whether a result depends on the one before, given how often each came."""
    table = np.bincount(kinds[:-1] * count + kinds[1:], minlength=count**2).reshape(count, count).astype(np.float64)
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    if not expected.all():
        return Finding(name, 0.0, (count - 1) ** 2, 0.0)
    found, freedom = chi_squared(table, expected), (count - 1) ** 2
    return Finding(name, found, freedom, float(chi2.sf(found, freedom)))


_CODES: Final = np.array([roll.faces for roll in ROLLS]) @ np.array([100, 10, 1])
