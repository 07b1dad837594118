"""Erasure of a person: two people destroy the key of all that was written about them, on record."""

from collections.abc import Collection, Iterable

from taisai.journal.entry import By
from taisai.people import events as e
from taisai.people.approvals import Approving, Binding
from taisai.people.authorization import happening
from taisai.people.records import HOUSE
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import Right
from taisai.people.significant_events import Happening
from taisai.people.staff import Staffing
from taisai.privacy.keys import SNAPSHOTS
from taisai.rules.refusals import Refused


class Erasing(Staffing, Approving):
    """Erasures are recorded first: if the process dies before the key is destroyed, the next start completes them."""

    def erase(self, name: str, by: str, second: str, posts: Collection[str] = ()) -> None:
        """Erase an account; its name becomes free. `posts` are the tables where the person holds a post."""
        actor = self._two(by, second)
        person = self._person(name)
        if name in {by, second}:
            words = f"{name} cannot erase their own account or be the second person for it; ask two other people"
            raise Refused(PeopleRefusal.PERSON_SELF, words, name)
        if name in self.sessions or posts:
            where = f"holds a post at {', '.join(posts)}" if posts else "is signed in"
            raise Refused(PeopleRefusal.PERSON_BUSY, f"{name} {where}; end that first", name)
        noted = happening(Happening.PERSON_ERASED, f"{name} was erased; {second} approved", value=name)
        self._write(actor, e.PersonErased(person.id, second), noted)
        self.carry_out()

    def erase_record(self, of: str, by: str, second: str) -> None:
        """Erase what was written about a player, such as "dispute 7 at T1"."""
        actor = self._two(by, second)
        if of not in self.keys.records:
            words = f"there is nothing to erase for {of}: it was already erased, or it is older than the keys"
            raise Refused(PeopleRefusal.RECORD_UNKNOWN, f"{words}; check its number and table", of)
        noted = happening(Happening.RECORD_ERASED, f"the record of {of} was erased; {second} approved", value=of)
        self._write(actor, e.RecordErased(self.keys.records[of], of, second), noted)
        self.carry_out()

    def carry_out(self, known: Iterable[str] = ()) -> None:
        """Complete every erasure known to the journal, the keys or the caller.

        Record again those that the journal has lost."""
        gone = {*self.state.erased, *self.keys.erased, *known}
        lost = [one for one in self.state.people.values() if one.id in gone]
        for one in lost:
            noted = happening(Happening.PERSON_ERASED, "an erasure from before a restore was repeated", value=one.name)
            self._write(HOUSE, e.PersonErased(one.id, ""), noted)
        fresh = {key for key in gone if key not in self.keys.erased}
        if fresh or lost:
            self.keys.erase(fresh, self.clock())
            self._read_again()

    def find_again(self) -> None:
        """Reload the names of people whose keys were lost and are back: snapshots made meanwhile lack them."""
        if any(one.name != self.keys.names.get(one.id, one.name) for one in self.state.people.values()):
            self.keys.forget([SNAPSHOTS])
            self._read_again()

    def unreadable(self) -> tuple[str, ...]:
        """Return the ids of people whose keys are lost although nobody erased them."""
        return tuple(one.id for one in self.state.people.values() if one.id not in self.keys)

    def _two(self, by: str, second: str) -> By:
        actor = self._allowed(by, Right.MANAGE_STAFF)
        self._allowed(second, Right.APPROVE)
        if by == second:
            words = f"an erasure needs two different people, {by} and one other; ask a colleague to approve"
            raise Refused(PeopleRefusal.APPROVAL_SAME_PERSON, words, by)
        self._check_independent(Binding("", by, "", 0, b""), second)
        return actor
