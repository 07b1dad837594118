"""Reads the next entries of a table's journal in a separate process."""

from contextlib import closing
from itertools import islice

import msgspec

from taisai.journal.entry import Sealed
from taisai.journal.place import Place
from taisai.journal.store import Store
from taisai.rules.refusals import Refused
from taisai.server.listing_pages import first_page
from taisai.server.refusals import ServerRefusal
from taisai.wire.feeds import Feed, FeedEntry

_encode = msgspec.json.Encoder().encode


class AskEntries(msgspec.Struct, frozen=True, tag_field="ask", tag="entries"):
    """Ask for up to `most` entries after entry `after`. If `seal` is given, that entry must have it."""

    place: Place
    table: str
    after: int
    seal: str
    most: int

    def answer(self) -> bytes:
        with closing(self.place.open_for_reading()) as journals:
            store = journals.store(self.table)
            self._check_known(store)
            entries, _ = first_page(islice(map(_entry, store.read(self.after)), self.most))
            return _encode(Feed(self.table, store.head().seq, entries))

    def _check_known(self, store: Store) -> None:
        """Refuse a reader who has more entries than the journal, or other ones: their copy is of another history."""
        head = store.head().seq
        known = next(store.read(self.after - 1)).seal.hex() if 0 < self.after <= head else ""
        if self.after > head or (self.seal and known != self.seal):
            words = f"your entry {self.after} is not in the journal of {self.table}, which now has {head} entries"
            words = f"{words}; the journal was restored; read it again from the start"
            raise Refused(ServerRefusal.ENTRY_UNKNOWN, words, self.after)


def _entry(entry: Sealed) -> FeedEntry:
    return FeedEntry(entry.seq, entry.seal.hex(), entry.body.decode("utf-8", "replace"))
