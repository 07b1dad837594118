"""How far the journals of a house have come, as its nodes tell each other."""

from collections.abc import Mapping

from taisai.house.node_floor import NodeFloor
from taisai.house.tables import HOUSE
from taisai.journal.entry import Head
from taisai.journal.seal import START
from taisai.keeping.marks import Mark
from taisai.people.register import Register


class Heads:
    """All are durable. A database that comes back without them is missed by whoever takes or reads a journal next."""

    def __init__(self, floor: NodeFloor, register: Register) -> None:
        self._floor, self._register = floor, register

    def known(self) -> dict[str, Head]:
        return self._floor.heads() | {HOUSE: self._register.head}

    def hear(self, heads: Mapping[str, Head]) -> None:
        self._floor.hear({name: head for name, head in heads.items() if name != HOUSE})
        self._register.known = max(self._register.known, heads.get(HOUSE, START))

    def marks(self) -> dict[str, Mark]:
        """Mark the journals of other nodes as well, so that each place of marks knows of all."""
        return {name: Mark(head.seq, head.seal.hex()) for name, head in self.known().items()}
