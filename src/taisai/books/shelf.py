"""The rulebooks that a house has: the shipped ones, and those of its tables."""

from functools import lru_cache

import msgspec

from taisai.books.files import book_ids, public_ids, shipped_folder
from taisai.books.load import paytable, paytables, rulebook
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import Refusal, Refused, did_you_mean
from taisai.rules.rulebook import Rulebook


class Shelved(msgspec.Struct, frozen=True):
    """A pay table of the house. `ref` is how it is loaded; a house's own is a path, which must stay private."""

    ref: str
    book: Rulebook
    table: PayTable


@lru_cache(8)
def shelf(refs: tuple[str, ...] = ()) -> dict[str, Shelved]:
    """Return pay tables by id: the shipped ones, then those that these references name.

    A table whose rulebook can no longer be read is left out."""
    books = (*book_ids(), *public_ids())
    shipped = {table.id: Shelved(table.id, rulebook(book), table) for book in books for table in paytables(book)}
    return shipped | {one.table.id: one for ref in refs for one in _read(ref) if one.table.id not in shipped}


def _read(ref: str) -> tuple[Shelved, ...]:
    try:
        return (Shelved(ref, rulebook(ref), paytable(ref)),)
    except (Refused, OSError):
        return ()


def shelved(name: str, refs: tuple[str, ...]) -> Shelved:
    known = shelf(refs)
    if name not in known:
        raise Refused(Refusal.TABLE_UNKNOWN, f"this house has no pay table {name!r}{did_you_mean(name, known)}", name)
    return known[name]


def by_fingerprint(fingerprint: str, name: str, refs: tuple[str, ...]) -> PayTable | None:
    """Return exactly this pay table, wherever it is stored;

    None if it is not available. Its name tells whether it is a shipped one."""
    shipped = (name,) if shipped_folder(name.rpartition("/")[0]) else ()
    tables = (one.table for ref in (*shipped, *refs) for one in _read(ref))
    return next((table for table in tables if table.fingerprint == fingerprint), None)
