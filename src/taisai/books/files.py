"""Finding a rulebook: one that we ship, by its id, or anyone's own, by its path."""

import tomllib
from decimal import Decimal
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

from taisai.rules.refusals import Refusal, Refused, did_you_mean

SHIPPED: Final = Path(__file__).parents[1] / "rulebooks"
RULES: Final = "rules.toml"
CLAUSES: Final = "clauses.toml"
REMEDIES: Final = "remedies.toml"


class Found(NamedTuple):
    """A rulebook's folder and the number of the pay table that was asked for; 0 where none was."""

    folder: Path
    number: int


def book_ids() -> tuple[str, ...]:
    return tuple(sorted(folder.name for folder in SHIPPED.iterdir() if folder.is_dir()))


def layout_file(number: int) -> str:
    return f"layout-{number}.toml"


def find(ref: str) -> Found:
    """`rws-6`, `rws-6/2`, `./my-house` or `./my-house/1`."""
    head, _, tail = ref.rstrip("/").rpartition("/")
    for folder, number in ((ref, 0), (head, tail)):
        place = _folder(folder)
        if place and str(number).isdecimal():
            return Found(place, int(number))
    raise _unknown(ref, head, tail)


def _folder(name: str) -> Path | None:
    if not name:
        return None
    places = ([SHIPPED / name] if name in book_ids() else []) + [Path(name)]
    return next((place for place in places if (place / RULES).is_file()), None)


def _unknown(ref: str, head: str, tail: str) -> Refused:
    if _folder(head):
        words = f"{tail!r} is no pay table of {head}; a pay table is a number, such as {head}/1"
        return Refused(Refusal.TABLE_UNKNOWN, words, tail)
    book = head or ref
    near = did_you_mean(book, book_ids())
    words = f"no rulebook {book!r}: neither one of ours ({', '.join(book_ids())}) nor a folder with a {RULES}{near}"
    return Refused(Refusal.BOOK_UNKNOWN, words, book)


def contents(folder: Path) -> bytes:
    """A digest of every file of a rulebook: what was made of them is good while it stays the same."""
    digest = blake2b()
    for path in sorted(folder.glob("*.toml")):
        content = path.read_bytes()
        digest.update(f"{path.name} {len(content)}\n".encode() + content)
    return digest.digest()


def read_toml(path: Path) -> dict[str, Any]:
    """Decimals stay exact; a file that is no TOML raises tomllib's error."""
    return tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
