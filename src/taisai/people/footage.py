"""Surveillance references: which camera shows a significant event, and when."""

from typing import Final

from taisai.people import events as e
from taisai.people.authorization import ID_LONGEST, WORDS_LONGEST, Acting
from taisai.people.refusals import PeopleRefusal
from taisai.people.register_entry import recorded
from taisai.people.rights import Right
from taisai.people.secret_hashes import plain
from taisai.people.state import Footage
from taisai.rules.refusals import Refused, shown

FOOTAGE_MOST: Final = 20  # per event


class Footages(Acting):
    def add_footage(self, by: str, seq: int, camera: str, since: str, until: str, note: str) -> None:
        """Record footage. Time codes are the recorder's own, whatever its clock says."""
        actor = self._allowed(by, Right.ACKNOWLEDGE_EVENTS)
        if not self._is_event(seq):
            words = f"entry {shown(seq)} of the register is not a significant event; look up its number in the list"
            raise Refused(PeopleRefusal.EVENT_UNKNOWN, words, shown(seq))
        camera, since, until = (plain(one, ID_LONGEST) for one in (camera, since, until))
        if not camera or not since or len(self.footage(seq)) >= FOOTAGE_MOST:
            words = f"footage needs a camera and a time code, and an event has at most {FOOTAGE_MOST} references"
            raise Refused(PeopleRefusal.FOOTAGE_INVALID, f"{words}; enter the camera and the time", shown(camera))
        self._write(actor, e.HappeningFilmed(seq, camera, since, until, plain(note, WORDS_LONGEST)))

    def footage(self, seq: int) -> tuple[Footage, ...]:
        return self.state.footage.get(seq, ())

    def _is_event(self, seq: int) -> bool:
        stored = next(self.store.read(seq - 1), None) if 0 < seq <= self.head.seq else None
        return stored is not None and isinstance(recorded(stored.clear).event, e.HappeningNoted)
