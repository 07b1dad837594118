"""The first step of every act in the register: who does it, and whether they may."""

from taisai.journal.entry import By
from taisai.people.events import HappeningNoted
from taisai.people.records import HOUSE, Records
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import Right, may
from taisai.people.secret_hashes import plain
from taisai.people.significant_events import Happening
from taisai.people.state import Code, Person, Standing
from taisai.rules.refusals import Refused, shown
from taisai.rules.vocabulary import Role

WORDS_LONGEST = 500
ID_LONGEST = 64


class Acting(Records):
    def _allowed(self, by: str, right: Right) -> By:
        """Return the person if their current role has the right, whatever it was at sign-in."""
        if by == HOUSE.name and may(Role.AUTOMATION, right):
            return HOUSE
        person = self.state.people.get(by)
        if person is not None and isinstance(person.secret, Code):
            raise password_due(person)
        if person is None or person.standing is Standing.INACTIVE or not may(person.role, right):
            words = f"{shown(by) or 'an unknown person'} is not allowed to do that; ask a person with the right {right}"
            raise Refused(PeopleRefusal.RIGHT_MISSING, words, right)
        return as_by(person)

    def check_may(self, by: str, right: Right) -> None:
        self._allowed(by, right)

    def _person(self, name: str) -> Person:
        if name not in self.state.people:
            words = f"there is no staff account {shown(name)}; look up the name in the staff list"
            raise Refused(PeopleRefusal.PERSON_UNKNOWN, words, name)
        return self.state.people[name]

    def _by(self, name: str) -> By:
        """Return who an entry names: staff, the house itself, or a name that a table reports."""
        if not name:
            return HOUSE
        person = self.state.people.get(name)
        return as_by(person) if person else By(plain(name, ID_LONGEST), "")

    def _is_told(self, code: Happening, value: str = "") -> bool:
        """Return whether such an event already waits to be acknowledged."""
        return any(one.code == code and value in ("", one.value) for one in self.state.waiting.values())


def password_due(person: Person) -> Refused:
    words = f"{person.name} must set a new password first; sign in and set it"
    return Refused(PeopleRefusal.PASSWORD_DUE, words, person.name)


def as_by(person: Person) -> By:
    return By(person.name, person.role.value)


def happening(code: Happening, words: str, *, table: str = "", device: str = "", value: str = "") -> HappeningNoted:
    return HappeningNoted(
        code.value, code.severity.value, plain(words, WORDS_LONGEST),
        plain(table, ID_LONGEST), plain(device, ID_LONGEST), plain(value, WORDS_LONGEST),
    )  # fmt: skip
