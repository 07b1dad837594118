"""Made-up entries for the journal's tests; the journal does not care what an event says."""

import msgspec

from taisai.journal.entry import By, Entry
from taisai.journal.seal import START, head_of, sealed

DEALER = By("Mei", "dealer")


def entry(seq, event=None):
    event = {"is": "rating-ended", "rating": seq % 9, "upto": 100 + seq} if event is None else event
    return Entry(
        seq, "2026-03-01T20:15:00Z", DEALER, f"command-{seq}", "d" * 64, msgspec.Raw(msgspec.json.encode(event))
    )


def batch(count, after=START):
    return sealed(after, [entry(after.seq + place) for place in range(1, count + 1)])


def grow(store, *counts):
    """Appends batches of these sizes."""
    for count in counts:
        after = store.head()
        store.append(after, batch(count, after))
    return store


def head_after(entries):
    return head_of(entries[-1])
