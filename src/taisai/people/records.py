"""The register's journal: facts are written first and applied afterwards."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, Final, Self

import msgspec

from taisai.journal.checkpoint_schedule import CheckpointSchedule
from taisai.journal.entry import By, Fact, Head
from taisai.journal.index import Additions
from taisai.journal.minutes import Minutes
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import START, checked, head_of, sealed_bodies
from taisai.journal.shared import Shared
from taisai.journal.store import Snapshot, Store, check_follows, check_reaches
from taisai.people import events as e
from taisai.people.backoff import Backoff, Ticks, Waits
from taisai.people.events import Event
from taisai.people.evolve import evolve
from taisai.people.minutes import at_of, complete, is_unknown
from taisai.people.register_entry import Recorded, recorded
from taisai.people.secret_hashes import Hasher
from taisai.people.sessions import IDLE_S, LONGEST_S, Sessions
from taisai.people.state import State
from taisai.people.times import HOUR_S
from taisai.people.transient import Approval, Invitation, Kept, Opening
from taisai.privacy.keys import PersonKeys
from taisai.rules.refusals import Refused

SNAPSHOT_EVERY: Final = 500

HOUSE: Final = By("taisai", "automation")
Clock = Callable[[], str]
SHAPE: Final = sha256(repr(msgspec.json.schema(State)).encode()).digest()  # other snapshots are ignored
_encode = msgspec.json.Encoder().encode


class Records:
    """For one thread. An append that fails leaves everything as it was."""

    def __init__(  # noqa: PLR0913, PLR0917 - called by `open` only
        self, store: Store, clock: Clock, hasher: Hasher, idle_s: float, ticks: Ticks, keys: PersonKeys,
        shared: Shared | None = None,
    ) -> None:  # fmt: skip
        self.store = store
        self.keys = keys
        self.clock = clock
        self.hasher = hasher
        self.idle_s = idle_s
        self.state = State()
        self.schedule = CheckpointSchedule(store)
        self.head: Head = START
        self.known: Head = START  # how far another process has told that the journal has come
        self.backoff = Backoff(ticks, shared)
        self.enrolment_waits = Waits(ticks, "wait-enrolment", shared)
        self._at = ""
        self._since_snapshot = 0
        self._shared, self._shared_version = shared, 0
        self.sessions = Sessions(self.idle_s, shared)
        self.approvals = Kept("approval", Approval, HOUR_S, shared)
        self.invitations = Kept("invitation", Invitation, HOUR_S, shared)
        self.openings = Kept("opening", Opening, LONGEST_S, shared)

    @classmethod
    def open(  # noqa: PLR0913 - all are passed by name
        cls, store: Store, clock: Clock, *, hasher: Hasher, idle_s: float = IDLE_S,
        ticks: Ticks = time.monotonic, keys: PersonKeys | None = None, shared: Shared | None = None,
    ) -> Self:  # fmt: skip
        """Open the register from its newest snapshot, or from the first entry if there is none.

        Everyone is signed out except in sessions that other processes hold in `shared`. `keys` are the people's
        keys; a store that encrypts has them, too."""
        register = cls(store, clock, hasher, idle_s, ticks, keys or PersonKeys(), shared)
        snapshot = store.snapshot()
        if snapshot is not None and snapshot.state.startswith(SHAPE):
            register.head = snapshot.head
            register.state = msgspec.json.decode(snapshot.state[len(SHAPE) :], type=State)
            for person in register.state.people.values():
                register.keys.know(person.full_name, person.id)
        register._catch_up()
        register.hear_others()
        if is_unknown(store):
            complete(store)
        return register

    def _catch_up(self) -> None:
        for stored in checked(self.store.read(self.head.seq), self.head):
            entry = recorded(stored.clear)
            self._take(entry)
            self._end_fleeting(entry)
            self.head, self._at = head_of(stored), entry.at

    def _take(self, entry: Recorded) -> None:
        evolve(self.state, entry)
        if isinstance(entry.event, e.PersonAdded):
            self.keys.know(entry.event.full_name, entry.event.id)

    def _last_at(self) -> str:
        """Return the time of the last entry, which a snapshot does not contain."""
        self._at = self._at or at_of(self.store, self.head.seq)
        return self._at

    def _write(self, by: By, *events: Event) -> int:
        """Write events; return the number of the last entry."""
        return self._write_all([(by, event) for event in events])

    def _write_all(self, facts: Sequence[tuple[By, Event]]) -> int:
        self._check_not_behind()
        at = self.clock()
        entries = [Fact(seq, at, by, "", "", event) for seq, (by, event) in enumerate(facts, start=self.head.seq + 1)]
        batch = sealed_bodies(self.head, self.store.bodies(entries))
        additions = Additions(tuple(Minutes(self._last_at()).begun(self.head.seq + 1, at)))
        try:
            self.store.append(self.head, batch, (), additions)
        except Refused as refused:
            if refused.code is JournalRefusal.MOVED:
                self.follow()
            raise
        self.head, self._at = head_of(batch[-1]), at
        for entry, (by, event) in zip(entries, facts, strict=True):
            self._take(Recorded(entry.seq, at, by, event))
        with suppress(Refused):  # like a snapshot, retried with the next entry
            self.schedule.written(self.head, at, len(batch))
        self._snapshot_now_and_then(len(batch))
        return self.head.seq

    def _read_again(self) -> None:
        """Rebuild everything from the first entry, so that nothing erased stays in memory."""
        self.state, self.head = State(), START
        self._catch_up()
        with suppress(Refused):
            self.save_snapshot()

    def follow(self) -> None:
        """Apply entries that are not known here: by another process, or by an append that seemed to fail."""
        check_reaches(self.store, max(self.head, self.known), self.store.head(), "the house's journal")
        self._catch_up()

    def _check_not_behind(self) -> None:
        """Refuse to write before the entries are read that another process has told of."""
        before = self.head
        if before.seq < self.known.seq:
            self.follow()
            check_follows(before, self.head)

    def hear_others(self) -> None:
        """Apply changes of sessions, approvals and other short-lived state that other processes made."""
        if self._shared is None:
            return
        some: list[Kept[Any]] = [self.approvals, self.invitations, self.openings, self.enrolment_waits.kept]
        kept = {one.kind: one.hear for one in (*some, *self.backoff.kept())}
        kept["session"] = self.sessions.hear
        for row in self._shared.since(kept, self._shared_version):
            kept[row.kind](row)
            self._shared_version = row.version

    def _end_fleeting(self, entry: Recorded) -> None:
        """End sessions, approvals and invitations that an entry of another process ended."""
        match entry.event:
            case e.SessionEnded(name) | e.RoleChanged(name) | e.PersonDeactivated(name) | e.PersonReset(name):
                self.sessions.end_before(name, entry.seq)
            case e.PasswordSet(name):
                self.sessions.refresh(name, must_change_password=False)
            case e.ApprovalsUsed(numbers):
                for approval in self.approvals.values():
                    approval.used = approval.used or approval.number in numbers
            case e.DeviceEnrolled(device):
                self.invitations.keep(lambda one: one.invited.device != device)

    def _snapshot_now_and_then(self, written: int) -> None:
        self._since_snapshot += written
        if self._since_snapshot >= SNAPSHOT_EVERY:
            with suppress(Refused):  # the entries are applied already; the next one tries again
                self.save_snapshot()

    def save_snapshot(self) -> None:
        self.store.save_snapshot(Snapshot(self.head, SHAPE + _encode(self.state)))
        self._since_snapshot = 0
