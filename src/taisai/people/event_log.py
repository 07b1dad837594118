"""Significant events: recorded, searched, and acknowledged if critical."""

import re
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final

import msgspec
from msgspec.structs import replace

from taisai.journal.refusals import JournalRefusal
from taisai.journal.store import Store
from taisai.people import events as e
from taisai.people.authorization import Acting, happening
from taisai.people.evolve import happened
from taisai.people.refusals import PeopleRefusal
from taisai.people.register_entry import Recorded, newest, recorded
from taisai.people.rights import Right
from taisai.people.significant_events import Happening
from taisai.people.state import Acknowledgement, Happened, Voided
from taisai.rules.refusals import Refused, did_you_mean, shown

TRIES: Final = 10  # while other processes write, too
PAGE_LONGEST: Final = 1_000
SCANNED: Final = 2_000  # entries that a search reads before it answers, so that a long history delays nobody
_TIME: Final = re.compile(r"\d{4}(-\d\d(-\d\d(T\d\d(:\d\d(:\d\d(\.\d{1,3})?)?)?)?)?)?", re.ASCII)
_NOBODY: Final = Acknowledgement("", "")


class Note(msgspec.Struct, frozen=True):
    """A significant event to record. `seq` is the entry of the table's journal that it is about, 0 for none."""

    code: Happening
    words: str
    table: str = ""
    device: str = ""
    value: str = ""
    seq: int = 0
    by: str = ""


class Sought(msgspec.Struct, frozen=True):
    """A search. Times are prefixes of a UTC timestamp, all inclusive: "2026-11-15" is that whole day."""

    since: str = ""
    until: str = ""
    code: str = ""
    table: str = ""
    text: str = ""

    def fits(self, entry: Recorded) -> bool:
        return any(self._fits(found) for found in as_happened(entry))

    def _fits(self, found: Happened) -> bool:
        text = f"{found.words} {found.value} {found.device} {found.by}".casefold()
        return (
            found.at[: len(self.since)] >= self.since
            and found.at[: len(self.until)] <= self.until
            and self.code in ("", found.code)
            and self.table in ("", found.table)
            and self.text.casefold() in text
        )


class Page(msgspec.Struct, frozen=True):
    """Search results, newest first. If `before_seq` is not 0, there may be more: search again with it."""

    happenings: tuple[Happened, ...]
    before_seq: int


class Attempts(msgspec.Struct, frozen=True):
    """Attempts, newest first, paged like events; each entry has its own time."""

    attempts: tuple[Recorded, ...]
    before_seq: int


