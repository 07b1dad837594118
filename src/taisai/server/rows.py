"""Rows of long lists, as they are sent: a journal, an entry of it, an attempt to sign in."""

from taisai.journal.entry import Sealed
from taisai.journal.store import Store
from taisai.log.checkpoints import checkpoint_of, sealing_of
from taisai.log.notes import parse
from taisai.people.events import AttemptRecorded
from taisai.people.register_entry import Recorded
from taisai.wire import bodies as b
from taisai.wire.feeds import FeedEntry


def journal_row(name: str, store: Store) -> b.JournalInfo:
    head, line = store.head(), store.newest_checkpoint()
    if not line:
        return b.JournalInfo(name, head.seq, head.seal.hex(), 0, "", "")
    note = parse(line)
    checkpoint, key = checkpoint_of(note), note.signatures[0]
    at = sealing_of(checkpoint).at
    return b.JournalInfo(name, head.seq, head.seal.hex(), checkpoint.size, at, f"{key.name}+{key.key_id.hex()}")


def entry_row(entry: Sealed) -> FeedEntry:
    return FeedEntry(entry.seq, entry.seal.hex(), entry.body.decode("utf-8", "replace"))


def attempt_row(entry: Recorded) -> b.Attempt:
    tried = entry.event
    assert isinstance(tried, AttemptRecorded)
    return b.Attempt(entry.seq, entry.at, tried.name, tried.device, tried.act, tried.ok)
