"""Duties: who deals and supervises at which table since when, who is on a break, and the rotation of dealers."""

from collections.abc import Iterable, Sequence
from typing import Final

from taisai.people.authorization import Acting
from taisai.people.duty_events import DutyBegun, DutyEnded, DutyKind
from taisai.people.events import Event
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import DEALING, STAFF, SUPERVISORS, Right
from taisai.people.state import Duty, Standing
from taisai.rules.refusals import Refused, shown
from taisai.rules.vocabulary import Role

_ROLES: Final[dict[DutyKind, frozenset[Role]]] = {
    DutyKind.DEAL: DEALING, DutyKind.SUPERVISE: SUPERVISORS, DutyKind.BREAK: STAFF,
}  # fmt: skip


class Duties(Acting):
    """A table has one dealer and one supervisor; a newcomer relieves the present one.

    A dealer is at one table only, but a supervisor may have several."""

    def begin_duty(self, by: str, name: str, duty: DutyKind, table: str) -> None:
        actor = self._allowed(by, Right.MANAGE_DUTIES)
        self._check_duty(name, duty, table)
        self._write(actor, *self._taking(name, duty, table))

    def end_duty(self, by: str, name: str) -> None:
        """End all duties of a person."""
        actor = self._allowed(by, Right.MANAGE_DUTIES)
        ended = [_ended(one) for one in self.duties() if one.name == name]
        if not ended:
            words = f"{shown(name)} has no duty; check the list of duties"
            raise Refused(PeopleRefusal.DUTY_INVALID, words, shown(name))
        self._write(actor, *ended)

    def rotate(self, by: str, tables: Sequence[str], relief: str) -> None:
        """Rotate: the relief deals at the first table, its dealer at the second, and so on.

        The last dealer takes a break."""
        actor = self._allowed(by, Right.MANAGE_DUTIES)
        dealers = {one.table: one.name for one in self.duties() if one.duty is DutyKind.DEAL}
        missing = [table for table in tables if table not in dealers]
        if not tables or missing or len(set(tables)) < len(tables) or relief in {dealers[one] for one in tables}:
            words = "each table must be listed once and have a dealer, and the relief must not deal at any of them"
            raise Refused(PeopleRefusal.DUTY_INVALID, f"{words}; check the tables", ", ".join(missing or tables))
        self._check_duty(relief, DutyKind.DEAL, tables[0])
        moving = [relief, *(dealers[table] for table in tables)]
        ended = [one for one in self.duties() if one.name in moving and one.duty is not DutyKind.SUPERVISE]
        begun = [DutyBegun(name, DutyKind.DEAL, table) for name, table in zip(moving[:-1], tables, strict=True)]
        self._write(actor, *map(_ended, ended), *begun, DutyBegun(moving[-1], DutyKind.BREAK, ""))

    def duties(self) -> tuple[Duty, ...]:
        """Return all current duties, longest first."""
        return self.state.duties

    def _check_duty(self, name: str, duty: DutyKind, table: str) -> None:
        person = self._person(name)
        if person.standing is Standing.INACTIVE or person.role not in _ROLES[duty]:
            words = f"{name} ({person.role}) cannot {duty}; choose a person with a suitable role"
            raise Refused(PeopleRefusal.DUTY_INVALID, words, name)
        if bool(table) is (duty is DutyKind.BREAK):
            words = "dealing and supervising need a table, a break has none; correct the table"
            raise Refused(PeopleRefusal.DUTY_INVALID, words, table)
        if any((one.name, one.duty, one.table) == (name, duty, table) for one in self.duties()):
            raise Refused(PeopleRefusal.DUTY_SAME, f"{name} already has that duty; nothing to do", name)

    def _taking(self, name: str, duty: DutyKind, table: str) -> Iterable[Event]:
        yield from (_ended(one) for one in self.duties() if _ends(one, name, duty, table))
        yield DutyBegun(name, duty, table)


def _ends(one: Duty, name: str, duty: DutyKind, table: str) -> bool:
    """Return whether a new duty ends this one.

    Dealing and breaks exclude other duties; supervising allows several tables."""
    if one.name == name:
        return duty is not DutyKind.SUPERVISE or one.duty is not DutyKind.SUPERVISE
    return bool(table) and (one.duty, one.table) == (duty, table)


def _ended(one: Duty) -> DutyEnded:
    return DutyEnded(one.name, one.duty, one.table)
