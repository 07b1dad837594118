"""Equipment, and the video footage of significant events."""

from typing import Annotated

import msgspec

from taisai.people.equipment_events import ItemKind
from taisai.people.equipment_state import Item
from taisai.wire.bodies import Body

Line = Annotated[str, msgspec.Meta(max_length=64)]
Words = Annotated[str, msgspec.Meta(max_length=500)]


class NewItem(Body, frozen=True):
    """A set of dice has three serial numbers and a seal."""

    item: Line
    kind: ItemKind
    label: Line = ""
    serials: Annotated[tuple[Line, ...], msgspec.Meta(max_length=8)] = ()
    seal: Line = ""


class SealRead(Body, frozen=True):
    seal: Line


class ItemTested(Body, frozen=True):
    passed: bool
    words: Words = ""


class InWords(Body, frozen=True):
    words: Words


class Items(Body, frozen=True):
    """In the order of their numbers."""

    items: tuple[Item, ...]
    more: bool


class NewFootage(Body, frozen=True):
    """Time codes as on the recorder."""

    camera: Line
    since: Line
    until: Line = ""
    note: Words = ""
