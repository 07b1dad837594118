"""From a journal's entry to the event it holds, old versions made new."""

import msgspec

from taisai.journal.entry import By, decode
from taisai.journal.upcast import UPCASTS, upcast
from taisai.table.events import Event


class Recorded(msgspec.Struct, frozen=True, gc=False):
    """An entry with its event understood."""

    seq: int
    at: str
    by: By
    cause: str
    digest: str
    event: Event


_recorded = msgspec.json.Decoder(Recorded)
_event: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def recorded(body: bytes) -> Recorded:
    """In one reading while there are no old versions of events, in two where there may be one."""
    if not UPCASTS:
        return _recorded.decode(body)
    entry = decode(body)
    event = _event.decode(upcast(entry.event))
    return Recorded(entry.seq, entry.at, entry.by, entry.cause, entry.digest, event)
