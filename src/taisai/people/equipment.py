"""Equipment: registered, sealed, opened, tested, used at a table, found faulty, retired and destroyed."""

import re
from typing import Final

from taisai.people import equipment_events as e
from taisai.people.authorization import ID_LONGEST, WORDS_LONGEST, Acting, happening
from taisai.people.equipment_events import ItemKind
from taisai.people.equipment_state import Item, ItemStanding
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import Right
from taisai.people.secret_hashes import plain
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused, shown

DICE_OF_A_SET: Final = 3
SERIALS_MOST: Final = 8
ITEM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]{0,31}")


class Equipment(Acting):
    """A table has one item of each kind. To place or remove an item, state the table's last round."""

    def add_item(
        self, by: str, item: str, kind: ItemKind, *, label: str = "", serials: tuple[str, ...] = (), seal: str = ""
    ) -> None:
        actor = self._allowed(by, Right.MANAGE_EQUIPMENT)
        if item in self.state.equipment:
            words = f"{item} is already in the register; use another number"
            raise Refused(PeopleRefusal.EQUIPMENT_KNOWN, words, item)
        serials = tuple(plain(one, ID_LONGEST) for one in serials)
        _check_item(item, kind, serials, seal)
        self._write(actor, e.EquipmentAdded(item, kind, plain(label, ID_LONGEST), serials, plain(seal, ID_LONGEST)))

    def seal_item(self, by: str, item: str, seal: str) -> None:
        actor = self._allowed(by, Right.MANAGE_EQUIPMENT)
        known = self._in(item, ItemStanding.STORED, "sealed")
        seal = plain(seal, ID_LONGEST)
        if known.seal or not seal:
            words = (
                f"{item} is already sealed; open that seal first"
                if known.seal
                else "the seal number is missing; enter it"
            )
            raise Refused(PeopleRefusal.EQUIPMENT_UNFIT, words, item)
        self._write(actor, e.EquipmentSealed(item, seal))

    def open_item(self, by: str, item: str, seal: str) -> None:
        """Open an item by reading its seal first. A different number is recorded and left to a manager."""
        actor = self._allowed(by, Right.MANAGE_EQUIPMENT)
        known = self._in(item, ItemStanding.STORED, "opened")
        if not known.seal:
            raise Refused(PeopleRefusal.EQUIPMENT_UNFIT, f"{item} has no seal; inspect it or seal it first", item)
        if plain(seal, ID_LONGEST) != known.seal:
            words = f"the seal number of {item} differs from the register"
            self._write(actor, happening(Happening.SEAL_DIFFERS, words, value=item))
            raise Refused(PeopleRefusal.SEAL_DIFFERS, f"{words}; leave it closed and call a manager", shown(seal))
        self._write(actor, e.EquipmentOpened(item, known.seal))

    def test_item(self, by: str, item: str, words: str, *, passed: bool) -> None:
        actor = self._allowed(by, Right.MANAGE_EQUIPMENT)
        known = self._in(item, (ItemStanding.STORED, ItemStanding.IN_USE), "tested")
        if known.seal:
            raise Refused(PeopleRefusal.EQUIPMENT_UNFIT, f"{item} is sealed; open it before it is tested", item)
        self._write(actor, e.EquipmentTested(item, passed, plain(words, WORDS_LONGEST)))

    def place_item(self, by: str, item: str, table: str, after: int) -> None:
        """Place an item that was opened and has passed a test since. The item in its place must be removed before."""
        actor = self._allowed(by, Right.MANAGE_EQUIPMENT)
        known = self._in(item, ItemStanding.STORED, "placed")
        before = self.placed(table).get(known.kind)
        if before is not None:
            words = f"{table} already has {before.id}; remove that first"
            raise Refused(PeopleRefusal.PLACE_TAKEN, words, before.id)
        if known.seal or known.is_faulty or not known.inspected:
            why = (
                "is sealed"
                if known.seal
                else "has a fault"
                if known.is_faulty
                else "has not passed a test since it was last opened or used"
            )
            raise Refused(PeopleRefusal.EQUIPMENT_UNFIT, f"{item} {why}; fix that before using it", item)
        words = f"{known.kind} {item} is in use from round {after + 1} on"
        noted = happening(Happening.EQUIPMENT_PLACED, words, table=table, value=item)
        self._write(actor, e.EquipmentPlaced(item, table, after), noted)

    def remove_item(self, by: str, item: str, table: str, upto: int) -> None:
        actor = self._allowed(by, Right.MANAGE_EQUIPMENT)
        known = self._in(item, ItemStanding.IN_USE, "removed")
        if known.table != table:
            words = f"{item} is in use at {known.table}, not at {table}; remove it there"
            raise Refused(PeopleRefusal.EQUIPMENT_UNFIT, words, known.table)
        words = f"{known.kind} {item} {_rounds(known, upto)}"
        noted = happening(Happening.EQUIPMENT_REMOVED, words, table=table, value=item)
        self._write(actor, e.EquipmentRemoved(item, upto), noted)

    def report_fault(self, by: str, item: str, words: str) -> None:
        """Record a fault. The item stays in use until someone removes it: stopping a table is a separate order."""
        actor = self._allowed(by, Right.MANAGE_EQUIPMENT)
        known = self._in(item, (ItemStanding.STORED, ItemStanding.IN_USE), "reported as faulty")
        said = plain(words, WORDS_LONGEST)
        noted = happening(Happening.EQUIPMENT_FAULT, f"{known.kind} {item}: {said}", table=known.table, value=item)
        self._write(actor, e.EquipmentFaulted(item, said), noted)

    def mend_item(self, by: str, item: str, words: str) -> None:
        actor = self._allowed(by, Right.MANAGE_EQUIPMENT)
        known = self._in(item, (ItemStanding.STORED, ItemStanding.IN_USE), "repaired")
        if not known.is_faulty or known.kind is ItemKind.DICE:
            words = (
                "dice are never repaired; retire the set" if known.is_faulty else f"{item} has no fault; nothing to do"
            )
            raise Refused(PeopleRefusal.EQUIPMENT_UNFIT, words, item)
        self._write(actor, e.EquipmentMended(item, plain(words, WORDS_LONGEST)))

    def retire_item(self, by: str, item: str, words: str) -> None:
        actor = self._allowed(by, Right.MANAGE_EQUIPMENT)
        self._in(item, ItemStanding.STORED, "retired")
        self._write(actor, e.EquipmentRetired(item, plain(words, WORDS_LONGEST)))

    def destroy_item(self, by: str, item: str, words: str) -> None:
        actor = self._allowed(by, Right.MANAGE_EQUIPMENT)
        known = self._in(item, ItemStanding.RETIRED, "destroyed")
        noted = happening(Happening.EQUIPMENT_DESTROYED, f"{known.kind} {item} was destroyed", value=item)
        self._write(actor, e.EquipmentDestroyed(item, plain(words, WORDS_LONGEST)), noted)

    def item(self, item: str) -> Item:
        if item not in self.state.equipment:
            words = f"{shown(item)} is not in the equipment register; look it up in the list or add it"
            raise Refused(PeopleRefusal.EQUIPMENT_UNKNOWN, words, shown(item))
        return self.state.equipment[item]

    def items_after(self, item: str) -> list[Item]:
        return sorted((one for one in self.state.equipment.values() if one.id > item), key=lambda one: one.id)

    def placed(self, table: str) -> dict[ItemKind, Item]:
        """Return the items in use at a table."""
        return {one.kind: one for one in self.state.equipment.values() if one.table == table and table}

    def _in(self, item: str, wanted: ItemStanding | tuple[ItemStanding, ...], act: str) -> Item:
        known = self.item(item)
        if known.standing not in (wanted if isinstance(wanted, tuple) else (wanted,)):
            words = f"{item} is {known.standing}, so it cannot be {act}; check its entry in the register"
            raise Refused(PeopleRefusal.EQUIPMENT_UNFIT, words, known.standing)
        return known


def _rounds(item: Item, upto: int) -> str:
    first = item.uses[-1].first
    return f"was used for rounds {first} to {upto}" if upto >= first else "was not used in any round"


def _check_item(item: str, kind: ItemKind, serials: tuple[str, ...], seal: str) -> None:
    """Check a new item. A set of dice has three serial numbers and comes sealed."""
    if not ITEM.fullmatch(item):
        words = f"{shown(item)!r} is not a valid equipment number; use letters, digits, dots and hyphens, at most 32"
        raise Refused(PeopleRefusal.EQUIPMENT_INVALID, words, shown(item))
    wanted = DICE_OF_A_SET if kind is ItemKind.DICE else len(serials)
    if len(set(serials)) != wanted or not all(serials) or len(serials) > SERIALS_MOST:
        words = (
            f"a set of dice has {DICE_OF_A_SET} serial numbers, other equipment up to {SERIALS_MOST}; enter each once"
        )
        raise Refused(PeopleRefusal.EQUIPMENT_INVALID, words, ", ".join(serials))
    if kind is ItemKind.DICE and not seal.strip():
        raise Refused(PeopleRefusal.EQUIPMENT_INVALID, f"a set of dice must be sealed; enter the seal of {item}", item)
