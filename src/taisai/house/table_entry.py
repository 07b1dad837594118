"""Decodes the event of a journal entry; old versions are upgraded."""

import msgspec

from taisai.journal.entry import By, decode
from taisai.journal.upcast import UPCASTS, upcast
from taisai.table.events import Event


class Replayed(msgspec.Struct, frozen=True, gc=False):
    """The fields of an entry that a table needs to be rebuilt."""

    seq: int
    cause: str
    digest: str
    event: Event


class Recorded(Replayed, frozen=True, gc=False):
    """An entry with its decoded event."""

    at: str
    by: By


class _Asked(msgspec.Struct, gc=False):
    cause: str
    digest: str


class _When(msgspec.Struct, gc=False):
    at: str


_when = msgspec.json.Decoder(_When)
_asked = msgspec.json.Decoder(_Asked)
_replayed = msgspec.json.Decoder(Replayed)
_recorded = msgspec.json.Decoder(Recorded)
_event: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def replayed(body: bytes) -> Replayed:
    """Decode an entry in one pass while no event has old versions, else in two."""
    return _upcast(body) if UPCASTS else _replayed.decode(body)


def asked(body: bytes) -> tuple[str, str]:
    """Return the id of the order that caused an entry, and the digest of what it asked."""
    found = _asked.decode(body)
    return found.cause, found.digest


def moment(body: bytes) -> str:
    """Return when an entry was written; that is never encrypted."""
    return _when.decode(body).at


def recorded(body: bytes) -> Recorded:
    return _upcast(body) if UPCASTS else _recorded.decode(body)


def _upcast(body: bytes) -> Recorded:
    entry = decode(body)
    event = _event.decode(upcast(entry.event))
    return Recorded(entry.seq, entry.cause, entry.digest, event, entry.at, entry.by)
