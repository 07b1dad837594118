"""A journal as a file of lines that anyone can check without our package."""

import os
from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

import msgspec

from taisai.journal.entry import Head, Sealed
from taisai.journal.refusals import JournalRefusal
from taisai.journal.sqlite_open import sync_folder
from taisai.journal.store import Store
from taisai.rules.refusals import Refused, shown

FORMAT: Final = 1


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of an export."""

    format: int = msgspec.field(name="taisai-export", default=FORMAT)
    hash: str = "sha256"
    table: str
    entries: int


class Line(msgspec.Struct, frozen=True):
    """An entry: its seal in hex and its exact body."""

    seal: str
    body: str


def export(store: Store, table: str, path: Path) -> Head:
    """Write the whole file or none, and return the head that the export ends with."""
    if path.exists():
        words = f"{path} exists and is not overwritten; choose another file name"
        raise Refused(JournalRefusal.EXPORT_EXISTS, words, str(path))
    head, lines = export_lines(store, table)
    try:
        _write(path, lines)
    except OSError as error:
        words = f"the export {path} could not be written ({error.strerror}); check the disk and try again"
        raise Refused(JournalRefusal.EXPORT_FAILED, words, str(path)) from error
    return head


def export_lines(store: Store, table: str) -> tuple[Head, Iterator[bytes]]:
    """Return the last head and the lines, for sending an export without storing it."""
    anchors, head = list(store.anchors()), store.head()  # in this order, so that no anchor is beyond the head
    return head, _lines(store, table, anchors, head)


def _lines(store: Store, table: str, anchors: list[bytes], head: Head) -> Iterator[bytes]:
    """Yield the lines. Anchors come first, so that cutting off the end cannot remove them with the entries they
    name."""
    yield msgspec.json.encode(Header(table=table, entries=head.seq))
    yield from anchors
    encoder = msgspec.json.Encoder()
    for entry in takewhile(lambda entry: entry.seq <= head.seq, store.read()):
        yield encoder.encode(Line(entry.seal.hex(), entry.body.decode("utf-8", "replace")))


def _write(path: Path, lines: Iterable[bytes]) -> None:
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        try:
            file.writelines(line + b"\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).rename(path)
        except BaseException:
            Path(file.name).unlink()
            raise
    sync_folder(path.parent)


def exported(lines: Iterable[bytes]) -> Iterator[Sealed]:
    """Yield the entries of an export, numbered in order. Use `seal.checked` to verify them."""
    seq = 0
    for line in lines:
        if line.startswith(b'{"seal":'):
            seq += 1
            yield _entry(seq, line)


def _entry(seq: int, line: bytes) -> Sealed:
    try:
        found = msgspec.json.decode(line, type=Line)
        return Sealed(seq, found.body.encode(), bytes.fromhex(found.seal))
    except (ValueError, UnicodeError) as error:
        text = shown(line.decode("utf-8", "replace"))
        words = f"entry {seq} of the export cannot be read ({error}): {text}; make the export again"
        raise Refused(JournalRefusal.EXPORT_INVALID, words, seq) from error
