"""Makes a self-verifying copy of a whole house while it runs, and restores a house from such a copy."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

import apsw
import msgspec

from taisai.house.recall import history
from taisai.house.tables import HOUSE
from taisai.journal.batch_key import UNCHECKED, BatchKeys, read_batch_keys
from taisai.journal.faults import Refusing
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading, sync_folder
from taisai.keeping.backup_files import (
    BATCH_KEY,
    JOURNAL,
    KNOWN,
    MANIFEST,
    PEOPLE,
    PUBLIC,
    SECRET,
    BackupRefusal,
    Progress,
    check_keys,
    encrypted,
    is_needed,
    make_folders,
    packed,
    put,
    take_over,
)
from taisai.keeping.software import digest, file_sha256, manifest
from taisai.ledger.balances import ledger_of
from taisai.rules.refusals import Refused

FORMAT: Final = 1
RESTORED: Final = "restored.json"  # reported at the next start, then deleted
PAGES: Final = 1024  # copied at a time


class JournalRecord(msgspec.Struct, frozen=True):
    """`balances` is the SHA-256 of the balances after replaying the journal; empty for the house's own journal."""

    seq: int
    seal: str
    balances: str


class _Version(msgspec.Struct, frozen=True):
    format: int = msgspec.field(name="taisai-backup")


class Manifest(_Version, frozen=True):
    """What a backup holds: the SHA-256 of each file, and how each journal ended."""

    at: str
    software: str
    files: dict[str, str]
    journals: dict[str, JournalRecord]


def backup(  # noqa: PLR0913 - all are passed by name
    house: Path,
    out: Path,
    at: str,
    progress: Progress,
    *,
    with_keys: bool = False,
    public: str = "",
    database: str = "",
) -> Manifest:
    """Make a backup: one file encrypted for a `public` key; without one, a plain folder, or a plain file if `out` ends
    with .tar. Plain backups never hold private keys. All or nothing; the house may keep playing. Journals in a
    `database` become a file in the backup."""
    check_keys(out, with_keys=with_keys, plain=not public)
    if out.exists():
        raise Refused(BackupRefusal.EXISTS, f"{out} exists and is not overwritten; choose another name", str(out))
    if public:
        return _backup_encrypted(house, out, at, progress, with_keys, public, database)
    with failing(out), beside(out) as work:
        copied = work / "copy"
        made = _copy(house, copied, at, progress, PUBLIC, database)
        _sync(copied)
        if out.suffix == ".tar":
            copied = packed(copied, work / "tar")
        copied.rename(out)
        sync_folder(out.parent)
    return made


def _backup_encrypted(  # noqa: PLR0913, PLR0917 - the arguments of `backup`
    house: Path, out: Path, at: str, progress: Progress, with_keys: bool, public: str, database: str
) -> Manifest:  # fmt: skip
    """Make the copy beside the house, so that nothing readable is ever where backups go. It includes people's keys:
    they change from day to day, and without them the journals name nobody; and the key of batches, without which nobody
    can tell who wrote the journals."""
    _check_room(house)
    with failing(out), beside(house / JOURNAL) as work, beside(out) as there:
        made = _copy(
            house, work / "copy", at, progress, (*PUBLIC, *(SECRET if with_keys else (PEOPLE, BATCH_KEY))), database
        )
        tar = packed(work / "copy", work / "tar")
        encrypted(tar, there / "age", public).rename(out)
        sync_folder(out.parent)
    return made


def _check_room(house: Path) -> None:
    journal = house / JOURNAL
    needed = 2 * journal.stat().st_size if journal.exists() else 0
    if shutil.disk_usage(house).free < needed:
        words = f"a backup needs {needed >> 20} MB of free space next to {journal}; free some, or use --plain"
        raise Refused(BackupRefusal.FAILED, words, str(house))


def restore(source: Path, house: Path, progress: Progress, *, secret: str = "") -> Manifest:
    """Restore a house. Everything is checked before the house's folder gets its name. `secret` decrypts an encrypted
    backup."""
    if not source.exists():
        raise Refused(BackupRefusal.MISSING, f"there is no backup {source}; check the name", str(source))
    if house.exists() and (not house.is_dir() or any(house.iterdir())):
        words = f"{house} is not an empty folder, and a restore never overwrites files; choose another folder"
        raise Refused(BackupRefusal.FOLDER_TAKEN, words, str(house))
    with failing(house), beside(house) as work:
        new = work / "house"
        take_over(source, new, secret)
        found = _manifest(source, new)
        _check_files(source, new, found)
        _check_journals(source, new, found, progress)
        (new / MANIFEST).rename(new / RESTORED)
        _sync(new)
        new.rename(house)  # replaces an empty folder
        sync_folder(house.parent)
    return found


@contextmanager
def failing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        words = f"{path} could not be made and does not exist ({error}); check disk space and rights, then try again"
        raise Refused(BackupRefusal.FAILED, words, str(path)) from error


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """Yield a work folder on the same disk, so that the result gets its name in one step or never."""
    work = Path(mkdtemp(dir=path.absolute().parent, prefix=f".{path.name}."))
    try:
        yield work
    finally:
        shutil.rmtree(work)


