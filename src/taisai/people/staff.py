"""Staff accounts."""

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from taisai.journal.entry import By
from taisai.people import events as e
from taisai.people.authorization import Acting, happening
from taisai.people.records import HOUSE
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import STAFF, Right, may, rights_of
from taisai.people.secret_hashes import one_time_code, plain
from taisai.people.sign_in import rests
from taisai.people.significant_events import Happening
from taisai.people.state import Password, Person, Standing
from taisai.rules.refusals import Refused, shown
from taisai.rules.vocabulary import Role

CODE_LENGTH: Final = 12
FULL_NAME_LONGEST: Final = 80
_NAME: Final = re.compile(r"[a-z][a-z0-9.-]{1,31}")


class Listed(msgspec.Struct, frozen=True):
    """A person in the list of user rights; `password_at` is empty until one is set."""

    name: str
    full_name: str
    role: Role
    standing: Standing
    rights: tuple[Right, ...]
    has_pin: bool
    password_at: str
    proved_at: str


class Staffing(Acting):
    def found(self, name: str, full_name: str = "") -> str:
        """Create the first account of a house; return its one-time code."""
        if self.state.people:
            words = "this house already has its first account; ask a shift manager to add another"
            raise Refused(PeopleRefusal.REGISTER_FOUNDED, words, shown(name))
        return self._add(HOUSE, name, full_name or name, Role.SHIFT_MANAGER)

    def add_staff(self, by: str, name: str, full_name: str, role: Role) -> str:
        return self._add(self._allowed(by, Right.MANAGE_STAFF), name, full_name, role)

    def _add(self, by: By, name: str, full_name: str, role: Role) -> str:
        full_name = plain(full_name, FULL_NAME_LONGEST).strip()
        self._check_name(name, full_name)
        _check_role(role)
        code = one_time_code(CODE_LENGTH)
        added = e.PersonAdded(name, full_name, role, self.hasher.hash(code), self.keys.person(name))
        self._write(by, added, happening(Happening.PERSON_ADDED, f"{name} was added as {role}", value=name))
        return code

    def _check_name(self, name: str, full_name: str) -> None:
        if not _NAME.fullmatch(name) or name == HOUSE.name or not full_name:
            words = (
                f"{shown(name)!r} is not a valid name: it needs 2 to 32 of a-z, 0-9, dot and hyphen, and a full name"
            )
            raise Refused(PeopleRefusal.NAME_INVALID, f"{words}; choose another", shown(name))
        if name in self.state.people:
            words = f"{name} is or was on the staff, and a name is never used twice; choose another"
            raise Refused(PeopleRefusal.NAME_TAKEN, words, name)

    def change_role(self, by: str, name: str, role: Role) -> None:
        actor = self._allowed(by, Right.MANAGE_STAFF)
        _check_role(role)
        person = self._other(by, name)
        words = f"the role of {name} changed from {person.role} to {role}"
        self._write(
            actor,
            e.RoleChanged(name, person.role, role),
            *self._ending(name, "role changed"),
            happening(Happening.ROLE_CHANGED, words, value=name),
        )
        self._end(name)

    def deactivate(self, by: str, name: str) -> None:
        actor, _ = self._allowed(by, Right.MANAGE_STAFF), self._other(by, name)
        self._write(
            actor,
            e.PersonDeactivated(name),
            *self._ending(name, "deactivated"),
            happening(Happening.PERSON_DEACTIVATED, f"{name} is no longer on the staff", value=name),
        )
        self._end(name)

    def unlock(self, by: str, name: str) -> None:
        """Unlock an account: its delays end, and its PIN works again."""
        actor, _ = self._allowed(by, Right.MANAGE_STAFF), self._other(by, name)
        if name not in self._locked():
            words = f"{name} is not locked; reset the account if the password is lost"
            raise Refused(PeopleRefusal.PERSON_NOT_LOCKED, words, name)
        self._write(
            actor, e.PersonUnlocked(name), happening(Happening.PERSON_UNLOCKED, f"{name} was unlocked", value=name)
        )
        self.backoff.clear(name)

    def _locked(self) -> set[str]:
        return self.backoff.waiting() | {name for name, person in self.state.people.items() if rests(person)}

    def reset(self, by: str, name: str) -> str:
        """Replace password and PIN with a new one-time code, and return it."""
        actor, _ = self._allowed(by, Right.MANAGE_STAFF), self._other(by, name)
        return self._reset(actor, name, happening(Happening.PERSON_RESET, f"{name} was reset", value=name))

    def managers(self) -> tuple[str, ...]:
        """Return the people who can be rescued."""
        people = self.state.people.values()
        return tuple(one.name for one in people if manages(one))

    def rescue(self, name: str, who: str = "somebody") -> str:
        """Reset a manager, for someone at the machine itself: if all managers are locked out, nobody else could."""
        if not manages(self._person(name)):
            words = f"{name} does not manage staff; rescue a person who does, who can then reset {name}"
            raise Refused(PeopleRefusal.RIGHT_MISSING, words, name)
        words = f"{name} was reset on the server itself by {who}"
        return self._reset(HOUSE, name, happening(Happening.PERSON_RESCUED, words, value=name))

    def _reset(self, by: By, name: str, noted: e.HappeningNoted) -> str:
        code = one_time_code(CODE_LENGTH)
        self._write(by, e.PersonReset(name, self.hasher.hash(code)), *self._ending(name, "reset"), noted)
        self._end(name)
        self.backoff.clear(name)
        return code

    def _other(self, by: str, name: str) -> Person:
        person = self._person(name)
        if name == by:
            words = f"{name} cannot do that to their own account; ask another person who manages staff"
            raise Refused(PeopleRefusal.PERSON_SELF, words, name)
        if person.standing is Standing.INACTIVE:
            words = f"{name} is no longer on the staff; add them again under another name"
            raise Refused(PeopleRefusal.PERSON_INACTIVE, words, name)
        return person

    def _ending(self, name: str, why: str) -> tuple[e.SessionEnded, ...]:
        return tuple(e.SessionEnded(one, why) for one in self._resting_on(name))

    def _end(self, name: str) -> None:
        for one in self._resting_on(name):
            self.sessions.end(one)
        self.openings.keep(lambda opening: opening.name != name)

    def _resting_on(self, name: str) -> list[str]:
        """Return the person, and the dealers by PIN at consoles that their password opened, as far as signed in."""
        opened = [device for device, opening in self.openings.items() if opening.name == name]
        by_pin = [one.name for device in opened for one in self.sessions.at(device) if one.by_pin and one.name != name]
        return [name, *by_pin] if name in self.sessions else by_pin

    def is_on_staff(self, name: str) -> bool:
        person = self.state.people.get(name)
        return person is not None and person.standing is not Standing.INACTIVE

    def staff(self) -> tuple[Listed, ...]:
        """Return the list of user rights, person by person; inactive people have none."""
        return tuple(self.staff_after(""))

    def staff_after(self, name: str) -> Iterator[Listed]:
        """Yield people with later names, in order. Changes to others do not affect it, and the name need not exist."""
        people, locked = self.state.people, self._locked()
        return (_listed(people[one], locked=one in locked) for one in sorted(people) if one > name)


def _check_role(role: Role) -> None:
    if role not in STAFF:
        words = f"{role} is not a staff role; choose one of {', '.join(known for known in Role if known in STAFF)}"
        raise Refused(PeopleRefusal.ROLE_INVALID, words, role)


def manages(person: Person) -> bool:
    return may(person.role, Right.MANAGE_STAFF) and person.standing is not Standing.INACTIVE


def _listed(person: Person, *, locked: bool) -> Listed:
    rights = () if person.standing is Standing.INACTIVE else tuple(r for r in Right if r in rights_of(person.role))
    password_at = person.secret.at if isinstance(person.secret, Password) else ""
    standing = Standing.LOCKED if locked and person.standing is Standing.ACTIVE else person.standing
    return Listed(
        person.name, person.full_name, person.role, standing, rights,
        bool(person.pin), password_at, person.proved_at,
    )  # fmt: skip
