"""A store whose journal is in the database: each call is sent, and its thread rests until the answer comes."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from simulation.database import Database, Held
from simulation.guards import Guard, Guards
from simulation.network import READS, Network
from simulation.world import Process

from taisai.journal.entry import Fact, Head, Lines, Sealed, encode
from taisai.journal.index import NO_ADDITIONS, Additions, Milestone, Pointer
from taisai.journal.seal import taken_apart
from taisai.journal.store import Snapshot
from taisai.journal.tree import MemoryTree

CHUNK: Final = 12  # entries a statement, so that a reading is many


class Connection:
    """Of one process to the database."""

    def __init__(self, process: Process, network: Network, database: Database, guards: Guards) -> None:
        self.process, self.guards = process, guards
        self._network, self._database = network, database

    def ask(self, name: str, *given: Any) -> Any:
        return self._network.ask(self.process, name, lambda: getattr(self._database, name)(*given))

    def ask_store(self, table: str, epoch: int, name: str, *given: Any) -> Any:
        return self._network.ask(self.process, name, lambda: getattr(self._database.store(table, epoch), name)(*given))

    def ask_index(self, table: str, epoch: int, name: str, *given: Any) -> Any:
        index = lambda: self._database.store(table, epoch).index  # noqa: E731
        return self._network.ask(self.process, "index", lambda: getattr(index(), name)(*given))

    def ask_lines(self, table: str, after: int) -> Lines | None:
        return self._network.ask(self.process, READS, lambda: _some(self._database.store(table), after))


class RemoteIndex:
    def __init__(self, connection: Connection, table: str, store: "RemoteStore") -> None:
        self._ask = lambda name, *given: connection.ask_index(table, store.epoch, name, *given)

    def upto(self) -> int:
        return self._ask("upto")

    def find(self, what: str, low: int = 0, high: int | None = None) -> list[Pointer]:
        return self._ask("find", what, low, high)

    def milestone(self, seq: int) -> Milestone | None:
        return self._ask("milestone", seq)

    def add(self, additions: Additions, upto: int) -> None:
        self._ask("add", additions, upto)

    def clear(self) -> None:
        self._ask("clear")


class RemoteStore:
    def __init__(self, connection: Connection, table: str, by: Held) -> None:
        self.index = RemoteIndex(connection, table, self)
        self.tree = MemoryTree()  # no tiles are stored: a checkpoint hashes the entries again
        self.epoch = 0
        self._connection, self._table, self._by = connection, table, by

    def _ask(self, name: str, *given: Any) -> Any:
        return self._connection.ask_store(self._table, self.epoch, name, *given)

    def take(self) -> int:
        self.epoch = self._connection.ask("take", self._table, self._by)
        return self.epoch

    def take_again(self) -> int:
        if Guard.TAKE_AGAIN in self._connection.guards:
            self.epoch = self._connection.ask("take_again", self._table, self._by.life, self.epoch)
        return self.epoch

    def give_back(self) -> None:
        self._connection.ask("give_back", self._table, self._by.life, self.epoch)

    def append(
        self,
        after: Head,
        entries: Sequence[Sealed],
        claims: Sequence[str] = (),
        additions: Additions = NO_ADDITIONS,
    ) -> None:
        batch = after, list(entries), list(claims), additions
        self._connection.ask("append", self._table, self._by.life, self.epoch, batch)

    def bodies(self, facts: Sequence[Fact]) -> list[bytes]:
        return encode(facts)

    def lines(self, after: int = 0) -> Iterator[Lines]:
        while some := self._connection.ask_lines(self._table, after):
            yield some
            after += len(some.bodies)

    def read(self, after: int = 0) -> Iterator[Sealed]:
        for some in self.lines(max(0, after)):
            yield from taken_apart(some)

    def head(self) -> Head:
        return self._ask("head")

    def claimed(self, key: str) -> bool:
        return self._ask("claimed", key)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        self._ask("save_snapshot", snapshot)

    def snapshot(self) -> Snapshot | None:
        return self._ask("snapshot")

    def add_checkpoint(self, note: bytes) -> None:
        self._ask("add_checkpoint", note)


def _some(store: Any, after: int) -> Lines | None:
    entries = store.journal.entries[after : after + CHUNK]
    if not entries:
        return None
    return Lines(after + 1, b"".join(one.seal for one in entries), [one.body for one in entries])
