"""Finds rulebooks: a shipped one by its id, or any other by its path."""

import re
import tomllib
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from taisai.rules.refusals import Refusal, Refused, did_you_mean

SHIPPED: Final = Path(__file__).parents[1] / "rulebooks"
PUBLIC: Final = SHIPPED.parent / "houses"
RULES: Final = "rules.toml"
CLAUSES: Final = "clauses.toml"
REMEDIES: Final = "remedies.toml"
_LIKE: Final = re.compile(rb"""\blike\s*=\s*["'](\.[^"'\0]*)/[0-9]+["']""")  # a path relative to this folder


class Found(NamedTuple):
    """A rulebook's folder, and the number of the pay table that was asked for; 0 for none."""

    folder: Path
    number: int


def book_ids() -> tuple[str, ...]:
    """Return the ids of the shipped rule documents."""
    return tuple(sorted(folder.name for folder in SHIPPED.iterdir() if folder.is_dir()))


@cache
def public_ids() -> tuple[str, ...]:
    """Return the ids of houses whose pay table is public, but whose rules of play are not."""
    return tuple(sorted(folder.name for folder in PUBLIC.iterdir() if folder.is_dir()))


def shipped_folder(book: str) -> Path | None:
    """Return the folder of a document or a public house by its id; None if it is not shipped."""
    if book in book_ids():
        return SHIPPED / book
    return PUBLIC / book if book in public_ids() else None


def layout_file(number: int) -> str:
    return f"layout-{number}.toml"


def find(ref: str) -> Found:
    """Find `rws-6`, `rws-6/2`, `./my-house` or `./my-house/1`."""
    head, _, tail = ref.rstrip("/").rpartition("/")
    for folder, number in ((ref, 0), (head, tail)):
        place = _folder(folder)
        if place and str(number).isdecimal():
            return Found(place, int(number))
    raise _unknown(ref, head, tail)


def _folder(name: str) -> Path | None:
    if not name:
        return None
    places = [place for place in (shipped_folder(name), Path(name)) if place]
    return next((place for place in places if (place / RULES).is_file()), None)


def _unknown(ref: str, head: str, tail: str) -> Refused:
    if _folder(head):
        words = f"{tail!r} is not a pay table of {head}; a pay table is a number, such as {head}/1"
        return Refused(Refusal.TABLE_UNKNOWN, words, tail)
    book = head or ref
    near = did_you_mean(book, (*book_ids(), *public_ids()))
    words = f"no rulebook {book!r}: neither a shipped one ({', '.join(book_ids())}) nor a folder with {RULES}{near}"
    return Refused(Refusal.BOOK_UNKNOWN, words, book)


def contents(folder: Path) -> bytes:
    """Return all files of a rulebook, and of those whose tables it is like, in one.

    What was built from them is valid while it stays the same."""
    held, seen = [], {folder}
    waiting = [folder]
    for place in waiting:
        for path in sorted(place.glob("*.toml")):
            content = path.read_bytes()
            held.append(f"{path.name} {len(content)}\n".encode() + content)
            others = {(place / book.decode(errors="replace")).resolve() for book in _LIKE.findall(content)} - seen
            waiting += sorted(others)
            seen |= others
    return b"".join(held)


def read_toml(path: Path) -> dict[str, Any]:
    """Return the document with exact decimals. A file that is not TOML raises tomllib's error."""
    return tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
