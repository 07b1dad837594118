"""Receipts by c2sp.org/tlog-proof: an entry, its position in its log, and the checkpoint that covers it."""

import re
from base64 import b64decode, b64encode
from typing import Final, NamedTuple

from taisai.log.checkpoints import Checkpoint, checkpoint_of
from taisai.log.entries import logged
from taisai.log.notes import Key, Note, hashes, parse
from taisai.log.proofs import check_inclusion
from taisai.log.refusals import LogRefusal
from taisai.log.tree import leaf_hash
from taisai.rules.refusals import Refused

FIRST_LINE: Final = "c2sp.org/tlog-proof@v1"
_HEAD: Final = re.compile(
    FIRST_LINE.replace(".", r"\.") + r"\n(?:extra ([A-Za-z0-9+/]+={0,2})\n)?index (0|[1-9][0-9]{0,18})\n((?:[^\n]+\n)*)"
)
PROOF_LINES_MOST: Final = 63


class Receipt(NamedTuple):
    """`entry` is the body of the entry as in the journal; `place` counts from 0."""

    entry: bytes
    place: int
    path: tuple[bytes, ...]
    note: Note

    @property
    def seq(self) -> int:
        """The entry's number in the journal, which counts from 1."""
        return self.place + 1

    def __str__(self) -> str:
        extra = f"extra {b64encode(self.entry).decode()}\n" if self.entry else ""
        path = "".join(f"{b64encode(one).decode()}\n" for one in self.path)
        return f"{FIRST_LINE}\n{extra}index {self.place}\n{path}\n{self.note}"

    def check(self, key: Key) -> Checkpoint:
        """Check that the log with this key has this entry. Use `check_policy` for the witnesses."""
        self.note.check_signed([key])
        checkpoint = checkpoint_of(self.note)
        if checkpoint.origin != key.name:
            words = f"the receipt is of the log {checkpoint.origin}, not of {key.name}; check it with that log's key"
            raise Refused(LogRefusal.CHECKPOINT_INVALID, words, checkpoint.origin)
        check_inclusion(leaf_hash(logged(self.entry)), self.place, checkpoint.size, checkpoint.root, self.path)
        return checkpoint


def parse_receipt(text: str) -> Receipt:
    head, _, note = text.partition("\n\n")
    found = _HEAD.fullmatch(head + "\n")
    if found is None:
        words = f"this is not a receipt: it does not begin with {FIRST_LINE} and an index; request it again"
        raise Refused(LogRefusal.PROOF_INVALID, words, text[:80])
    extra, index, lines = found.groups()
    path = lines.splitlines()
    if len(path) > PROOF_LINES_MOST:
        words = f"a proof has at most {PROOF_LINES_MOST} hashes; request the receipt again"
        raise Refused(LogRefusal.PROOF_INVALID, words, len(path))
    try:
        entry = b64decode(extra or "", validate=True)
    except ValueError:
        raise Refused(LogRefusal.PROOF_INVALID, "the entry is not base64; request the receipt again", "") from None
    return Receipt(entry, int(index), tuple(hashes(path)), parse(note))
