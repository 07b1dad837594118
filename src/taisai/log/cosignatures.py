"""Cosignatures by c2sp.org/tlog-cosignature: a witness saw a checkpoint at a time; and how many witnesses must have."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from taisai.log.notes import COSIGNATURE, Key, Note, Signature
from taisai.log.refusals import LogRefusal
from taisai.rules.refusals import Refused
from taisai.signing.signer import Signer

TIME_BYTES: Final = 8
TIME_MOST: Final = 2**63 - 1
CONTENT_BYTES: Final = TIME_BYTES + 64


class Seen(NamedTuple):
    """`at_s` is in seconds since 1970."""

    witness: str
    at_s: int


def cosigned(note: Note, key: Key, private: Signer, at_s: int) -> Signature:
    assert key.kind == COSIGNATURE, key
    content = at_s.to_bytes(TIME_BYTES) + private.sign(_message(note, at_s))
    return Signature(key.name, key.id, content)


def seen_by(note: Note, witnesses: Iterable[Key]) -> list[Seen]:
    """Return the known witnesses that cosigned, each once. A forged cosignature of one of them invalidates the note."""
    return [max(seen) for key in dict.fromkeys(witnesses) if (seen := [_seen(note, key, one) for one in note.by(key)])]


def check_policy(note: Note, witnesses: Iterable[Key], least: int) -> list[Seen]:
    """Check that at least `least` of the known witnesses have seen the note."""
    known = list({key.public: key for key in witnesses}.values())  # one key under two names is one witness
    seen = seen_by(note, known)
    if len(seen) < least:
        words = f"{len(seen)} of {len(known)} known witnesses have seen it (required: {least}); request it again later"
        raise Refused(LogRefusal.WITNESSES_MISSING, words, len(seen))
    return seen


def _seen(note: Note, key: Key, signature: Signature) -> Seen:
    at_s = int.from_bytes(signature.content[:TIME_BYTES])
    fits = len(signature.content) == CONTENT_BYTES and at_s <= TIME_MOST
    if not fits or not key.verify(_message(note, at_s), signature.content[TIME_BYTES:]):
        words = f"a cosignature of {key.name} is forged, or the text was changed; do not trust the note"
        raise Refused(LogRefusal.NOTE_FORGED, words, key.name)
    return Seen(key.name, at_s)


def _message(note: Note, at_s: int) -> bytes:
    return f"cosignature/v1\ntime {at_s}\n{note.text}".encode()
