"""Whether a secret is easy to guess."""

import re
from collections.abc import Iterable
from typing import Final

GUESSES_LEAST: Final = 10**8
JUDGED: Final = 16  # letters: longer ones take longer to judge, and further letters only make it stronger
OURS: Final = ("taisai", "tai sai", "sicbo", "sic bo", "casino", "dealer", "manager", "supervisor")
KEYPAD: Final = "147258369 741852963 159753 357159 258456 456258 123654789 987456321 246813579 135792468 963852741"
RUNS: Final = "01234567890 09876543210"
DIGITS_LEAST: Final = 4
_BETWEEN: Final = re.compile(r"[ .-]+")


def is_guessable(password: str, names: Iterable[str]) -> bool:
    """Return whether a password is easy to guess.

    Common words, names, repetitions, dates and keyboard patterns count little."""
    from zxcvbn import zxcvbn  # noqa: PLC0415 - its word lists load slowly, and few callers need them

    words = {word for name in (*names, *OURS) for word in _words(name)}
    found = zxcvbn(password[:JUDGED], user_inputs=sorted(words))
    return bool(found["guesses"] < GUESSES_LEAST)


def _words(name: str) -> list[str]:
    """Return a name as it is, in parts, and as one word."""
    parts = _BETWEEN.split(name)
    return [name, *parts, "".join(parts)]


def is_guessable_pin(pin: str) -> bool:
    """Return whether a PIN has fewer than four different digits, counts up or down, or follows a keypad pattern."""
    return len(set(pin)) < DIGITS_LEAST or pin in RUNS or pin in KEYPAD
