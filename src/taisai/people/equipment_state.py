"""What the register knows about equipment."""

from enum import StrEnum

import msgspec

from taisai.people.equipment_events import ItemKind


class ItemStanding(StrEnum):
    STORED = "stored"
    IN_USE = "in-use"
    RETIRED = "retired"
    DESTROYED = "destroyed"


class Use(msgspec.Struct, frozen=True):
    """From which round to which it was used at a table; `last` is 0 while it is."""

    table: str
    first: int
    last: int = 0


class ItemTest(msgspec.Struct, frozen=True):
    at: str
    by: str
    passed: bool
    words: str


class Fault(msgspec.Struct, frozen=True):
    """`mended` says how, and is empty until then."""

    at: str
    by: str
    words: str
    mended_at: str = ""
    mended: str = ""


class Item(msgspec.Struct, frozen=True):
    """`seal` is the number of the one that is on it, empty once it was opened; `inspected`: it passed the last test,
    which was after that. The newest tests, faults and uses are kept."""

    id: str
    kind: ItemKind
    label: str
    serials: tuple[str, ...]
    seal: str
    added_at: str
    standing: ItemStanding = ItemStanding.STORED
    inspected: bool = False
    tests: tuple[ItemTest, ...] = ()
    faults: tuple[Fault, ...] = ()
    uses: tuple[Use, ...] = ()
    ended: str = ""

    @property
    def table(self) -> str:
        """The table where it is in use."""
        return self.uses[-1].table if self.standing is ItemStanding.IN_USE else ""

    @property
    def is_faulty(self) -> bool:
        return any(not fault.mended_at for fault in self.faults)
