"""A journal as a file of framed lines that anyone can check without our package: format 1.0."""

import os
import re
from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

import msgspec

from taisai.journal.checkpoint_schedule import EVERY_S, size_of
from taisai.journal.entry import Head, Sealed
from taisai.journal.refusals import JournalRefusal
from taisai.journal.sqlite_open import sync_folder
from taisai.journal.store import Store
from taisai.journal.tree import Kept
from taisai.rules.refusals import Refused, shown

FORMAT: Final = "1.0"
_ENTRY: Final = re.compile(rb"e ([0-9a-f]{64}) ([^\n]+)\n")
_SEALING: Final = b"\ntaisai-head "  # what a checkpoint says that tells the seal of its last entry


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What the first line of an export says. `every_s` promises that checkpoints follow so often during play."""

    format: str = msgspec.field(name="taisai-export", default=FORMAT)
    hash: str = "sha256"
    table: str
    entries: int
    every_s: int = EVERY_S


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
    notes, head = _checkpoints(store), store.head()  # in this order, so that no checkpoint is beyond the head
    return head, _lines(store, Header(table=table, entries=head.seq), notes)


def _checkpoints(store: Store) -> list[bytes]:
    """Return the checkpoints, and the newest that witnesses have seen, from the smallest to the largest."""
    cosigned = store.tree.checkpoint(Kept.COSIGNED)
    notes = [*store.checkpoints(), *([cosigned] if _SEALING in cosigned else [])]
    return sorted(dict.fromkeys(notes), key=size_of)


def _lines(store: Store, header: Header, notes: list[bytes]) -> Iterator[bytes]:
    """Yield the lines. Checkpoints come first, so that cutting off the end cannot remove them with the entries they
    name."""
    yield b"h %b\n" % msgspec.json.encode(header)
    yield from map(framed_note, notes)
    for entry in takewhile(lambda entry: entry.seq <= header.entries, store.read()):
        yield b"e %b %b\n" % (entry.seal.hex().encode(), entry.body)


def framed_note(note: bytes) -> bytes:
    """Return a signed note as one line: its line ends are written out."""
    return b"c %b\n" % note.replace(b"\n", rb"\n")


def note_in(line: bytes) -> bytes:
    return line[2:-1].replace(rb"\n", b"\n")


def _write(path: Path, lines: Iterable[bytes]) -> None:
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        try:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).rename(path)
        except BaseException:
            Path(file.name).unlink()
            raise
    sync_folder(path.parent)


def exported(lines: Iterable[bytes]) -> Iterator[Sealed]:
    """Yield the entries of an export, numbered in order. Use `seal.checked` to verify them."""
    entries = (line for line in lines if not line.startswith((b"h ", b"c ")))
    for seq, line in enumerate(entries, 1):
        found = _ENTRY.fullmatch(line)
        if found is None:
            text = shown(line.decode("utf-8", "replace"))
            words = f"entry {seq} of the export cannot be read: {text}; make the export again"
            raise Refused(JournalRefusal.EXPORT_INVALID, words, seq)
        yield Sealed(seq, found[2], bytes.fromhex(found[1].decode()))
