"""Seeds for scenarios, whose throws are told beforehand: such a seed is looked for, and is not a secret."""

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from itertools import count
from typing import Final

from taisai.rules.multipliers import NONE, Multipliers
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import Roll
from taisai.table.throws import struck_by, throw_of

TRIED_MOST: Final = 2_000  # throws that fit, of which one must strike as wanted


@lru_cache(maxsize=1_000)
def seed_throwing(
    table: str, number: int, throw: str, drawn: Multipliers = NONE, spot: str = "", times: int = 1
) -> str:
    """One by which the dice of a round fall so where no terminal gives anything; one in 216 does. Where a spot is
    named it is multiplied so."""
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
