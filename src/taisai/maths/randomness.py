"""Tests whether throws of three distinguishable dice look random. Each test asks one question of an array of throws."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2, norm  # type: ignore[import-untyped]

from taisai.rules.roll import FACES, ROLL_WAYS, WAYS, Roll

Throws = NDArray[np.int64]  # one row per throw, its three faces in the order of the dice
Counts = NDArray[np.int64]

THROWS_MIN: Final = 5 * WAYS  # so that each of the 216 throws is expected five times
GAPS: Final = 15  # longer gaps between two equal faces are counted together
HAND: Final = 5
LAGS: Final = 4096  # the longest distance at which a repetition is looked for
SETS: Final = range(7, 22)  # numbers of faces until all six have shown; lower and higher are counted together


class Finding(NamedTuple):
    """`p` is how often chance alone deviates this far, to either side: too even is as suspicious as too uneven.

    `freedom` is 0 if the statistic is a normal deviate."""

    name: str
    statistic: float
    freedom: int
    p: float


class Question(NamedTuple):
    """`marked`: the test needs to know which die showed which face."""

    name: str
    ask: Callable[[str, Throws], Finding]
    marked: bool


def is_ascending(throws: Throws) -> bool:
    """Return whether the faces were sorted, so that it is unknown which die showed which."""
    return bool(np.all(np.diff(throws, axis=1) >= 0))


def findings(throws: Throws) -> list[Finding]:
    """Return every test that these throws allow."""
    marked = not is_ascending(throws)
    return [question.ask(question.name, throws) for question in QUESTIONS if marked or not question.marked]


def passed(found: Sequence[Finding], level: Fraction) -> list[bool]:
    """Return which tests pass, by Holm's method: a fair tumbler fails any of them with a chance of at most `level`."""
    order = sorted(range(len(found)), key=lambda place: found[place].p)
    fine, failing = [True] * len(found), True
    for rank, place in enumerate(order):
        failing = failing and found[place].p * (len(found) - rank) <= level
        fine[place] = not failing
    return fine


def _chi_square(name: str, observed: Counts, ways: Sequence[int]) -> Finding:
    """Test counts against cells with chances in proportion to `ways`. No counts at all is never chance."""
    freedom = len(ways) - 1
    if not observed.any():
        return Finding(name, 0, freedom, 0)
    chances = np.array(ways) / sum(ways)
    expected = observed.sum() * chances
    statistic = ((observed - expected) ** 2 / expected).sum()
    nearer = min(chi2.sf(statistic, freedom), chi2.cdf(statistic, freedom))
    return Finding(name, statistic.item(), freedom, 2 * nearer.item())


def _normal(name: str, deviate: np.float64) -> Finding:
    return Finding(name, deviate.item(), 0, 2 * norm.sf(abs(deviate)).item())


def _codes(*digits: Throws) -> Throws:
    """Return faces as the digits of one number, from 0."""
    code = np.zeros_like(digits[0])
    for digit in digits:
        code = code * len(FACES) + digit - 1
    return code


def _even(name: str, codes: Throws, cells: int) -> Finding:
    return _chi_square(name, np.bincount(codes.ravel(), minlength=cells), [1] * cells)


def _faces(name: str, throws: Throws) -> Finding:
    return _even(name, _codes(throws), len(FACES))


def _die(die: int, name: str, throws: Throws) -> Finding:
    return _even(name, _codes(throws[:, die]), len(FACES))


def _throws(name: str, throws: Throws) -> Finding:
    return _even(name, _codes(*throws.T), WAYS)


def _rolls(name: str, throws: Throws) -> Finding:
    counts = np.bincount(_codes(*throws.T), minlength=WAYS)
    rolls = np.zeros(len(ROLL_WAYS), dtype=np.int64)
    np.add.at(rolls, _ROLL_OF_THROW, counts)
    return _chi_square(name, rolls, ROLL_WAYS)


def _runs(name: str, above: NDArray[np.bool_]) -> Finding:
    """Wald-Wolfowitz runs test: how often two kinds alternate, given how many there are of each."""
    size, ups = len(above), int(above.sum())
    pairs = 2 * ups * (size - ups)
    if not pairs:
        return _normal(name, -np.sqrt(np.float64(size)))
    runs = 1 + int((above[1:] != above[:-1]).sum())
    mean, variance = 1 + Fraction(pairs, size), Fraction(pairs * (pairs - size), size * size * (size - 1))
    return _normal(name, np.float64(runs - mean) / np.sqrt(np.float64(variance)))


def _runs_high(name: str, throws: Throws) -> Finding:
    return _runs(name, throws.ravel() > 3)


def _runs_odd(name: str, throws: Throws) -> Finding:
    return _runs(name, throws.ravel() % 2 == 1)


def _runs_totals(name: str, throws: Throws) -> Finding:
    return _runs(name, throws.sum(axis=1) > 10)


