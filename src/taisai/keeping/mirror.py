"""A second copy of every journal, on another disk: what is acknowledged is on both."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from functools import partial
from itertools import islice
from pathlib import Path
from threading import RLock, get_ident
from typing import TYPE_CHECKING, Final

from taisai.house.claims import claims_of
from taisai.house.table_entry import recorded
from taisai.house.tables import HOUSE
from taisai.journal.batch_key import NO_HOUSE, BatchKeys
from taisai.journal.entry import Head, Sealed
from taisai.journal.index import NO_ADDITIONS, Additions
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import START, head_of
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_writing
from taisai.journal.store import Log, Snapshot, Store
from taisai.journal.wrapped import WrappedLog, WrappedStore
from taisai.rules.refusals import Refused

if TYPE_CHECKING:
    from taisai.journal.sqlite_file import SqliteFile

CHUNK: Final = 1024
RETRY_S: Final = 10.0

Batch = tuple[Head, Sequence[Sealed], Sequence[str]]


class MirrorRefusal(Enum):
    AHEAD = "mirror-ahead"
    DIFFERS = "mirror-differs"


class Mirror:
    """The second file, which is behind the first or equal to it. `lost` says why it cannot be written. Play then stops
    if the mirror `must` be there; else it goes on without the mirror until it can be written again."""

    def __init__(
        self, path: Path, keys: BatchKeys = NO_HOUSE, *, must: bool, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._path, self._keys, self._must, self._clock = path, keys, must, clock
        self._lock = RLock()  # another thread writes the house's own journal
        self._opened: tuple[SqliteFile, dict[str, SqliteStore]] | None = None
        self._firsts: dict[str, Store] = {}
        self._again_s = 0.0
        self._holder, self._held = 0, list[tuple[str, Batch]]()
        self.lost = ""

    def over(self, name: str, store: Store) -> "MirroredStore":
        self._firsts[name] = store
        return MirroredStore(name, store, self)

    def begin(self, stores: Mapping[str, Store]) -> None:
        """Catch up before play. A mirror that has more than the journals is never overwritten."""
        self._firsts.update(stores)
        self._try(self._catch_up_all, MirrorRefusal)

    def append(self, name: str, batch: Batch) -> None:
        if self._holder == get_ident():
            self._held.append((name, batch))
        else:
            self._try(partial(self._append, name, batch))

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold back this thread's appends until `flush`, so that nothing is mirrored before it is durable in the
        journal."""
        self._holder, self._held = get_ident(), []
        try:
            yield
        except BaseException:
            self._held = []
            raise
        finally:
            self._holder = 0

    def flush(self) -> None:
        held, self._held = self._held, []
        self._try(partial(self._append_all, held))

    def _append_all(self, held: list[tuple[str, Batch]]) -> None:
        with self._file().together():
            for name, batch in held:
                self._append(name, batch)

    def add_checkpoint(self, name: str, note: bytes) -> None:
        self._try(lambda: self._store(name).add_checkpoint(note))

    def check(self) -> None:
        """Refuse while the mirror must be there and is not."""
        if self.lost:
            self._try(self._catch_up_all)

    def close(self) -> None:
        with self._lock:
            opened, self._opened = self._opened, None
            if opened is not None:
                opened[0].close()

    def _try(self, write: Callable[[], None], *always: type[Enum]) -> None:
        """Write to the mirror. A lost mirror is retried from time to time, with everything that it missed."""
        with self._lock:
            if self.lost and not self._must and self._clock() < self._again_s:
                return
            try:
                if self.lost:
                    self._catch_up_all()
                write()
                self.lost = ""
            except Refused as refused:
                self.lost, self._again_s = refused.words, self._clock() + RETRY_S
                with suppress(Refused):  # reopened after a failure
                    self.close()
                if self._must or isinstance(refused.code, always):
                    raise

    def _append(self, name: str, batch: Batch) -> None:
        try:
            self._store(name).append(*batch)
        except Refused as refused:
            if refused.code is not JournalRefusal.MOVED:
                raise
            self._catch_up(name)

    def _catch_up_all(self) -> None:
        for name in self._firsts:
            self._catch_up(name)

    def _catch_up(self, name: str) -> None:
        store, mirror = self._firsts[name], self._store(name)
        head = mirror.head()
        _check_behind(name, head, store)
        for entries in _chunks(store.read(head.seq)):
            keys = [] if name == HOUSE else claims_of(recorded(entry.body).event for entry in entries)
            mirror.append(head, entries, keys)
            head = head_of(entries[-1])
        if mirror.newest_checkpoint() != store.newest_checkpoint():
            known = set(mirror.checkpoints())
            for note in store.checkpoints():
                if note not in known:
                    mirror.add_checkpoint(note)

    def _file(self) -> "SqliteFile":
        if self._opened is None:
            self._opened = open_for_writing(self._path, self._keys), {}
        return self._opened[0]

    def _store(self, name: str) -> SqliteStore:
        file = self._file()
        assert self._opened is not None
        stores = self._opened[1]
        if name not in stores:
            stores[name] = SqliteStore(file, name)
        return stores[name]


def _chunks(entries: Iterator[Sealed]) -> Iterator[list[Sealed]]:
    while chunk := list(islice(entries, CHUNK)):
        yield chunk


def _check_behind(name: str, head: Head, store: Store) -> None:
    here = store.head()
    if head.seq > here.seq:
        words = (
            f"the mirror of {name} has entry {head.seq}, but the journal ends with {here.seq}: entries are lost;"
            " restore them with taisai repair before play starts"
        )
        raise Refused(MirrorRefusal.AHEAD, words, name)
    same = head == START or next(store.read(head.seq - 1)).seal == head.seal
    if not same:
        words = f"the mirror of {name} differs from the journal; find out which is right, then move the mirror away"
        raise Refused(MirrorRefusal.DIFFERS, words, name)


class MirroredLog(WrappedLog):
    """Reads use the first store."""

    def __init__(self, name: str, log: Log, mirror: Mirror) -> None:
        super().__init__(log)
        self._name, self._mirror = name, mirror

    def append(
        self,
        after: Head,
        entries: Sequence[Sealed],
        claims: Sequence[str] = (),
        additions: Additions = NO_ADDITIONS,
    ) -> None:
        """Append to both. If the mirror must be there and is not, this refuses although the first store has the
        entries. A repeated order is answered from the first store once the mirror has them too."""
        self._log.append(after, entries, claims, additions)
        self._mirror.append(self._name, (after, entries, claims))


class MirroredStore(WrappedStore):
    """A mirrored log. Of the shelf only checkpoints are mirrored: the rest can be rebuilt. The mirror is closed once,
    for all."""

    def __init__(self, name: str, store: Store, mirror: Mirror) -> None:
        super().__init__(MirroredLog(name, store, mirror), store)
        self._name, self._mirror = name, mirror

    def save_snapshot(self, snapshot: Snapshot) -> None:
        self._mirror.check()
        super().save_snapshot(snapshot)

    def add_checkpoint(self, note: bytes) -> None:
        super().add_checkpoint(note)
        self._mirror.add_checkpoint(self._name, note)
