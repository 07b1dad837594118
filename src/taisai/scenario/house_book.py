"""Sentences about duties, equipment and ratings: a scenario has a house for them beside its table."""

import secrets
from collections.abc import Callable
from typing import Final

from taisai.house.clock import now
from taisai.journal.memory import MemoryStore
from taisai.people.duty_events import DutyKind
from taisai.people.equipment_events import ItemKind
from taisai.people.register import Register
from taisai.people.secret_hashes import Hasher
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Role
from taisai.scenario.grammar import Said
from taisai.table.state import Table

MANAGER: Final = "manager"
QUICK: Final = Hasher(time_cost=1, memory_kib=8)  # nobody signs in to a scenario
DEVICE: Final = "scenario"


class HouseBook:
    """The register of a house that lasts as long as the scenario. A person is employed when first named. If a sentence
    names nobody, the manager acts."""

    def __init__(self, table: Callable[[], Table]) -> None:
        self._at = table
        self.register = Register.open(MemoryStore(), now, hasher=QUICK)
        self._sign(MANAGER, self.register.found(MANAGER))

    @property
    def _table(self) -> Table:
        """The current table of the scenario."""
        return self._at()

    def do(self, said: Said) -> None:
        by = MANAGER
        if said.by:
            by = self._employed(said.by[0].name, said.by[0].role)
        ASKED[said.kind](self, by, said)

    def expect(self, said: Said) -> None:
        found = HELD[said.kind](self, said)
        if found != said.values[-1]:
            words = f"line {said.line}: {said.text!r}, but it is {found or 'nothing'}"
            raise Refused(Refusal.SCENARIO_WRONG, words, found)

    def _employed(self, name: str, role: Role) -> str:
        if name not in self.register.state.people:
            self._sign(name, self.register.add_staff(MANAGER, name, name, role))
        return name

    def _sign(self, name: str, code: str) -> None:
        renewal = self.register.renewal(name, source=DEVICE).password(code, secrets.token_urlsafe())
        self.register.set_password(renewal, DEVICE)

    def duty(self, by: str, said: Said) -> None:
        (name,) = said.values
        role = Role.GAME_SUPERVISOR if "supervisor" in said.form else Role.DEALER
        self._employed(name, role)
        if "rotation" in said.form:
            self.register.rotate(by, (self._table.table,), name)
        elif "break" in said.form:
            self.register.begin_duty(by, name, DutyKind.BREAK, "")
        else:
            kind = DutyKind.DEAL if role is Role.DEALER else DutyKind.SUPERVISE
            self.register.begin_duty(by, name, kind, self._table.table)

    def add_dice(self, by: str, said: Said) -> None:
        item, *serials, seal = said.values
        self.register.add_item(by, item, ItemKind.DICE, serials=tuple(serials), seal=seal)

    def use_dice(self, by: str, said: Said) -> None:
        (item,), register, table = said.values, self.register, self._table
        if "pass" in said.form:
            register.test_item(by, item, "inspected", passed=True)
        elif "come" in said.form:
            register.place_item(by, item, table.table, table.round)
        else:
            register.remove_item(by, item, table.table, table.round)

    def tell_dice(self, by: str, said: Said) -> None:
        item, words = said.values
        if "opened" in said.form:
            self.register.open_item(by, item, words)
        elif "fail" in said.form:
            self.register.test_item(by, item, words, passed=False)
        elif "damaged" in said.form:
            self.register.report_fault(by, item, words)
        else:
            self.register.retire_item(by, item, words)

    def rating(self, by: str, said: Said) -> None:
        seat, *card = said.values
        if card:
            table = self._table
            self.register.begin_rating(by, card[0], table=table.table, seat=int(seat), after=table.round)
            return
        rated = next((one.rating for one, _ in self.register.ratings() if one.seat == int(seat)), 0)
        self.register.end_rating(by, rated, self._table.round)

    def on_duty(self, said: Said) -> str:
        kind = DutyKind.SUPERVISE if "supervisor" in said.form else DutyKind.DEAL
        return next((one.name for one in self.register.duties() if one.duty is kind), "")

    def dice_used(self, said: Said) -> str:
        """Return the first and last round of a set. If it is still in use, the last is the current round."""
        use = next(iter(self.register.item(said.values[0]).uses[-1:]), None)
        return f"{use.first}-{use.last or self._table.round}" if use else ""

    def rated(self, said: Said) -> str:
        return next((one.card for rating, one in self.register.ratings() if rating.seat == int(said.values[0])), "")


ASKED: Final[dict[str, Callable[[HouseBook, str, Said], None]]] = {
    "duty-begun": HouseBook.duty,
    "dice-registered": HouseBook.add_dice,
    "dice-used": HouseBook.use_dice,
    "dice-told": HouseBook.tell_dice,
    "rating": HouseBook.rating,
}
HELD: Final[dict[str, Callable[[HouseBook, Said], str]]] = {
    "expect-duty": HouseBook.on_duty,
    "expect-dice": HouseBook.dice_used,
    "expect-rating": HouseBook.rated,
}
