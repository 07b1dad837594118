"""One event in its envelope, and the bytes that are sealed."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused, shown


class By(msgspec.Struct, frozen=True, gc=False):
    """Who gave the command."""

    name: str
    role: str


class Entry(msgspec.Struct, frozen=True):
    """`cause` is the command's id, `digest` the hash of its content. The journal never looks into the event."""

    seq: int
    at: str
    by: By
    cause: str
    digest: str
    event: msgspec.Raw


class Sealed(msgspec.Struct, frozen=True, gc=False):
    """An entry as stored. `body` is encoded once and never again."""

    seq: int
    body: bytes
    seal: bytes

    @property
    def clear(self) -> bytes:
        """The body as the reader may see it. A store that encrypts parts of it overrides this."""
        return self.body


class Head(NamedTuple):
    """The last entry of a journal; its seal vouches for all before it."""

    seq: int
    seal: bytes


class Lines(msgspec.Struct, frozen=True):
    """One or more consecutive entries as stored, not yet split: the number of the first, all seals, and the bodies."""

    first: int
    seals: bytes
    bodies: list[bytes]

    @property
    def clear(self) -> list[bytes]:
        """The bodies as the reader may see them."""
        return self.bodies

    def head(self, place: int) -> Head:
        """Return the head at one of these entries, by its position."""
        length = len(self.seals) // len(self.bodies)
        return Head(self.first + place, self.seals[place * length : (place + 1) * length])


class Fact(msgspec.Struct, frozen=True, gc=False):
    """An entry whose event is not encoded yet. It encodes to the same bytes as the entry."""

    seq: int
    at: str
    by: By
    cause: str
    digest: str
    event: Any


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Entry)


def encode(entries: Sequence[Entry] | Sequence[Fact]) -> list[bytes]:
    """Return the bodies of many entries at once, which is fast."""
    bodies = _encoder.encode_lines(entries).split(b"\n")[:-1]
    assert len(bodies) == len(entries), "bodies are kept as lines, so an event is compact JSON"
    return bodies


def decode(body: bytes) -> Entry:
    try:
        return _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        text = shown(body.decode("utf-8", "replace"))
        words = f"{text} is not an entry of a journal ({error}); check the journal with taisai verify"
        raise Refused(JournalRefusal.CORRUPT, words, text) from error
