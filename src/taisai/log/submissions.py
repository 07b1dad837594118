"""What a log sends to a witness, by c2sp.org/tlog-witness: its checkpoint, and a proof from the one before."""

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from taisai.log.notes import Note, hashes, parse
from taisai.log.refusals import LogRefusal
from taisai.rules.refusals import Refused

PROOF_LINES_MOST: Final = 63
SIZE_MEDIA: Final = "text/x.tlog.size"
_OLD: Final = re.compile(r"old (0|[1-9][0-9]{0,18})")


class Submission(NamedTuple):
    old: int
    path: tuple[bytes, ...]
    note: Note

    def __str__(self) -> str:
        lines = "".join(f"{b64encode(one).decode()}\n" for one in self.path)
        return f"old {self.old}\n{lines}\n{self.note}"


def parse_submission(content: bytes) -> Submission:
    try:
        head, middle, note = content.decode().partition("\n\n")
    except UnicodeDecodeError:
        raise _invalid("it is not text") from None
    first, *lines = head.split("\n")
    old = _OLD.fullmatch(first)
    if not middle or old is None or len(lines) > PROOF_LINES_MOST:
        raise _invalid("send the old size, the proof, an empty line and the checkpoint")
    return Submission(int(old[1]), tuple(hashes(lines)), parse(note))


def origin_hash(origin: str) -> str:
    """Return the name under which a witness serves the newest checkpoint of a log."""
    return sha256(origin.encode()).hexdigest()


def submission(old: int, path: Sequence[bytes], note: Note) -> bytes:
    return str(Submission(old, tuple(path), note)).encode()


def _invalid(words: str) -> Refused:
    return Refused(LogRefusal.PROOF_INVALID, f"this is not a checkpoint with its proof: {words}", "")
