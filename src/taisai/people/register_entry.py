"""Decodes entries of the house journal into events."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

import msgspec

from taisai.journal.entry import By, decode
from taisai.journal.store import Store
from taisai.people.events import Event

WINDOW: Final = 256  # entries read at a time when searching backwards


class Recorded(msgspec.Struct, frozen=True):
    seq: int
    at: str
    by: By
    event: Event


_event: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def recorded(body: bytes) -> Recorded:
    entry = decode(body)
    return Recorded(entry.seq, entry.at, entry.by, _event.decode(entry.event))


def newest(store: Store, before_seq: int) -> Iterator[Recorded]:
    """Yield entries backwards, from the one below `before_seq`; 0 starts at the head."""
    head = store.head().seq
    end = min(before_seq or head + 1, head + 1)
    while end > 1:
        start = max(end - WINDOW, 1)
        stored = islice(store.read(start - 1), end - start)
        yield from reversed([recorded(entry.clear) for entry in stored])
        end = start
