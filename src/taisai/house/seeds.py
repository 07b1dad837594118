"""Seeds of a table's rounds, in a chain that is drawn when the table opens and when the house starts.

Only the seed of the current round ever leaves the process. No key, backup or restored journal brings a chain back, so
no seed is used twice.
"""

from typing import Final

from taisai.table.throws import seed_before

LENGTH: Final = 1_000  # rounds


class SeedChain:
    """`newest` is the seed of the last round in the chain; all others follow from it."""

    def __init__(self, newest: str, length: int = LENGTH) -> None:
        seeds = [newest]
        while len(seeds) <= length:
            seeds.append(seed_before(seeds[-1]))
        self._seeds = seeds[::-1]

    @property
    def end(self) -> str:
        return self._seeds[0]

    @property
    def length(self) -> int:
        return len(self._seeds) - 1

    def seed(self, link: int) -> str:
        """Return the seed at a link. The first link hashes to the end."""
        return self._seeds[link]
