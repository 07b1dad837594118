"""Applies events to the equipment in the register."""

from typing import Final, assert_never

from msgspec.structs import replace

from taisai.people import equipment_events as e
from taisai.people.equipment_state import Fault, Item, ItemStanding, ItemTest, Use
from taisai.people.state import State

KEPT: Final = 50  # tests, faults and uses of one item; the journal has them all
DESTROYED_KEPT: Final = 2_000


def evolve_equipment(state: State, event: e.EquipmentEvent, at: str, by: str) -> None:
    if isinstance(event, e.EquipmentAdded):
        state.equipment[event.item] = Item(event.item, event.kind, event.label, event.serials, event.seal, at)
        return
    state.equipment[event.item] = _changed(state.equipment[event.item], event, at, by)
    if isinstance(event, e.EquipmentDestroyed):
        _forget_destroyed(state)


def _changed(item: Item, event: e.EquipmentEvent, at: str, by: str) -> Item:  # noqa: PLR0911 - one return per kind
    match event:
        case e.EquipmentSealed(seal=seal):
            return replace(item, seal=seal, inspected=False)
        case e.EquipmentOpened():
            return replace(item, seal="", inspected=False)
        case e.EquipmentTested(passed=passed, words=words):
            tests = (*item.tests, ItemTest(at, by, passed, words))[-KEPT:]
            return replace(item, inspected=passed, tests=tests)
        case e.EquipmentPlaced() | e.EquipmentRemoved():
            return _used(item, event)
        case e.EquipmentFaulted() | e.EquipmentMended():
            return _mended(item, event, at, by)
        case e.EquipmentRetired(words=words):
            return replace(item, standing=ItemStanding.RETIRED, ended=words)
        case e.EquipmentDestroyed(words=words):
            return replace(item, standing=ItemStanding.DESTROYED, ended=words)
        case e.EquipmentAdded():
            raise AssertionError(event)
        case _ as never:
            assert_never(never)


def _used(item: Item, event: e.EquipmentPlaced | e.EquipmentRemoved) -> Item:
    match event:
        case e.EquipmentPlaced(table=table, after=after):
            uses = (*item.uses, Use(table, after + 1))[-KEPT:]
            return replace(item, standing=ItemStanding.IN_USE, uses=uses)
        case e.EquipmentRemoved(upto=upto):
            uses = (*item.uses[:-1], replace(item.uses[-1], last=upto))
            return replace(item, standing=ItemStanding.STORED, inspected=False, uses=uses)


def _mended(item: Item, event: e.EquipmentFaulted | e.EquipmentMended, at: str, by: str) -> Item:
    """Apply a fault or its repair. A faulty item must pass a new test before it is used."""
    match event:
        case e.EquipmentFaulted(words=words):
            return replace(item, faults=(*item.faults, Fault(at, by, words))[-KEPT:], inspected=False)
        case e.EquipmentMended(words=words):
            faults = tuple(one if one.mended_at else replace(one, mended_at=at, mended=words) for one in item.faults)
            return replace(item, faults=faults)


def _forget_destroyed(state: State) -> None:
    """Drop the oldest destroyed items; their numbers become free, and the journal has them all."""
    destroyed = [one.id for one in state.equipment.values() if one.standing is ItemStanding.DESTROYED]
    for item in destroyed[:-DESTROYED_KEPT]:
        del state.equipment[item]
