"""Checkpoints by c2sp.org/tlog-checkpoint: the size and root of a log, signed by the log."""

import re
from base64 import b64decode, b64encode
from typing import Final, NamedTuple

from taisai.log.notes import Key, Note, parse
from taisai.log.refusals import LogRefusal
from taisai.log.tree import HASH_BYTES
from taisai.rules.refusals import Refused, shown

SEALING: Final = "taisai-head"
SIZE_MOST: Final = 2**63 - 1
_TEXT: Final = re.compile(r"([^\n]+)\n(0|[1-9][0-9]{0,18})\n([A-Za-z0-9+/]{43}=)\n((?:[^\n]+\n)*)")
_SEALING: Final = re.compile(rf"{SEALING} ([0-9a-f]{{64}}) (\S+) ([1-9][0-9]{{0,8}})\n")


class Checkpoint(NamedTuple):
    """`origin` names the log."""

    origin: str
    size: int
    root: bytes
    extensions: str = ""

    @property
    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n{self.extensions}"

    @property
    def note(self) -> Note:
        """The note, not signed yet."""
        return Note(self.text)


class Sealing(NamedTuple):
    """What a checkpoint of a journal says beside its root: the seal of its last entry, when it was signed, and within
    how many seconds of play the next one follows."""

    seal: bytes
    at: str
    every_s: int

    def __str__(self) -> str:
        return f"{SEALING} {self.seal.hex()} {self.at} {self.every_s}\n"


def sealing_of(checkpoint: Checkpoint) -> Sealing:
    """Return what a journal's checkpoint says beside its root; refuse a checkpoint that does not say it."""
    found = _SEALING.fullmatch(checkpoint.extensions)
    if found is None:
        raise _invalid(checkpoint.text)
    return Sealing(bytes.fromhex(found[1]), found[2], int(found[3]))


def checkpoint_of(note: Note) -> Checkpoint:
    """Parse a checkpoint without checking signatures. Only a signature makes it trustworthy."""
    found = _TEXT.fullmatch(note.text)
    root = b64decode(found[3]) if found else b""
    if found is None or int(found[2]) > SIZE_MOST or len(root) != HASH_BYTES:
        raise _invalid(note.text)
    checkpoint = Checkpoint(found[1], int(found[2]), root, found[4])
    if checkpoint.text != note.text:
        raise _invalid(note.text)
    return checkpoint


def opened(content: bytes | str, key: Key) -> tuple[Checkpoint, Note]:
    """Return a checkpoint that is signed by a log's key and belongs to this very log."""
    note = parse(content)
    note.check_signed([key])
    checkpoint = checkpoint_of(note)
    if checkpoint.origin != key.name:
        words = f"{shown(checkpoint.origin)} is not the log {key.name}; request the checkpoint of {key.name}"
        raise Refused(LogRefusal.CHECKPOINT_INVALID, words, checkpoint.origin)
    return checkpoint, note


def _invalid(text: str) -> Refused:
    words = f"{shown(text)} is not a checkpoint: a log's name, its size and its root; request it again"
    return Refused(LogRefusal.CHECKPOINT_INVALID, words, text[:80])
