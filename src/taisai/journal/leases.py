"""The leases of a house's processes, which ensure that one process at a time writes each journal."""

from enum import StrEnum
from typing import Final, NamedTuple, Protocol
from zlib import crc32

TERM_S: Final = 3.0


def lane_of(table: str, lanes: int) -> int:
    """Return the lane in which a table writes. It is always the same."""
    return crc32(table.encode()) % lanes


class Doing(StrEnum):
    """What a process does at a house: it tests the house before it serves, it serves, or it is a command that changes
    a house which nobody serves."""

    STARTING = "starting"
    SERVING = "serving"
    AT_REST = "at-rest"


class Node(NamedTuple):
    """A process. `id` is for this life only; `name` stays from one life to the next. A `draining` node hands over what
    it holds; a node that does not hear the bus reaches only its own sockets. Its lease was renewed `renewed_s` ago and
    lasts for `left_s` more."""

    id: str
    name: str
    site: str
    version: str
    draining: bool = False
    hears_bus: bool = True
    began: str = ""
    renewed_s: float = 0.0
    left_s: float = 0.0
    doing: Doing = Doing.SERVING


class Holding(NamedTuple):
    """A journal, the life that has it or had it last, the name of that node, and whether that life is still valid."""

    journal: str
    life: str
    name: str
    lives: bool
    epoch: int
    since: str = ""


class Leases(Protocol):
    """Any call may be refused because the database does not answer. Safety never depends on leases: epochs fence the
    journals. `term_s` is how long a life lasts after each renewal, the same for the whole house."""

    term_s: float

    def enrol(self, node: Node) -> None: ...

    def renew(self, life: str) -> bool:
        """Return False if that life is over for good."""

    def serve(self, life: str) -> None:
        """Record that a starting node serves from now on."""

    def end(self, life: str) -> None:
        """End a life early, at an orderly stop."""

    def hear_bus(self, life: str, *, hears: bool) -> None:
        """Record whether that life hears the other nodes."""

    def living(self) -> list[Node]: ...

    def holdings(self) -> list[Holding]:
        """Return the holdings of all journals."""

    def give_back(self, journal: str, life: str, epoch: int) -> None:
        """Release a journal if that life still holds it under that epoch; anyone may then take it."""

    def clock_s(self) -> float:
        """Return the time by the clock that decides."""

    def hold(self, journal: str, life: str) -> bool:
        """Hold a journal, or keep holding it; return False if another live node holds it."""

    def drain(self, life: str) -> None:
        """Ask a process to hand over what it holds."""

    def close(self) -> None: ...
