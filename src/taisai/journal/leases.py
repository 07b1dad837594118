"""What a process of a house asks of the place where its journals are, so that one at a time writes each of them."""

from typing import Final, NamedTuple, Protocol
from zlib import crc32

TERM_S: Final = 3.0


def lane_of(table: str, lanes: int) -> int:
    """Of those that write at the same time, which one a table uses: always the same."""
    return crc32(table.encode()) % lanes


class Node(NamedTuple):
    """A process: `id` is of this life of it alone, `name` stays from one life to the next. Whoever is `draining` hands
    over what it holds; whoever does not hear the bus reaches its own sockets alone. `renewed_s` ago its lease was last
    renewed, and it lasts for `left_s` more."""

    id: str
    name: str
    site: str
    version: str
    draining: bool = False
    hears_bus: bool = True
    began: str = ""
    renewed_s: float = 0.0
    left_s: float = 0.0


class Holding(NamedTuple):
    """A journal with the life that has it or had it last, the name of that node, and whether that life lasts."""

    journal: str
    life: str
    name: str
    lives: bool
    epoch: int
    since: str = ""


class Leases(Protocol):
    """All of it may be refused because nobody answers. Safety never rests on it: journals are fenced by epochs.
    `term_s`: for so long a life lasts from each renewal on, the same for all of a house."""

    term_s: float

    def enrol(self, node: Node) -> None: ...

    def renew(self, life: str) -> bool:
        """False where that life is over, for good."""

    def end(self, life: str) -> None:
        """Before its time, by whoever stops in order."""

    def hear_bus(self, life: str, *, hears: bool) -> None:
        """Says whether that life hears the other nodes."""

    def living(self) -> list[Node]: ...

    def holdings(self) -> list[Holding]:
        """Of every journal."""

    def give_back(self, journal: str, life: str, epoch: int) -> None:
        """Where it is that life's still, and of that epoch: then it is anybody's."""

    def clock_s(self) -> float:
        """What time it is by the clock that decides."""

    def hold(self, journal: str, life: str) -> str | None: ...

    def follow(self, old: str, new: str) -> None: ...

    def drain(self, life: str) -> None:
        """Asks a process to hand over what it holds."""

    def is_draining(self, life: str) -> bool: ...

    def close(self) -> None: ...
