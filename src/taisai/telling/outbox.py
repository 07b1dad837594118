"""What waits to be told to one receiver. It is kept in memory alone: the house's journal says what is in it."""

from collections.abc import Collection, Iterable
from itertools import islice
from typing import Final

from taisai.people.state import Told

DELAY_FIRST_S: Final = 1.0
DELAY_MOST_S: Final = 600.0
GIVEN_UP_AT_ONCE: Final = 100
TRIES_LEAST: Final = 3  # before a letter is given up, however old it is


def delay_s(failures: int) -> float:
    """Before the next try: twice as long each time."""
    return float(min(DELAY_FIRST_S * 2 ** min(failures - 1, 30), DELAY_MOST_S))


class Letter:
    """One alert for one receiver, of the time `at`, which is empty for one that people sent again; `first_s` is when it
    was tried first, by a clock that nobody sets."""

    def __init__(self, number: int, at: str = "") -> None:
        self.number, self.at = number, at
        self.tries = 0
        self.first_s = self.again_s = 0.0
        self.why = ""

    def failed(self, now_s: float, why: str) -> None:
        self.first_s = self.first_s or now_s
        self.tries += 1
        self.why = why

    def rest(self, now_s: float) -> None:
        self.again_s = now_s + delay_s(self.tries)

    def is_over(self, now_s: float, longest_s: float, oldest_at: str) -> bool:
        """By either clock, for one of them may have been set."""
        is_old = bool(self.at) and self.at < oldest_at
        return self.tries >= TRIES_LEAST and (is_old or now_s - self.first_s >= longest_s)


class Outbox:
    """A receiver that does not answer rests as a whole; one that answers and does not take a letter gets the others
    meanwhile."""

    def __init__(self, told: Told) -> None:
        self.seen = told.upto
        self._done = frozenset(told.beyond)
        self.letters = {number: Letter(number) for number in sorted(told.again)}
        self.failures, self.failed_s, self.again_s = 0, 0.0, 0.0
        self.why, self.is_lost = "", False

    def add(self, number: int, at: str) -> None:
        if number not in self._done and number not in self.letters:
            self.letters[number] = Letter(number, at)

    def put_back(self, numbers: Iterable[int]) -> None:
        """What people send again."""
        for number in sorted(numbers):
            self.letters.setdefault(number, Letter(number))

    def due(self, now_s: float) -> Letter | None:
        """The oldest that need not rest."""
        if now_s < self.again_s:
            return None
        return next((self.letters[number] for number in sorted(self.letters) if now_s >= self._again_s(number)), None)

    def _again_s(self, number: int) -> float:
        return self.letters[number].again_s

    def next_s(self) -> float:
        """When to look again; never where nothing waits."""
        return max(self.again_s, min((letter.again_s for letter in self.letters.values()), default=float("inf")))

    def unanswered(self, now_s: float, why: str) -> None:
        """It counts for every letter, for none of them could be told."""
        self.failures += 1
        self.failed_s, self.why = self.failed_s or now_s, why
        self.again_s = now_s + delay_s(self.failures)
        for letter in self.letters.values():
            letter.failed(now_s, why)

    def not_taken(self, letter: Letter, now_s: float, why: str) -> None:
        self.failed_s, self.why = self.failed_s or now_s, why
        letter.failed(now_s, why)
        letter.rest(now_s)

    def taken(self, letter: Letter) -> None:
        self.failures, self.failed_s, self.again_s = 0, 0.0, 0.0
        del self.letters[letter.number]

    def over(self, now_s: float, longest_s: float, oldest_at: str) -> list[Letter]:
        """Those to give up now, the oldest first, so many that one commit takes them."""
        found = (letter for _, letter in sorted(self.letters.items()) if letter.is_over(now_s, longest_s, oldest_at))
        return list(islice(found, GIVEN_UP_AT_ONCE))

    def upto_without(self, numbers: Collection[int]) -> int:
        """Up to where nothing waits any more once these letters are settled."""
        return min((other for other in self.letters if other not in numbers), default=self.seen + 1) - 1
