"""Significant events, read from the journal in which a house notes them."""

from collections.abc import Iterator

from taisai.journal.seal import checked
from taisai.journal.store import Store
from taisai.people.events import HappeningNoted
from taisai.people.reading import recorded
from taisai.reports.sources import Noted


def noted(store: Store) -> Iterator[Noted]:
    for stored in checked(store.read()):
        entry = recorded(stored.clear)
        match entry.event:
            case HappeningNoted(code=code, severity=severity, table=table, device=device, words=words):
                yield Noted(entry.seq, entry.at, code, severity, table, device, entry.by.name, words)
