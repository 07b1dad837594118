"""Sentences about equipment: sets of dice, tumblers, layouts and entry terminals."""

from taisai.people.equipment_events import ItemKind
from taisai.people.refusals import PeopleRefusal
from taisai.people.register import Register
from taisai.rules.refusals import Refused
from taisai.scenario.grammar import Said
from taisai.table.state import Table


class EquipmentBook:
    """What the sentences about equipment do in a house's register."""

    def __init__(self, register: Register) -> None:
        self._register = register

    def add(self, by: str, said: Said, _: Table) -> None:
        kind, item, rest = _named(said)
        *serials, seal = rest or ("",)
        self._register.add_item(by, item, kind, serials=tuple(serials), seal=seal)

    def use(self, by: str, said: Said, table: Table) -> None:
        (item,), register = self._known(said), self._register
        if "pass" in said.form:
            register.test_item(by, item, "inspected", passed=True)
        elif "come" in said.form:
            register.place_item(by, item, table.table, table.round)
        else:
            register.remove_item(by, item, table.table, table.round)

    def tell(self, by: str, said: Said, _: Table) -> None:
        (item, words), register = self._known(said), self._register
        if "fail" in said.form:
            register.test_item(by, item, words, passed=False)
            return
        done = {
            "opened": register.open_item, "damaged": register.report_fault, "repaired": register.mend_item,
            "retired": register.retire_item, "destroyed": register.destroy_item,
        }  # fmt: skip
        next(do for word, do in done.items() if word in said.form.split())(by, item, words)

    def used(self, said: Said, table: Table) -> str:
        """Return the first and last round of an item. If it is still in use, the last is the current round."""
        item, _ = self._known(said)
        use = next(iter(self._register.item(item).uses[-1:]), None)
        return f"{use.first}-{use.last or table.round}" if use else ""

    def _known(self, said: Said) -> tuple[str, ...]:
        """Return the item and the other values. Refused if the item is of another kind than the sentence says."""
        kind, item, rest = _named(said)
        known = self._register.item(item)
        if known.kind is not kind:
            words = f"{item} is registered as {known.kind}, not {kind}"
            raise Refused(PeopleRefusal.EQUIPMENT_UNKNOWN, words, item)
        return item, *rest


def _named(said: Said) -> tuple[ItemKind, str, tuple[str, ...]]:
    if "EQUIPMENT" in said.form:
        kind, item, *rest = said.values
        return ItemKind(kind.lower()), item, tuple(rest)
    return ItemKind.DICE, said.values[0], said.values[1:]
