"""The database: journals, claims, and who holds what. Each request is one step, as one statement is."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from simulation.guards import Guard, Guards
from simulation.world import World

from taisai.journal.entry import Head, Sealed
from taisai.journal.index import NO_ADDITIONS, Additions
from taisai.journal.leases import TERM_S, Holding, Node
from taisai.journal.memory import MemoryFile, MemoryJournal, MemoryStore
from taisai.journal.refusals import JournalRefusal
from taisai.journal.store import Snapshot
from taisai.rules.refusals import Refused

Batch = tuple[Head, list[Sealed], list[str], Additions]


class Held(NamedTuple):
    """By which life of a node, and that node's name."""

    life: str = ""
    name: str = ""


class Appended(NamedTuple):
    table: str
    life: str
    epoch: int
    first: int
    last: int


class GuardedStore(MemoryStore):
    """What a request of an owner does to a journal, under the epoch that it came with."""

    def __init__(
        self, file: MemoryFile, journal: MemoryJournal, epoch: int, guards: Guards, saved: list[Snapshot]
    ) -> None:
        super().__init__(file, journal)
        self._epoch, self._guards, self.saved = epoch, guards, saved

    def append(
        self,
        after: Head,
        entries: Sequence[Sealed],
        claims: Sequence[str] = (),
        additions: Additions = NO_ADDITIONS,
    ) -> None:
        if Guard.EPOCH not in self._guards:
            self._epoch = self.journal.epoch
        if Guard.HEAD in self._guards:
            super().append(after, entries, claims, additions)
            return
        with self._held():
            self._claim(claims)
            self.journal.entries += entries
            self.journal.index.add(additions, entries[-1].seq)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        self._unfenced()
        super().save_snapshot(snapshot)
        self.saved.append(snapshot)

    def add_checkpoint(self, note: bytes) -> None:
        self._unfenced()
        super().add_checkpoint(note)

    def _unfenced(self) -> None:
        if Guard.SNAPSHOT not in self._guards:
            self._epoch = self.journal.epoch


class Database:
    """`nodes` are lives and until when they last by its clock, which alone decides; `held` says whose each table is."""

    def __init__(self, world: World, guards: Guards) -> None:
        self.file = MemoryFile()
        self.appended: list[Appended] = []
        self.taken: list[tuple[str, str, int]] = []
        self.snapshots: dict[str, list[Snapshot]] = defaultdict(list)
        self._nodes: dict[str, Node] = {}
        self._until: dict[str, float] = {}
        self._held: dict[str, Held] = {}
        self._world = world
        self._guards = guards

    def store(self, table: str, epoch: int = 0) -> GuardedStore:
        journal = self.file.journals.setdefault(table, MemoryJournal())
        return GuardedStore(self.file, journal, epoch, self._guards, self.snapshots[table])

    def enrol(self, node: Node) -> None:
        self._nodes[node.id], self._until[node.id] = node, self._world.at_s + TERM_S

    def renew(self, life: str) -> bool:
        if not self._lives(life):
            return False
        self._until[life] = self._world.at_s + TERM_S
        return True

    def _lives(self, life: str) -> bool:
        return self._until.get(life, 0) > self._world.at_s

    def living(self) -> list[Node]:
        return [node for life, node in self._nodes.items() if self._lives(life)]

    def holdings(self) -> list[Holding]:
        return [
            Holding(table, held.life, held.name, self._lives(held.life), self.store(table).journal.epoch)
            for table, held in self._held.items()
        ]

    def clock_s(self) -> float:
        return self._world.at_s

    def take(self, table: str, by: Held) -> int:
        """A node that lost its way with a table of its own may take that again."""
        held = self._held.get(table, Held())
        if not self._lives(by.life) or (held.life != by.life and self._lives(held.life)):
            raise Refused(JournalRefusal.TAKEN, f"{table} is held by {held.name}", table)
        self._held[table] = by
        epoch = self.store(table).take()
        self.taken.append((table, by.life, epoch))
        return epoch

    def take_again(self, table: str, life: str, epoch: int) -> int:
        fresh = self.store(table, epoch).take_again()
        self.taken.append((table, life, fresh))
        return fresh

    def give_back(self, table: str, life: str, epoch: int) -> None:
        """Where it is still ours."""
        held = self._held.get(table, Held())
        if held.life == life and self.file.journals[table].epoch == epoch:
            self._held[table] = Held()

    def append(self, table: str, life: str, epoch: int, batch: Batch) -> None:
        self.store(table, epoch).append(*batch)
        entries = batch[1]
        self.appended.append(Appended(table, life, epoch, entries[0].seq, entries[-1].seq))
