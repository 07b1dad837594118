"""Seeds for scenarios, which name their throws in advance: a matching seed is searched for, so it is not secret."""

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from itertools import count
from typing import Final

from taisai.rules.multipliers import NONE, Multipliers
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import Roll
from taisai.table.throws import struck_by, throw_of

TRIED_MOST: Final = 2_000  # matching throws to try for the wanted multiplier


@lru_cache(maxsize=1_000)
def seed_throwing(
    table: str, number: int, throw: str, drawn: Multipliers = NONE, spot: str = "", times: int = 1
) -> str:
    """Return a seed that gives this throw if no terminal contributes; one in 216 does.

    If a spot is named, the seed also gives it this multiplier."""
    Roll.parse(throw)
    for place, seed in enumerate(_throwing(table, number, throw.strip())):
        if not spot or struck_by(drawn, table, number, (seed, (), "")).get(spot, 1) == times:
            return seed
        if place == TRIED_MOST:
            break
    words = f"no seed was found that throws {throw} and multiplies {spot} by {times}"
    raise Refused(Refusal.SCENARIO_WRONG, words, spot)


def _throwing(table: str, number: int, throw: str) -> Iterator[str]:
    tried = (sha256(f"{throw} {place}".encode()).hexdigest() for place in count())
    return (seed for seed in tried if throw_of(table, number, seed) == throw)
