"""A copy of a whole house that proves itself, made while it runs, and a house made from such a copy."""

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
from taisai.journal.faults import Refusing
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading, sync_folder
from taisai.keeping.backup_files import (
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
RESTORED: Final = "restored.json"  # told of at the next start, then gone
PAGES: Final = 1024  # copied at a time


class JournalRecord(msgspec.Struct, frozen=True):
    """`balances` is the SHA-256 over the balances that replaying the journal gives; empty for the house's own."""

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


def backup(  # noqa: PLR0913 - each is asked for by name
    house: Path,
    out: Path,
    at: str,
    progress: Progress,
    *,
    with_keys: bool = False,
    public: str = "",
    database: str = "",
) -> Manifest:
    """One file that is encrypted for a `public` key; without one a folder, or a file where `out` ends with .tar, which
    never holds private keys. Whole or absent. The house may go on playing. What a `database` keeps becomes a file in
    the backup."""
    check_keys(out, with_keys=with_keys, plain=not public)
    if out.exists():
        raise Refused(BackupRefusal.EXISTS, f"{out} exists and is not overwritten; name another place", str(out))
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


def _backup_encrypted(  # noqa: PLR0913, PLR0917 - what it was asked for
    house: Path, out: Path, at: str, progress: Progress, with_keys: bool, public: str, database: str
) -> Manifest:  # fmt: skip
    """Nothing is ever readable where backups go, so the copy is made beside the house. The keys of people are in it:
    they change from day to day, and without them the journals name nobody."""
    _check_room(house)
    with failing(out), beside(house / JOURNAL) as work, beside(out) as there:
        made = _copy(house, work / "copy", at, progress, (*PUBLIC, *(SECRET if with_keys else (PEOPLE,))), database)
        tar = packed(work / "copy", work / "tar")
        encrypted(tar, there / "age", public).rename(out)
        sync_folder(out.parent)
    return made


def _check_room(house: Path) -> None:
    journal = house / JOURNAL
    needed = 2 * journal.stat().st_size if journal.exists() else 0
    if shutil.disk_usage(house).free < needed:
        words = f"a backup needs {needed >> 20} MB beside {journal} while it is made; free some, or say --plain"
        raise Refused(BackupRefusal.FAILED, words, str(house))


def restore(source: Path, house: Path, progress: Progress, *, secret: str = "") -> Manifest:
    """Everything is checked before the house's folder gets its name. `secret` opens a backup that is encrypted."""
    if not source.exists():
        raise Refused(BackupRefusal.MISSING, f"there is no backup {source}; check the name", str(source))
    if house.exists() and (not house.is_dir() or any(house.iterdir())):
        words = f"{house} is not an empty folder, and nothing is ever restored over something; name another folder"
        raise Refused(BackupRefusal.FOLDER_TAKEN, words, str(house))
    with failing(house), beside(house) as work:
        new = work / "house"
        take_over(source, new, secret)
        found = _manifest(source, new)
        _check_files(source, new, found)
        _check_journals(source, new, found, progress)
        (new / MANIFEST).rename(new / RESTORED)
        _sync(new)
        new.rename(house)  # an empty folder gives way
        sync_folder(house.parent)
    return found


@contextmanager
def failing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        words = f"{path} could not be made, there is none now ({error}); free its place, or mend the rights, and retry"
        raise Refused(BackupRefusal.FAILED, words, str(path)) from error


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """A folder to work in on the same disk, so that the result gets its name at once or never."""
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
    journals = journal_records(copied / JOURNAL, progress)
    files = {name: file_sha256(copied / name) for name in KNOWN if (copied / name).exists()}
    made = Manifest(FORMAT, at, digest(manifest()), files, journals)
    text = msgspec.json.format(msgspec.json.encode(made), indent=2)
    put(BytesIO(text), copied, MANIFEST)
    return made


def copy_journal(journal: Path, target: Path, progress: Progress) -> None:
    """From one view of the journal, however much is written meanwhile: else the copying would begin anew each time."""
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
                copy.execute("DELETE FROM snapshot")  # journals say it all, and a copy has not the key to check them
                copy.pragma("journal_mode", "delete")  # one file, which can be read where nothing can be written
            finally:
                copy.close()
    finally:
        source.close()


def journal_records(path: Path, progress: Progress) -> dict[str, JournalRecord]:
    """How each journal of a file ends, every seal checked and every balance added up anew."""
    file = open_for_reading(path)
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
        words = f"{source} has no {MANIFEST} that can be read ({error}); take another backup"
        raise Refused(BackupRefusal.INVALID, words, str(source)) from error


def _check_files(source: Path, new: Path, found: Manifest) -> None:
    for name in KNOWN:
        there = file_sha256(new / name) if (new / name).exists() else ""
        if there != found.files.get(name, ""):
            what = "is not what was backed up" if there else "is missing"
            words = f"{name} in {source} {what}; take another backup"
            raise Refused(BackupRefusal.DAMAGED, words, name)


def _check_journals(source: Path, new: Path, found: Manifest, progress: Progress) -> None:
    try:
        journals = journal_records(new / JOURNAL, progress)
    except (Refused, msgspec.DecodeError) as error:
        words = f"{JOURNAL} in {source}: {error}"
        raise Refused(BackupRefusal.DAMAGED, words, JOURNAL) from error
    for name in sorted({*journals, *found.journals}):
        if journals.get(name) != found.journals.get(name):
            words = f"the journal {name} in {source} does not end as the manifest says; take another backup"
            raise Refused(BackupRefusal.DIFFERS, words, name)