def _copy(
    house: Path, copied: Path, at: str, progress: Progress, names: tuple[str, ...], database: str
) -> Manifest:  # fmt: skip
    make_folders(copied)
    if database:
        from taisai.keeping.copy_out import copy_out  # noqa: PLC0415 - the driver is an extra

        copy_out(database, copied / JOURNAL, progress, with_snapshots=False)
    else:
        copy_journal(house / JOURNAL, copied / JOURNAL, progress)
    for name in names:
        if is_needed(house, name) or (house / name).is_file():
            with (house / name).open("rb") as given:
                put(given, copied, name)
    journals = journal_records(copied / JOURNAL, read_batch_keys(house / "keys"), progress)
    files = {name: file_sha256(copied / name) for name in KNOWN if (copied / name).exists()}
    made = Manifest(FORMAT, at, digest(manifest()), files, journals)
    text = msgspec.json.format(msgspec.json.encode(made), indent=2)
    put(BytesIO(text), copied, MANIFEST)
    return made


def copy_journal(journal: Path, target: Path, progress: Progress) -> None:
    """Copy the journal from one consistent view, however much is written meanwhile. Without that, each write would
    restart the copy."""
    source = open_for_reading(journal)
    try:
        source.rows("BEGIN")
        source.rows("SELECT 1 FROM journal")
        with Refusing(target):
            os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
            copy = apsw.Connection(str(target))
            try:
                with copy.backup("main", source.connection, "main") as pages:
                    while not pages.done:
                        pages.step(PAGES)
                        progress("copying", pages.page_count - pages.remaining, pages.page_count)
                copy.execute("DELETE FROM snapshot")  # journals hold everything; a copy lacks the key for snapshots
                copy.pragma("journal_mode", "delete")  # one file that can be read on read-only media
            finally:
                copy.close()
    finally:
        source.close()


def journal_records(path: Path, keys: BatchKeys, progress: Progress) -> dict[str, JournalRecord]:
    """Return how each journal of a file ends, after checking every MAC and seal and recomputing every balance."""
    file = open_for_reading(path, keys)
    try:
        names, records = tuple(file.tables()), {}
        for place, name in enumerate(names):
            progress("checking", place, len(names))
            records[name] = _record(name, SqliteStore(file, name))
        progress("checking", len(names), len(names))
        return records
    finally:
        file.close()


def _record(name: str, store: SqliteStore) -> JournalRecord:
    head = store.verify()
    balances = "" if name == HOUSE else _balances(store)
    return JournalRecord(head.seq, head.seal.hex(), balances)


def _balances(store: SqliteStore) -> str:
    ledger = ledger_of(told.event for told in history(store))
    kept = {str(account): balance for account, balance in ledger.balances.items() if balance}
    return sha256(msgspec.json.encode(kept, order="sorted")).hexdigest()


def _sync(folder: Path) -> None:
    for path in (*folder.rglob("*"), folder):
        if path.is_dir():
            sync_folder(path)
        else:
            with path.open("rb") as file:
                os.fsync(file.fileno())


def _manifest(source: Path, new: Path) -> Manifest:
    try:
        text = (new / MANIFEST).read_bytes()
        version = msgspec.json.decode(text, type=_Version).format
        if version > FORMAT:
            words = f"{source} was made by a newer taisai (format {version}, known {FORMAT}); update taisai"
            raise Refused(BackupRefusal.TOO_NEW, words, version)
        return msgspec.json.decode(text, type=Manifest)
    except (FileNotFoundError, msgspec.DecodeError, UnicodeDecodeError) as error:
        words = f"{source} has no readable {MANIFEST} ({error}); use another backup"
        raise Refused(BackupRefusal.INVALID, words, str(source)) from error


def _check_files(source: Path, new: Path, found: Manifest) -> None:
    for name in KNOWN:
        there = file_sha256(new / name) if (new / name).exists() else ""
        if there != found.files.get(name, ""):
            what = "is not what was backed up" if there else "is missing"
            words = f"{name} in {source} {what}; use another backup"
            raise Refused(BackupRefusal.DAMAGED, words, name)


def _keys_in(new: Path) -> BatchKeys:
    """Return the key in a backup. Without it only seals, balances and the manifest tell whether the journals are
    whole."""
    return read_batch_keys(new / "keys") if (new / BATCH_KEY).exists() else UNCHECKED


def _check_journals(source: Path, new: Path, found: Manifest, progress: Progress) -> None:
    try:
        journals = journal_records(new / JOURNAL, _keys_in(new), progress)
    except (Refused, msgspec.DecodeError) as error:
        words = f"{JOURNAL} in {source}: {error}"
        raise Refused(BackupRefusal.DAMAGED, words, JOURNAL) from error
    for name in sorted({*journals, *found.journals}):
        if journals.get(name) != found.journals.get(name):
            words = f"the journal {name} in {source} does not end as the manifest states; use another backup"
            raise Refused(BackupRefusal.DIFFERS, words, name)
