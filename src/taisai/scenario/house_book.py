"""Sentences about duties, equipment and ratings: a scenario has a house for them beside its table."""

import secrets
from collections.abc import Callable
from typing import Final

from taisai.house.clock import now
from taisai.journal.memory import MemoryStore
from taisai.people.duty_events import DutyKind
from taisai.people.register import Register
from taisai.people.secret_hashes import Hasher
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Role
from taisai.scenario.equipment import EquipmentBook
from taisai.scenario.grammar import Said
from taisai.table.state import Table

MANAGER: Final = "manager"
QUICK: Final = Hasher(b"", time_cost=1, memory_kib=8)  # nobody signs in to a scenario
DEVICE: Final = "scenario"


class HouseBook:
    """The register of a house that lasts as long as the scenario. A person is employed when first named. If a sentence
    names nobody, the manager acts."""

    def __init__(self, table: Callable[[], Table]) -> None:
        self._at = table
        self.register = Register.open(MemoryStore(), now, hasher=QUICK)
        self._equipment = EquipmentBook(self.register)
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

    def equipment(self, by: str, said: Said) -> None:
        done = {
            "item-registered": self._equipment.add,
            "item-used": self._equipment.use,
            "item-told": self._equipment.tell,
        }
        done[said.kind](by, said, self._table)

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

    def used(self, said: Said) -> str:
        return self._equipment.used(said, self._table)

    def rated(self, said: Said) -> str:
        return next((one.card for rating, one in self.register.ratings() if rating.seat == int(said.values[0])), "")


ASKED: Final[dict[str, Callable[[HouseBook, str, Said], None]]] = {
    "duty-begun": HouseBook.duty,
    **dict.fromkeys(("item-registered", "item-used", "item-told"), HouseBook.equipment),
    "rating": HouseBook.rating,
}
HELD: Final[dict[str, Callable[[HouseBook, Said], str]]] = {
    "expect-duty": HouseBook.on_duty,
    "expect-item": HouseBook.used,
    "expect-rating": HouseBook.rated,
}
