"""Why something was not taken. A refusal means that the system worked."""

from collections.abc import Iterable
from difflib import get_close_matches
from enum import Enum

LONGEST = 120


class Refusal(Enum):
    """In order of precedence; a code is never given a second meaning."""

    BOOK_UNKNOWN = "book-unknown"
    BOOK_INVALID = "book-invalid"
    TABLE_UNKNOWN = "table-unknown"
    TABLE_UNSAID = "table-unsaid"
    LAYOUT_MISSING = "layout-missing"
    ROLL_INVALID = "roll-invalid"
    SPOT_UNKNOWN = "spot-unknown"
    ODDS_INVALID = "odds-invalid"
    WAGER_INVALID = "wager-invalid"
    STAKE_INVALID = "stake-invalid"
    STAKE_TOO_LARGE = "stake-too-large"
    LIMITS_INVALID = "limits-invalid"
    UNIT_MISFIT = "unit-misfit"


class Refused(Exception):  # noqa: N818 - the system worked, so it is no error
    def __init__(self, code: Refusal, words: str, value: object = "") -> None:
        super().__init__(code, words, value)
        self.code = code
        self.words = words
        self.value = value

    def __str__(self) -> str:
        return self.words


def shown(value: object) -> str:
    """A value as a sentence can bear it."""
    if isinstance(value, int) and value.bit_length() > 128:
        return "a number of more than 38 digits"
    text = str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a refusal's sentence: the nearest valid word, or nothing."""
    near = get_close_matches(word, list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""
