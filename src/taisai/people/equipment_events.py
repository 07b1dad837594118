"""Events of gaming equipment: sets of dice, tumblers, entry terminals and layouts."""

from enum import StrEnum

from taisai.people.event_base import Tagged
from taisai.rules.personal import HouseText, TypedText


class ItemKind(StrEnum):
    DICE = "dice"
    TUMBLER = "tumbler"
    ENTRY_TERMINAL = "entry-terminal"
    LAYOUT = "layout"


class EquipmentAdded(Tagged, frozen=True, tag="equipment-added"):
    """`seal` is the number of the seal that it came with; empty for none."""

    item: str
    kind: ItemKind
    label: HouseText
    serials: tuple[str, ...]
    seal: str


class EquipmentSealed(Tagged, frozen=True, tag="equipment-sealed"):
    item: str
    seal: str


class EquipmentOpened(Tagged, frozen=True, tag="equipment-opened"):
    """The seal was read and broken."""

    item: str
    seal: str


class EquipmentTested(Tagged, frozen=True, tag="equipment-tested"):
    item: str
    passed: bool
    words: TypedText


class EquipmentPlaced(Tagged, frozen=True, tag="equipment-placed"):
    """In use at a table from the round after `after`."""

    item: str
    table: str
    after: int


class EquipmentRemoved(Tagged, frozen=True, tag="equipment-removed"):
    """Round `upto` was the last in which it was used."""

    item: str
    upto: int


class EquipmentFaulted(Tagged, frozen=True, tag="equipment-faulted"):
    item: str
    words: TypedText


class EquipmentMended(Tagged, frozen=True, tag="equipment-mended"):
    item: str
    words: TypedText


class EquipmentRetired(Tagged, frozen=True, tag="equipment-retired"):
    item: str
    words: TypedText


class EquipmentDestroyed(Tagged, frozen=True, tag="equipment-destroyed"):
    item: str
    words: TypedText


EquipmentEvent = (
    EquipmentAdded | EquipmentSealed | EquipmentOpened | EquipmentTested | EquipmentPlaced | EquipmentRemoved
    | EquipmentFaulted | EquipmentMended | EquipmentRetired | EquipmentDestroyed
)  # fmt: skip
