"""The alerts that wait for one receiver. They are kept only in memory: the house's journal says which ones are due."""

from collections.abc import Collection, Iterable
from itertools import islice
from typing import Final

from taisai.people.state import Told

DELAY_FIRST_S: Final = 1.0
DELAY_MOST_S: Final = 600.0
GIVEN_UP_AT_ONCE: Final = 100
TRIES_LEAST: Final = 3  # before a letter is given up, whatever its age


def delay_s(failures: int) -> float:
    """Return the delay before the next attempt: twice as long each time."""
    return float(min(DELAY_FIRST_S * 2 ** min(failures - 1, 30), DELAY_MOST_S))


class Letter:
    """One alert for one receiver. `at` is the alert's time, empty for one that people sent again. `first_s` is when it
    was first tried, by the monotonic clock."""

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
        """Return whether to give up, by either clock, because one of them may have been set."""
        is_old = bool(self.at) and self.at < oldest_at
        return self.tries >= TRIES_LEAST and (is_old or now_s - self.first_s >= longest_s)


class Outbox:
    """If a receiver does not answer, the whole outbox waits. If it answers but rejects a letter, the others go out
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
        """Add letters that people send again."""
        for number in sorted(numbers):
            self.letters.setdefault(number, Letter(number))

    def due(self, now_s: float) -> Letter | None:
        """Return the oldest letter that need not wait."""
        if now_s < self.again_s:
            return None
        return next((self.letters[number] for number in sorted(self.letters) if now_s >= self._again_s(number)), None)

    def _again_s(self, number: int) -> float:
        return self.letters[number].again_s

    def next_s(self) -> float:
        """Return when to look again; infinity if nothing waits."""
        return max(self.again_s, min((letter.again_s for letter in self.letters.values()), default=float("inf")))

    def unanswered(self, now_s: float, why: str) -> None:
        """Record a failed attempt. It counts for every letter, because none could be sent."""
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
        """Return the letters to give up now, oldest first, no more than fit in one commit."""
        found = (letter for _, letter in sorted(self.letters.items()) if letter.is_over(now_s, longest_s, oldest_at))
        return list(islice(found, GIVEN_UP_AT_ONCE))

    def upto_without(self, numbers: Collection[int]) -> int:
        """Return the number up to which nothing waits once these letters are settled."""
        return min((other for other in self.letters if other not in numbers), default=self.seen + 1) - 1
