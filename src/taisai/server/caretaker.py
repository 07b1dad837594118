"""Background work of a running house: records events, watches the disk, signs checkpoints, tests and backs up."""

import asyncio
import logging
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from taisai.house.clock import now
from taisai.keeping.backup import backup
from taisai.keeping.backup_key import read_public
from taisai.keeping.slips import found
from taisai.people.event_log import Note
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from taisai.server.household import Household

PULSE_S: Final = 1.0
DISK_S: Final = 60
SIGN_S: Final = 60
MARK_S: Final = 5
DAY_S: Final = 24 * 3600
DISK_LOW_BYTES: Final = 1 << 30
SLIPS: Final = {
    "backup": (Happening.BACKUP_MADE, "a backup was made"),
    "key-replaced": (Happening.KEY_REPLACED, "the signing key was replaced"),
    "key-revoked": (Happening.KEY_REVOKED, "the signing key was revoked and replaced"),
    "backup-key": (Happening.BACKUP_KEY_TAKEN, "the key that opens backups was removed from this machine"),
}
NOTES_MOST: Final = 500  # different notes that may wait; identical ones are merged

log = logging.getLogger(__name__)


class Caretaker:
    def __init__(self, house: "Household") -> None:
        self._house = house
        self._notes: dict[Note, int] = {}
        self._lost: set[str] = set()
        self._slips: set[Path] = set()  # recorded, but the file still exists
        self._alerts: list[int] = []
        self._disk_is_low = False
        self._mirror_is_lost = self._checkpoints_are_lost = self._marks_are_lost = False
        self._done_s: dict[str, float] = {}
        self._pulsing: asyncio.Task[None] | None = None
        self._day: asyncio.Task[None] | None = None

    def note_soon(self, note: Note) -> None:
        """Record a note within a second, together with others.

        Identical notes are merged, so that a flood becomes one entry."""
        if note in self._notes or len(self._notes) < NOTES_MOST:
            self._notes[note] = self._notes.get(note, 0) + 1

    def device_left(self, device: str, table: str) -> None:
        """Record a lost connection, except while the house stops."""
        if device and not self._house.is_stopping:
            self._lost.add(device)
            self.note_soon(Note(Happening.DEVICE_LOST, f"{device} has lost its connection", table, device))

    def device_came(self, device: str, table: str) -> None:
        if device in self._lost:
            self._lost.discard(device)
            self.note_soon(Note(Happening.DEVICE_BACK, f"{device} is back", table, device))

    def start(self) -> None:
        self._done_s = dict.fromkeys(("disk", "mark", "sign", "day"), time.monotonic())
        self._pulsing = asyncio.create_task(self._pulse())

    async def stop(self) -> None:
        for task in filter(None, (self._pulsing, self._day)):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self._write_notes()

    async def _pulse(self) -> None:
        while True:
            await asyncio.sleep(PULSE_S)
            if not self._house.is_held():  # another process may be in charge
                continue
            for work in self._due():
                try:
                    if (waiting := work()) is not None:
                        await waiting
                except Exception:
                    log.exception("a caretaker task failed")

    def _due(self) -> "Iterator[Callable[[], Awaitable[None] | None]]":
        """Return the tasks of this pulse. If one fails, the others are done all the same."""
        yield from (
            self._house.hub.look_after_sessions, self._take_slips, self._watch_mirror, self._watch_checkpoints,
            self._watch_marks, self._write_notes, self._tell_alerts,
        )  # fmt: skip
        if self._is_due("disk", DISK_S):
            yield self._watch_disk
        if self._is_due("mark", MARK_S):
            yield self._mark
        if self._is_due("sign", SIGN_S):
            yield self._house.sign_rest
        if self._is_due("day", DAY_S) and (self._day is None or self._day.done()):
            yield self._begin_day

    def _begin_day(self) -> None:
        self._day = asyncio.create_task(self._daily())  # in the background, because it takes long

    def _is_due(self, what: str, every_s: float) -> bool:
        due = time.monotonic() - self._done_s[what] >= every_s
        if due:
            self._done_s[what] = time.monotonic()
        return due

    def _write_notes(self) -> None:
        """Write the waiting notes. Keep them if the journal cannot be written now."""
        if self._notes:
            with suppress(Refused):
                self._house.register.note_all([_counted(note, times) for note, times in self._notes.items()])
                self._notes = {}

    def _take_slips(self) -> None:
        """Record each slip, then delete its file: recording it twice does less harm than losing it."""
        for path, slip in found(Path(self._house.settings.folder)):
            if path not in self._slips:
                code, what = SLIPS.get(slip.kind, SLIPS["backup"])
                with suppress(Refused):
                    self._house.register.note(code, f"{what} at {slip.at}: {slip.name}", by=slip.by)
                    self._slips.add(path)
            if path in self._slips:
                with suppress(OSError):
                    path.unlink()
                    self._slips.discard(path)

    def _tell_alerts(self) -> None:
        waiting = [one.seq for one in self._house.register.waiting()]
        if waiting != self._alerts:
            self._alerts = waiting
            self._house.tell_staff()

    def _watch_mirror(self) -> None:
        lost = self._house.mirror.lost if self._house.mirror else ""
        if lost and not self._mirror_is_lost:
            self.note_soon(Note(Happening.MIRROR_LOST, lost))
        elif self._mirror_is_lost and not lost:
            self.note_soon(Note(Happening.MIRROR_BACK, "the mirror is complete again"))
        self._mirror_is_lost = bool(lost)

    def _watch_checkpoints(self) -> None:
        lost = self._house.outside.lost
        if lost and not self._checkpoints_are_lost:
            self.note_soon(Note(Happening.CHECKPOINTS_LOST, lost))
        elif self._checkpoints_are_lost and not lost:
            self.note_soon(Note(Happening.CHECKPOINTS_BACK, "the checkpoints folder is complete again"))
        self._checkpoints_are_lost = bool(lost)

    async def _mark(self) -> None:
        await asyncio.to_thread(self._house.marks.write, now(), self._house.heads_marked())

    def _watch_marks(self) -> None:
        lost = self._house.marks.lost
        if lost and not self._marks_are_lost:
            self.note_soon(Note(Happening.MARKS_LOST, lost))
        elif self._marks_are_lost and not lost:
            self.note_soon(Note(Happening.MARKS_BACK, "the marks are written to every place again"))
        self._marks_are_lost = bool(lost)

    def _watch_disk(self) -> None:
        free = shutil.disk_usage(self._house.settings.folder).free
        if free < DISK_LOW_BYTES and not self._disk_is_low:
            self.note_soon(Note(Happening.DISK_LOW, f"only {free >> 20} MB are left; free some space", value=str(free)))
        self._disk_is_low = free < DISK_LOW_BYTES

    async def _daily(self) -> None:
        self._house.floor.renew_tumbler()
        with suppress(Refused):  # recorded as critical; people decide about open tables
            await self._house.test_whole()
        if self._house.settings.backup_folder:
            await self._back_up()

    async def _back_up(self) -> None:
        settings = self._house.settings
        out = Path(settings.backup_folder) / f"backup-{now()[:10]}.tar.age"
        try:
            public = read_public(settings.keys_folder)
            means = (Path(settings.folder), out, now(), lambda *_: None)
            await asyncio.to_thread(backup, *means, public=public, database=settings.nodes.database)
            self.note_soon(Note(Happening.BACKUP_MADE, f"a backup was made: {out.name}"))
        except Refused as refused:
            self.note_soon(Note(Happening.PROGRAM_ERROR, f"no backup was made: {refused.words}"))


def _counted(note: Note, times: int) -> Note:
    words = f"{note.words} ({times} times)" if times > 1 else note.words
    return Note(note.code, words, note.table, note.device, note.value, note.seq, note.by)
