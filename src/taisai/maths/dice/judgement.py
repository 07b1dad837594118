"""Tests of recorded throws, judged together: are the dice fair, and is each throw independent of the one before?"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from scipy.special import xlogy  # type: ignore[import-untyped]
from scipy.stats import chi2  # type: ignore[import-untyped]

from taisai.maths.chance.lattice import Floats, Integers
from taisai.maths.randomness import QUESTIONS, THROWS_MIN, Finding, Throws, is_ascending, passed
from taisai.rules.roll import FACES, ROLL_WAYS, ROLLS

LEVEL: Final = Fraction(1, 100)
FACES_MIN: Final = 10  # throws, so that each face is expected five times
LAG_MIN: Final = 200

FAIR: Final = np.full(len(FACES), 1 / len(FACES))
FAIR_ROLLS: Final = np.array(ROLL_WAYS) / sum(ROLL_WAYS)
_CODES: Final = np.array([roll.faces for roll in ROLLS]) @ np.array([100, 10, 1])

Counted = Callable[[Throws], Integers]


class Test(NamedTuple):
    """`least` is how many throws it needs; `in_order`: it needs to know which die showed which face."""

    name: str
    least: int
    in_order: bool
    ask: Callable[[str, Throws], Finding]


def chi_squared(observed: Floats, expected: Floats) -> float:
    return float(((observed - expected) ** 2 / expected).sum())


def g(observed: Floats, expected: Floats) -> float:
    """Return twice the log-likelihood ratio of the observed shares against the expected ones."""
    return float(2 * xlogy(observed, observed / expected).sum())


def williams(expected: Floats) -> float:
    """Return how much larger G is on average than chi-squared, which it follows only for very many counts."""
    size = expected.sum()
    return float(1 + ((size / expected).sum() - 1) / (6 * size * (len(expected) - 1)))


def judged(throws: Throws) -> list[tuple[Finding, bool]]:
    """Return each finding and whether it passed, by Holm's method over all of them."""
    found = list(_findings(throws))
    return list(zip(found, passed(found, LEVEL), strict=True))


def _findings(throws: Throws) -> Iterator[Finding]:
    """Yield the tests for which there are enough throws. Too even results are left to the tests of tumblers."""
    for one in tests_of(len(throws), in_order=not is_ascending(throws)):
        yield one.ask(one.name, throws)


def tests_of(throws: int, *, in_order: bool) -> list[Test]:
    return [one for one in TESTS if throws >= one.least and (in_order or not one.in_order)]


def faces(throws: Throws) -> Integers:
    return np.bincount(throws.ravel() - 1, minlength=len(FACES))


def rolls(throws: Throws) -> Integers:
    """Return how often each of the 56 rolls came."""
    codes = np.sort(throws, axis=1) @ np.array([100, 10, 1])
    return np.bincount(np.searchsorted(_CODES, codes), minlength=len(ROLLS))


def _chi_squared(counted: Counted, shares: Floats, name: str, throws: Throws) -> Finding:
    observed = counted(throws)
    return _found(name, chi_squared(observed.astype(np.float64), observed.sum() * shares), len(shares) - 1)


def _g(counted: Counted, shares: Floats, name: str, throws: Throws) -> Finding:
    observed = counted(throws)
    expected = observed.sum() * shares
    return _found(name, g(observed.astype(np.float64), expected) / williams(expected), len(shares) - 1)


def _lag(kinds_of: Counted, count: int, name: str, throws: Throws) -> Finding:
    """Test whether a result depends on the one before, given how often each came."""
    kinds = kinds_of(throws)
    table = np.bincount(kinds[:-1] * count + kinds[1:], minlength=count**2).reshape(count, count).astype(np.float64)
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    freedom = (count - 1) ** 2
    return _found(name, chi_squared(table, expected), freedom) if expected.all() else Finding(name, 0.0, freedom, 0.0)


def _found(name: str, statistic: float, freedom: int) -> Finding:
    return Finding(name, statistic, freedom, float(chi2.sf(statistic, freedom)))


def _of_die(die: int) -> Counted:
    return lambda throws: throws[:, die] - 1


def _faces_of_die(die: int) -> Counted:
    return lambda throws: faces(throws[:, die])


def _high(throws: Throws) -> Integers:
    return np.asarray(throws.sum(axis=1) > 10, dtype=np.int64)


TESTS: Final = (
    Test("faces, chi-squared", FACES_MIN, False, partial(_chi_squared, faces, FAIR)),
    Test("faces, G", FACES_MIN, False, partial(_g, faces, FAIR)),
    *(
        Test(f"die {die + 1}, chi-squared", 3 * FACES_MIN, True, partial(_chi_squared, _faces_of_die(die), FAIR))
        for die in range(3)
    ),
    Test("56 rolls, chi-squared", THROWS_MIN, False, partial(_chi_squared, rolls, FAIR_ROLLS)),
    Test("56 rolls, G", THROWS_MIN, False, partial(_g, rolls, FAIR_ROLLS)),
    Test("totals after totals", LAG_MIN, False, partial(_lag, _high, 2)),
    *(
        Test(f"faces after faces of die {die + 1}", THROWS_MIN, True, partial(_lag, _of_die(die), len(FACES)))
        for die in range(3)
    ),
    *(Test(one.name, LAG_MIN, False, one.ask) for one in QUESTIONS if one.name == "runs of totals"),
)
