"""Moves the journals of a house into a database or back into a file: unchanged, and all or nothing."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import msgspec

from taisai.house.at_rest import at_rest
from taisai.house.key_files import write_secret
from taisai.house.settings import Settings
from taisai.journal.batch_key import read_batch_keys
from taisai.journal.entry import Head
from taisai.journal.place import OpenPlace
from taisai.journal.postgres_place import PostgresJournals
from taisai.journal.postgres_rows import Passed, arrive, set_state, state_of
from taisai.journal.refusals import JournalRefusal
from taisai.journal.rows import COLUMNS
from taisai.journal.sqlite_open import open_for_writing, sync_folder
from taisai.journal.sqlite_place import SqliteJournals
from taisai.journal.sqlite_rows import read_rows
from taisai.keeping.backup import beside, failing
from taisai.keeping.backup_files import Progress
from taisai.keeping.copy_out import copy_out
from taisai.keeping.marks import check_marks
from taisai.keeping.own_keys import MOVED, key_digests
from taisai.rules.refusals import Refused

ASIDE: Final = ".moved"


class Moved(msgspec.Struct, frozen=True):
    """`journals` are the last entries of each; `aside` is the new name of the file, empty if there is none."""

    at: str
    source: str
    target: str
    aside: str
    journals: dict[str, int]


def move_to_database(settings: Settings, at: str, progress: Progress) -> Moved:
    """Move the journals. The file stays whole until everything has arrived and every seal is correct. An interrupted
    move is continued."""
    if not settings.journal.exists():
        return _finished(settings, at, progress)
    keys = read_batch_keys(settings.keys_folder)
    with closing(SqliteJournals(open_for_writing(settings.journal, keys))) as journals:
        check_marks(settings, journals)
        heads = _verified(journals, progress)
        arrive(settings.nodes.database, lambda table: read_rows(journals.file, table), _told(progress))
        with closing(PostgresJournals(settings.nodes.database, keys, moving=True)) as there:
            _check_heads(heads, _verified(there, progress))
            there.check_keys(key_digests(settings))
        aside = _set_aside(journals, at)
    return _arrived(settings, at, aside, heads)


def _finished(settings: Settings, at: str, progress: Progress) -> Moved:
    """Finish a move that was interrupted after the file was set aside."""
    if state_of(settings.nodes.database) != "arriving":
        words = f"there is no {settings.journal}, so there is nothing to move; check the folder"
        raise Refused(JournalRefusal.MISSING, words, str(settings.journal))
    keys = read_batch_keys(settings.keys_folder)
    with closing(PostgresJournals(settings.nodes.database, keys, moving=True)) as there:
        there.check_keys(key_digests(settings))
        check_marks(settings, there)
        heads = _verified(there, progress)
    return _arrived(settings, at, "", heads)


def _arrived(settings: Settings, at: str, aside: str, heads: dict[str, Head]) -> Moved:
    moved = Moved(at, str(settings.journal), str(settings.place), aside, _ends(heads))
    write_secret(Path(settings.folder) / MOVED, msgspec.json.encode(moved))
    set_state(settings.nodes.database, "here")
    return moved


def _set_aside(journals: SqliteJournals, at: str) -> str:
    """Rename the file while it is still locked, with nothing left beside it."""
    journal = journals.file.path
    journals.file.connection.pragma("journal_mode", "delete")
    aside = journal.with_name(f"{journal.name}{ASIDE}-{''.join(filter(str.isalnum, at))}")
    journal.rename(aside)
    sync_folder(journal.parent)
    return aside.name


def move_to_file(settings: Settings, at: str, progress: Progress) -> Moved:
    """Move the journals. The database stays as it is, and is marked as left before the file gets its name."""
    if not settings.nodes.database:
        words = "there is no database to move the journals out of; use --from"
        raise Refused(JournalRefusal.MISSING, words, "")
    if settings.journal.exists():
        words = f"{settings.journal} exists and is never overwritten; move it away first"
        raise Refused(JournalRefusal.ELSEWHERE, words, str(settings.journal))
    with failing(settings.journal), beside(settings.journal) as work, _left(settings) as there:
        check_marks(settings, there)
        heads = _verified(there, progress)
        new = work / settings.journal.name
        copy_out(settings.nodes.database, new, progress, with_snapshots=True)
        with closing(SqliteJournals(open_for_writing(new, read_batch_keys(settings.keys_folder)))) as journals:
            _check_heads(heads, _verified(journals, progress))
        moved = Moved(at, str(settings.place), str(settings.journal), "", _ends(heads))
        write_secret(Path(settings.folder) / MOVED, msgspec.json.encode(moved))
        set_state(settings.nodes.database, "left")
        new.rename(settings.journal)
        sync_folder(settings.journal.parent)
    return moved


@contextmanager
def _left(settings: Settings) -> Iterator[OpenPlace]:
    """Open the database, even if a move was interrupted just before its end."""
    keys = read_batch_keys(settings.keys_folder)
    with closing(PostgresJournals(settings.nodes.database, keys, moving=True)) as there:
        there.check_keys(key_digests(settings))
        with at_rest(settings, there):
            yield there


def _told(progress: Progress) -> Passed:
    through: list[str] = []

    def told(table: str) -> None:
        through.append(table)
        progress("copying", len(through), len(COLUMNS))

    return told


def _verified(journals: OpenPlace, progress: Progress) -> dict[str, Head]:
    names = tuple(journals.tables())
    heads = {}
    for place, name in enumerate(names):
        progress("checking", place, len(names))
        heads[name] = journals.store(name).verify()
    progress("checking", len(names), len(names))
    return heads


def _check_heads(here: dict[str, Head], there: dict[str, Head]) -> None:
    for name in sorted({*here, *there}):
        if here.get(name) != there.get(name):
            words = f"the journal {name} ends differently in the two places, so nothing was moved; try again"
            raise Refused(JournalRefusal.FAILED, words, name)


def _ends(heads: dict[str, Head]) -> dict[str, int]:
    return {name: head.seq for name, head in heads.items()}
