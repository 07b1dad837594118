"""Signed heads: an entry and the seal before it, signed by its log at once, before any checkpoint covers them."""

import re
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import Final, NamedTuple

from taisai.log.notes import NOTE_BYTES_MAX, Key, Note, Signature, parse
from taisai.log.refusals import LogRefusal
from taisai.rules.refusals import Refused, shown
from taisai.signing.signer import Signer

FIRST_LINE: Final = "taisai signed head 1"  # a checkpoint's second line is a number, so the two cannot be confused
ENTRY_BYTES_MAX: Final = NOTE_BYTES_MAX - 1024
_TEXT: Final = re.compile(rf"{FIRST_LINE}\n([^\n]+)\n([1-9][0-9]{{0,18}})\n([A-Za-z0-9+/]{{43}}=)\n([^\n]+)\n")


class SignedHead(NamedTuple):
    """The log's promise that this entry has this number and follows this history: `before` is the seal before it."""

    origin: str
    seq: int
    before: bytes
    entry: bytes
    signatures: tuple[Signature, ...] = ()

    @property
    def seal(self) -> bytes:
        """The entry's seal, as in the journal."""
        return sha256(self.before + self.entry).digest()

    @property
    def note(self) -> Note:
        before = b64encode(self.before).decode()
        text = f"{FIRST_LINE}\n{self.origin}\n{self.seq}\n{before}\n{self.entry.decode()}\n"
        return Note(text, self.signatures)

    def __str__(self) -> str:
        return str(self.note)

    def signed(self, key: Key, private: Signer) -> "SignedHead":
        if len(self.entry) > ENTRY_BYTES_MAX:
            words = f"entry {self.seq} is too long to be signed alone; request its receipt after the round"
            raise Refused(LogRefusal.HEAD_INVALID, words, self.seq)
        return self._replace(signatures=self.note.signed(key, private).signatures)


def opened_head(content: bytes | str, key: Key) -> SignedHead:
    """Return a head that is signed by a log's key and belongs to this very log."""
    note = parse(content)
    note.check_signed([key])
    found = _TEXT.fullmatch(note.text)
    if found is None or found[1] != key.name:
        words = f"{shown(note.text)} is not a signed head of {key.name}; request it again"
        raise Refused(LogRefusal.HEAD_INVALID, words, note.text[:80])
    return SignedHead(found[1], int(found[2]), b64decode(found[3]), found[4].encode(), note.signatures)
