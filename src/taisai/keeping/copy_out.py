"""Copies the journals of a house from a database into a file, for a backup or a move."""

from contextlib import closing
from pathlib import Path

from taisai.journal.postgres_rows import leave
from taisai.journal.rows import COLUMNS, Digest, Reading, check_same, digest_of
from taisai.journal.sqlite_open import open_for_writing
from taisai.journal.sqlite_place import SqliteJournals
from taisai.journal.sqlite_rows import add_rows, read_rows
from taisai.keeping.backup_files import Progress


def copy_out(address: str, target: Path, progress: Progress, *, with_snapshots: bool) -> None:
    """Write a new file, all or nothing, as the database was at one moment. The house may keep playing."""
    with closing(SqliteJournals(open_for_writing(target))) as journals:
        leave(address, lambda reading: _take_all(journals, reading, progress))
        if not with_snapshots:
            journals.file.change("DELETE FROM snapshot")
        journals.file.connection.pragma("journal_mode", "delete")  # one file that can be read on read-only media
    target.with_name(f"{target.name}.lock").unlink()


def _take_all(journals: SqliteJournals, reading: Reading, progress: Progress) -> None:
    with journals.file.mutex, journals.file.transaction():
        for place, table in enumerate(COLUMNS, start=1):
            digest = Digest()
            add_rows(journals.file, table, digest.passing(reading(table)))
            check_same(table, digest, digest_of(read_rows(journals.file, table)))
            progress("copying", place, len(COLUMNS))
