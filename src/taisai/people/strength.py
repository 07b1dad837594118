"""Whether a secret is among the first that an attacker would try."""

import re
from collections.abc import Iterable
from typing import Final

GUESSES_LEAST: Final = 10**8
JUDGED: Final = 16  # letters: judging takes the longer the more there are, and what follows makes it only better
OURS: Final = ("taisai", "tai sai", "sicbo", "sic bo", "casino", "dealer", "manager", "supervisor")
KEYPAD: Final = "147258369 741852963 159753 357159 258456 456258 123654789 987456321 246813579 135792468 963852741"
RUNS: Final = "01234567890 09876543210"
DIGITS_LEAST: Final = 4
_BETWEEN: Final = re.compile(r"[ .-]+")


def is_guessable(password: str, names: Iterable[str]) -> bool:
    """Common words, names, repetitions, dates and ways over the keyboard count for little."""
    from zxcvbn import zxcvbn  # noqa: PLC0415 - its lists of words take time to load, and few need them

    words = {word for name in (*names, *OURS) for word in _words(name)}
    found = zxcvbn(password[:JUDGED], user_inputs=sorted(words))
    return bool(found["guesses"] < GUESSES_LEAST)


def _words(name: str) -> list[str]:
    """A name as it is, in parts, and in one word."""
    parts = _BETWEEN.split(name)
    return [name, *parts, "".join(parts)]


def is_guessable_pin(pin: str) -> bool:
    """Fewer than four different digits, counting up or down, or a way over the keypad."""
    return len(set(pin)) < DIGITS_LEAST or pin in RUNS or pin in KEYPAD
