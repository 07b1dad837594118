"""Whether two accounts can be two people: neither made the other, directly or through accounts that it made."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

import msgspec

from taisai.people.state import Person
from taisai.people.times import DAY_S, recent, until

TIED_S: Final = DAY_S


class Tie(msgspec.Struct, frozen=True):
    """A link between accounts.

    `path` leads from a maker through the accounts made to the last one; `at` is its oldest act."""

    path: tuple[str, ...]
    at: str

    @property
    def account(self) -> str:
        return self.path[-1]

    def __str__(self) -> str:
        made = " and ".join(
            f"{maker} created, reset or changed the account {name}" for maker, name in pairwise(self.path)
        )
        return f"{made} less than 24 hours ago"

    @property
    def until(self) -> str:
        return until(self.at, TIED_S)


def tie(people: Mapping[str, Person], one: str, other: str, now: str) -> Tie | None:
    """Return the tie between two accounts, or None.

    Each step counts for a day. Two accounts made by a third person are not tied."""
    ways = (_ties(people, one, now).get(other), _ties(people, other, now).get(one))
    return max(filter(None, ways), key=lambda found: found.at, default=None)


def _ties(people: Mapping[str, Person], account: str, now: str) -> dict[str, Tie]:
    """Return the ties of an account by maker; of several paths, the one that lasts longest."""
    found: dict[str, Tie] = {}
    ahead = list(_makers(people, account, now))
    while ahead:
        known = ahead.pop()
        maker = known.path[0]
        if maker not in known.path[1:] and (maker not in found or found[maker].at < known.at):
            found[maker] = known
            ahead += (Tie((one.path[0], *known.path), min(one.at, known.at)) for one in _makers(people, maker, now))
    return found


def _makers(people: Mapping[str, Person], account: str, now: str) -> Iterator[Tie]:
    return (Tie((maker, account), at) for maker, at in people[account].makers.items() if recent(at, now, TIED_S))
