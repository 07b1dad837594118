"""Repairs a damaged file of journals from a copy, plus the sound entries after it in the damaged file."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from taisai.house.claims import claims_of
from taisai.house.key_files import write_secret
from taisai.house.table_entry import recorded
from taisai.house.tables import HOUSE
from taisai.journal.batch_key import BatchKeys, read_batch_keys
from taisai.journal.entry import Head, Sealed
from taisai.journal.lock import FileLock
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import checked, head_of
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading, open_for_writing, sync_folder
from taisai.keeping.backup import beside, copy_journal, failing
from taisai.keeping.backup_files import JOURNAL, BackupRefusal, Progress
from taisai.log.checkpoints import checkpoint_of, sealing_of
from taisai.log.notes import parse
from taisai.rules.refusals import Refused

if TYPE_CHECKING:
    from taisai.journal.sqlite_file import SqliteFile

REPAIRED: Final = "repaired.json"  # reported at the next start, then deleted
ASIDE: Final = ".damaged"
CHUNK: Final = 1024


class Mended(msgspec.Struct, frozen=True):
    """A journal: how many entries came from the copy, and how many sound ones after them from the damaged file."""

    copied: int
    kept: int


class Repaired(msgspec.Struct, frozen=True):
    """`aside` is the new name of the damaged file, empty if there was none; `unreadable` says that it could not even be
    opened, so that nothing after the copy could be kept."""

    at: str
    source: str
    aside: str
    unreadable: bool
    journals: dict[str, Mended]


def repair(house: Path, source: Path, at: str, progress: Progress, *, give_up: bool = False) -> Repaired:
    """Repair the journals. `source` is the folder of a backup or mirror, or a file of journals. Nothing changes unless
    every seal is correct, and the damaged file is never deleted. `give_up` accepts the loss of everything after the
    copy if the damaged file cannot be opened."""
    copy, journal = source / JOURNAL if source.is_dir() else source, house / JOURNAL
    if not copy.is_file():
        raise Refused(BackupRefusal.MISSING, f"there is no copy {copy}; check the name", str(copy))
    with ExitStack() as held:
        held.callback(FileLock(journal).release)
        held.enter_context(failing(journal))
        work = held.enter_context(beside(journal))
        new = work / JOURNAL
        copy_journal(copy, new, progress)
        unreadable, journals = _mended(journal, new, progress, give_up)
        aside = _set_aside(journal, at)
        made = Repaired(at, str(source), aside, unreadable, journals)
        write_secret(house / REPAIRED, msgspec.json.encode(made))
        new.chmod(0o600)
        new.rename(journal)
        sync_folder(house)
    return made


def _mended(journal: Path, new: Path, progress: Progress, give_up: bool) -> tuple[bool, dict[str, Mended]]:
    keys = read_batch_keys(journal.parent / "keys")
    with closing(open_for_writing(new, keys)) as file, closing(_Old(journal, keys, give_up)) as old:
        names, found = tuple(dict.fromkeys((*file.tables(), *old.names))), {}
        for place, name in enumerate(names):
            progress("repairing", place, len(names))
            found[name] = _joined(name, SqliteStore(file, name), old)
        return old.unreadable, found


class _Old:
    """The damaged file, if there is one and it can be opened."""

    def __init__(self, journal: Path, keys: BatchKeys, give_up: bool) -> None:
        self.unreadable, self._give_up = False, give_up
        self._file: SqliteFile | None = None
        try:
            self._file = open_for_reading(journal, keys)
        except Refused as refused:
            self.unreadable = refused.code is not JournalRefusal.MISSING
            if self.unreadable and not give_up:
                words = (
                    f"{journal} cannot be opened ({refused.words}), so entries written after the copy would be"
                    " lost; find a newer copy, or accept the loss with --give-up-rest"
                )
                raise Refused(BackupRefusal.DAMAGED, words, str(journal)) from refused
        self.names = tuple(self._file.tables()) if self._file else ()

    def after(self, name: str, head: Head) -> Iterator[Sealed]:
        """Yield the entries after the copy, checking each MAC and seal. Refuses if the damage reaches beyond the copy,
        or at the first entry that the house did not write, unless the rest is given up."""
        if self._file is None or name not in self.names:
            return
        try:
            yield from checked(SqliteStore(self._file, name).read(head.seq), head)
        except Refused as refused:
            if refused.code is not JournalRefusal.FORGED or not self._give_up:
                raise

    def checkpoints(self, name: str) -> list[bytes]:
        known = self._file and name in self.names
        return list(SqliteStore(self._file, name).checkpoints()) if self._file and known else []

    def close(self) -> None:
        if self._file:
            self._file.close()


def _joined(name: str, store: SqliteStore, old: _Old) -> Mended:
    if name != HOUSE:  # any process of the house may write this one
        store.take()
    head = base = store.verify()
    sound = old.after(name, base)
    while entries := list(islice(sound, CHUNK)):
        store.append(head, entries, _claims(name, entries))
        head = head_of(entries[-1])
    for checkpoint in old.checkpoints(name):
        _keep_checkpoint(store, base, checkpoint)
    return Mended(base.seq, head.seq - base.seq)


def _keep_checkpoint(store: SqliteStore, base: Head, note: bytes) -> None:
    """Keep a checkpoint if it confirms an entry kept from the damaged file. Its other checkpoints cannot be trusted."""
    with suppress(Refused):
        checkpoint = checkpoint_of(parse(note))
        stored = next(store.read(checkpoint.size - 1), None) if checkpoint.size > base.seq else None
        if stored and stored.seal == sealing_of(checkpoint).seal:
            store.add_checkpoint(note)


def _claims(name: str, entries: list[Sealed]) -> list[str]:
    """Rebuild claims from the events, because those of a damaged file cannot be trusted."""
    return [] if name == HOUSE else claims_of(recorded(entry.body).event for entry in entries)


def _set_aside(journal: Path, at: str) -> str:
    """Give the file a second name, so that there is always a journal: a house without one would start from scratch."""
    if not journal.exists():
        return ""
    aside = journal.with_name(f"{JOURNAL}{ASIDE}-{''.join(filter(str.isalnum, at))}")
    aside.hardlink_to(journal)
    for ending in ("-wal", "-shm"):
        beside_it = journal.with_name(journal.name + ending)
        if beside_it.exists():
            beside_it.rename(aside.with_name(aside.name + ending))
    return aside.name
