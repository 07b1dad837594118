"""Decodes the event of a journal entry."""

import msgspec

from taisai.journal.entry import By
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


def replayed(body: bytes) -> Replayed:
    return _replayed.decode(body)


def asked(body: bytes) -> tuple[str, str]:
    """Return the id of the order that caused an entry, and the digest of what it asked."""
    found = _asked.decode(body)
    return found.cause, found.digest


def moment(body: bytes) -> str:
    """Return when an entry was written; that is never encrypted."""
    return _when.decode(body).at


def recorded(body: bytes) -> Recorded:
    return _recorded.decode(body)