class Noting(Acting):
    def note(  # noqa: PLR0913 - all are passed by name
        self, code: Happening, words: str, *, table: str = "", device: str = "", value: str = "", seq: int = 0,
        by: str = "",
    ) -> int:  # fmt: skip
        """Record an event; return the number to find and acknowledge it by."""
        return self.note_all([Note(code, words, table, device, value, seq, by)])

    def note_all(self, notes: Sequence[Note]) -> int:
        """Record all or none, so that events from one entry of a table are never half recorded.

        Retry if other processes wrote meanwhile."""
        for _ in range(TRIES):
            try:
                return self._write_all([(self._by(note.by), _noted(note)) for note in notes])
            except Refused as refused:
                if refused.code is not JournalRefusal.MOVED:
                    raise
        return self._write_all([(self._by(note.by), _noted(note)) for note in notes])

    def noted_seq(self, table: str) -> int:
        """Return the last entry of a table's journal that was searched for significant events."""
        return self.state.noted.get(table, 0)

    def newest_seq(self, code: Happening) -> int:
        """Return the entry of the newest event of a kind, however old; 0 if there is none."""
        return self.state.newest.get(code.value, 0)

    def last(self, code: Happening) -> Happened | None:
        """Return the newest event of a kind, however old."""
        seq = self.newest_seq(code)
        found = self.search(code=code, limit=1, before_seq=seq + 1).happenings if seq else ()
        return found[0] if found else None

    def voids(self) -> tuple[Voided, ...]:
        """Return the newest void rounds, oldest first."""
        return self.state.voids

    def waiting(self) -> tuple[Happened, ...]:
        """Return all unacknowledged events, oldest first."""
        return tuple(self._as_of_now(one) for one in self.state.waiting.values())

    def event(self, seq: int) -> Happened:
        """Return the significant event of an entry."""
        (found,) = as_happened(recorded(next(self.store.read(seq - 1)).clear))
        return self._as_of_now(found)

    def acknowledge(self, by: str, seq: int) -> None:
        actor = self._allowed(by, Right.ACKNOWLEDGE_EVENTS)
        if seq not in self.state.waiting:
            words = f"entry {shown(seq)} needs no acknowledgement, or was already acknowledged; check the list"
            raise Refused(PeopleRefusal.NOT_WAITING, words, shown(seq))
        self._write(actor, e.HappeningAcknowledged(seq))

    def search(  # noqa: PLR0913 - all are passed by name
        self, *, since: str = "", until: str = "", code: str = "", table: str = "", text: str = "", limit: int = 100,
        before_seq: int = 0,
    ) -> Page:  # fmt: skip
        sought = self.sought(Sought(since, until, code, table, text), limit, before_seq)
        return self.as_of_now(searched(self.store, sought, limit, before_seq))

    @staticmethod
    def sought(asked: Sought, limit: int, before_seq: int) -> Sought:
        """Return the search in the form that the journal has, or refuse it."""
        check_limit(limit, before_seq)
        return replace(asked, since=_time(asked.since), until=_time(asked.until), code=_code(asked.code))

    def as_of_now(self, page: Page) -> Page:
        """Return found events with their present state."""
        return Page(tuple(map(self._as_of_now, page.happenings)), page.before_seq)

    def attempts(self, *, limit: int = 100, before_seq: int = 0) -> Attempts:
        """Return every authentication attempt, successful or not."""
        check_limit(limit, before_seq)
        return attempted(self.store, limit, before_seq)

    def _as_of_now(self, noted: Happened) -> Happened:
        """Return the event with its present state. Who acknowledged it is known only for the newest events."""
        known = self.state.acknowledged.get(noted.seq, _NOBODY)
        waiting = noted.seq in self.state.waiting
        footage = self.state.footage.get(noted.seq, ())
        return replace(noted, waiting=waiting, acknowledged_by=known.by, acknowledged_at=known.at, footage=footage)


def searched(store: Store, sought: Sought, limit: int, before_seq: int) -> Page:
    """Return events as they were recorded. What became of them since, only the register knows."""
    entries, more = _page(store, sought.fits, limit, before_seq)
    return Page(tuple(one for entry in entries for one in as_happened(entry)), more)


def attempted(store: Store, limit: int, before_seq: int) -> Attempts:
    entries, more = _page(store, lambda entry: isinstance(entry.event, e.AttemptRecorded), limit, before_seq)
    return Attempts(tuple(entries), more)


def _page(store: Store, fits: Callable[[Recorded], bool], limit: int, before_seq: int) -> tuple[list[Recorded], int]:
    found: list[Recorded] = []
    seq = 0
    for entry in islice(newest(store, before_seq), SCANNED):
        seq = entry.seq
        found += [entry] if fits(entry) else []
        if len(found) == limit:
            break
    return found, seq if seq > 1 else 0


def _noted(note: Note) -> e.HappeningNoted:
    event = happening(note.code, note.words, table=note.table, device=note.device, value=note.value)
    return replace(event, seq=note.seq)


def as_happened(entry: Recorded) -> tuple[Happened, ...]:
    """Return the event of an entry; empty if the entry is about something else."""
    return (happened(entry, entry.event),) if isinstance(entry.event, e.HappeningNoted) else ()


def _time(text: str) -> str:
    time = text.removesuffix("Z").removesuffix("+00:00")
    if text and not _TIME.fullmatch(time):
        words = f"{shown(text)!r} is not a time in UTC; write it as 2026-11-15 or 2026-11-15T06:10:00"
        raise Refused(PeopleRefusal.SEARCH_INVALID, words, shown(text))
    return time


def _code(code: str) -> str:
    known = tuple(happening.value for happening in Happening)
    if code and code not in known:
        near = did_you_mean(shown(code), known)
        words = f"no significant event has the code {shown(code)!r}{near or '; leave it out to see all'}"
        raise Refused(PeopleRefusal.SEARCH_INVALID, words, shown(code))
    return code


def check_limit(limit: int, before_seq: int) -> None:
    if not 1 <= limit <= PAGE_LONGEST or before_seq < 0:
        words = f"a page has 1 to {PAGE_LONGEST} lines, and its start cannot be negative; request a smaller page"
        raise Refused(PeopleRefusal.SEARCH_INVALID, words, shown(limit))