def _serial_neighbours(name: str, throws: Throws) -> Finding:
    stream = throws.ravel()
    pairs = stream[: len(stream) // 2 * 2].reshape(-1, 2)
    return _even(name, _codes(pairs[:, 0], pairs[:, 1]), len(FACES) ** 2)


def _serial_die(name: str, throws: Throws) -> Finding:
    """Test pairs that share no throw, so that they are independent."""
    pairs = throws[: len(throws) // 2 * 2].reshape(-1, 2, 3)
    return _even(name, _codes(pairs[:, 0], pairs[:, 1]), len(FACES) ** 2)


def _correlation_neighbours(name: str, throws: Throws) -> Finding:
    doubled = 2 * throws.ravel() - 7  # centred on zero, with a variance of 35/3
    product = (doubled[1:] * doubled[:-1]).sum()
    return _normal(name, 3 * product / (35 * np.sqrt(len(doubled) - 1)))


def _correlation_totals(name: str, throws: Throws) -> Finding:
    return _normal(name, _lagged(throws, 1)[0])


def _repetition(name: str, throws: Throws) -> Finding:
    """Test the largest correlation at any distance, judged as the largest of so many."""
    lags = min(LAGS, len(throws) // 2)
    deviates = _lagged(throws, lags)
    farthest = deviates[np.argmax(np.abs(deviates))]
    one = 2 * norm.sf(abs(farthest))
    return Finding(name, farthest.item(), 0, -np.expm1(lags * np.log1p(-one)).item())


def _lagged(throws: Throws, lags: int) -> NDArray[np.float64]:
    """Return correlations of the totals with those 1, 2 and more throws later, as normal deviates."""
    doubled = 2 * throws.sum(axis=1) - 21  # centred on zero, with a variance of 35
    size = len(doubled)
    spectrum = np.fft.rfft(doubled, 2 * size)
    products = np.fft.irfft(np.abs(spectrum) ** 2, 2 * size)[1 : lags + 1]
    return np.asarray(products / (35 * np.sqrt(size - np.arange(1, lags + 1))))


def _gap(face: int, name: str, throws: Throws) -> Finding:
    """Test how many other faces lie between two equal faces."""
    gaps = np.diff(np.flatnonzero(throws.ravel() == face)) - 1
    ways = [5**gap * 6 ** (GAPS - 1 - gap) for gap in range(GAPS)]
    return _chi_square(name, np.bincount(np.minimum(gaps, GAPS), minlength=GAPS + 1), [*ways, 6**GAPS - sum(ways)])


def _poker(name: str, throws: Throws) -> Finding:
    """Test how many different faces are among five in a row."""
    stream = throws.ravel()
    hands = np.sort(stream[: len(stream) // HAND * HAND].reshape(-1, HAND), axis=1)
    different = 1 + (np.diff(hands, axis=1) > 0).sum(axis=1)
    return _chi_square(name, np.bincount(np.maximum(different, 2) - 2, minlength=4), [6 + 450, 3000, 3600, 720])


def _coupon(name: str, throws: Throws) -> Finding:
    """Test how many faces it takes until all six have shown, repeatedly."""
    lengths, seen, length = [0] * len(SETS), 0, 0
    for face in throws.ravel().tolist():
        seen |= 1 << face
        length += 1
        if seen == _ALL:
            lengths[min(max(length, SETS[0]), SETS[-1]) - SETS[0]] += 1
            seen = length = 0
    whole = 6 ** SETS[-2]
    within = [_complete(size) * 6 ** (SETS[-2] - size) for size in SETS[:-1]]
    ways = [within[0], *(later - earlier for earlier, later in zip(within, [*within[1:], whole], strict=True))]
    return _chi_square(name, np.array(lengths), ways)


def _complete(size: int) -> int:
    """Return in how many of the 6^size sequences all six faces show."""
    return sum((-1) ** missing * comb(6, missing) * (6 - missing) ** size for missing in range(7))


_ALL: Final = sum(1 << face for face in FACES)
_ROLL_OF_THROW: Final = np.array([Roll.of(one, two, three).index for one in FACES for two in FACES for three in FACES])

QUESTIONS: Final[tuple[Question, ...]] = (
    Question("faces", _faces, marked=False),
    *(Question(f"die {die + 1}", partial(_die, die), marked=True) for die in range(3)),
    Question("216 throws", _throws, marked=True),
    Question("56 rolls", _rolls, marked=False),
    Question("runs of high and low", _runs_high, marked=True),
    Question("runs of odd and even", _runs_odd, marked=True),
    Question("runs of totals", _runs_totals, marked=False),
    Question("serial, neighbours", _serial_neighbours, marked=True),
    Question("serial, same die", _serial_die, marked=True),
    Question("correlation, neighbours", _correlation_neighbours, marked=True),
    Question("correlation, totals", _correlation_totals, marked=False),
    Question("repetition", _repetition, marked=False),
    *(Question(f"gaps of {face}", partial(_gap, face), marked=True) for face in FACES),
    Question("poker", _poker, marked=True),
    Question("coupon collector", _coupon, marked=True),
)
