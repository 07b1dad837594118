"""Decodes entries of the house journal into events."""

import msgspec

from taisai.journal.entry import By, decode
from taisai.people.events import Event


class Recorded(msgspec.Struct, frozen=True):
    seq: int
    at: str
    by: By
    event: Event


_event: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def recorded(body: bytes) -> Recorded:
    entry = decode(body)
    return Recorded(entry.seq, entry.at, entry.by, _event.decode(entry.event))
