"""A node's lease, and which tables it may take: in a thread of its own, for it waits for the database."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from typing import Final, Protocol

from simulation.database import TERM_S, Free

from taisai.rules.refusals import Refused

RENEW_S: Final = 1.0
LOOK_S: Final = 0.25


class Leases(Protocol):
    """What the keeper asks of the database; all of it may be refused because nobody answers."""

    def enrol(self, life: str) -> None: ...

    def renew(self, life: str) -> bool:
        """False where that life is over, for good."""

    def free(self, life: str, tables: Sequence[str]) -> tuple[int, list[Free]]:
        """How many nodes live, and what may be taken."""

    def give_back(self, table: str, life: str, epoch: int) -> None:
        """Where it is that life's, and of that epoch, still."""


class Holding(Protocol):
    """The tables of a node, as its loop has them; both orders are carried out there, soon."""

    def held(self) -> Collection[str]: ...

    def open(self, table: str, life: str) -> None: ...

    def drop_all(self) -> None: ...


class Keeper:
    """A node has a name, and an id for each of its lives. `clock` is the one that is never set: it only says when to
    stop trusting the lease, counted from the moment when the last good renewal was sent."""

    def __init__(
        self,
        leases: Leases,
        holding: Holding,
        name: str,
        tables: Sequence[str],
        clock: Callable[[], float],
        lives: Iterator[str],
    ) -> None:
        self.life = ""
        self.name = name
        self.draining = False
        self._leases, self._holding = leases, holding
        self._tables, self._clock, self._lives = tables, clock, lives
        self._sent_s = self._begun_s = -TERM_S

    def holds(self) -> bool:
        """While this is so nobody else has been given what we hold."""
        return bool(self.life) and self._clock() < self._sent_s + TERM_S

    def run(self, sleep: Callable[[float], None]) -> None:
        while True:
            with suppress(Refused):
                self._turn()
            sleep(LOOK_S)

    def _turn(self) -> None:
        if not self.life:
            self._begin()
        elif self._clock() >= self._sent_s + RENEW_S:
            self._renew()
        if self.holds() and not self.draining:
            self._look()

    def _begin(self) -> None:
        sent_s, life = self._clock(), next(self._lives)
        self._leases.enrol(life)
        self.life, self._sent_s, self._begun_s = life, sent_s, sent_s

    def _renew(self) -> None:
        sent_s = self._clock()
        if self._leases.renew(self.life):
            self._sent_s = sent_s
        else:
            self.life = ""
            self._holding.drop_all()

    def _look(self) -> None:
        living, free = self._leases.free(self.life, self._tables)
        held = self._holding.held()
        room = max(0, -(-len(self._tables) // max(1, living)) + 1 - len(held))
        wanted = [one for one in free if one.table not in held and self._may_take(one)]
        for one in wanted[:room]:
            self._holding.open(one.table, self.life)
        for one in wanted[room:]:
            if one.is_ours:  # dropped, and nobody else may open it while we live
                self._leases.give_back(one.table, self.life, one.epoch)

    def _may_take(self, one: Free) -> bool:
        """What others had only after a term, so that a restart of everything moves nothing."""
        return one.had in ("", self.name) or self._clock() >= self._begun_s + TERM_S
