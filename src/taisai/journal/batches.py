"""Reads journals that a database stores as packed batches, in order, and believes only what this house wrote."""

from collections.abc import Iterator, Sequence
from typing import Final

from taisai.journal.batch_key import Batch, BatchKey
from taisai.journal.entry import Head, Lines, Sealed
from taisai.journal.packed_bodies import DamagedError, packed, unpacked
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import SEAL_BYTES, START, chain, checked, checked_lines, last_of_lines, taken_apart
from taisai.rules.refusals import Refused

CHUNK: Final = 32  # batches read at a time, so that a long read never blocks the writer


class Batches:
    """Every batch is checked alone, by its MAC and its seals, and that it follows the one read before it. `place` says
    where they are, for messages to operators."""

    place: str
    key: BatchKey

    def _rows(self, after: int) -> Iterator[list[Batch]]:
        """Yield rows from the batch that holds the entry after `after`."""
        raise NotImplementedError

    def _newest(self) -> Batch | None:
        """Return the last row without its bodies."""
        raise NotImplementedError

    def read(self, after: int = 0) -> Iterator[Sealed]:
        for some in self.lines(after):
            yield from taken_apart(some)

    def lines(self, after: int = 0) -> Iterator[Lines]:
        """Yield all that is read at a time as one, because batches may be short. What comes before a batch that cannot
        be believed is yielded before that is refused."""
        before: Batch | None = None
        for rows in self._rows(after):
            if before is None and rows[0].first > after + 1:
                raise self.key.missing(after + 1)
            bodies, refused = list[bytes](), None
            seals, first = b"", rows[0].first
            for batch in rows:
                try:
                    some = self._following(batch, before)
                except Refused as caught:
                    refused = caught
                    break
                bodies += some
                before = batch
                seals += batch.seals
            known = max(after + 1 - first, 0)
            if known < len(bodies):
                yield Lines(first + known, seals[known * SEAL_BYTES :], bodies[known:])
            if refused:
                raise refused

    def verify(self) -> Head:
        return last_of_lines(checked_lines(self.lines()))

    def head(self) -> Head:
        newest = self._newest()
        if newest is None:
            return START
        end = end_of(newest)
        self.key.check(newest, end)
        return end

    def _made(self, epoch: int, after: Head, entries: Sequence[Sealed]) -> Batch:
        """Return the entries as a batch with its MAC."""
        seals, first = b"".join([entry.seal for entry in entries]), entries[0].seq
        mac = self.key.mac(epoch, first, len(entries), after.seal, entries[-1].seal)
        bodies = packed([entry.body for entry in entries])
        return Batch(first, epoch, self.key.number, after.seal, mac, seals, bodies)

    def _following(self, batch: Batch, before: Batch | None) -> list[bytes]:
        """Return the bodies of a batch that this house wrote right after the one `before`."""
        bodies = self._checked(batch)
        if before is not None:
            self.key.check_links(batch, before, end_of(before))
        return bodies

    def _checked(self, batch: Batch) -> list[bytes]:
        """Return the bodies of a batch that this house wrote."""
        try:
            bodies = unpacked(batch.bodies)
        except DamagedError:
            bodies = []
        if not bodies or len(batch.seals) != len(bodies) * SEAL_BYTES:
            raise self._damaged(batch.first)
        if b"".join(chain(batch.before, bodies)) != batch.seals:
            list(checked(taken_apart(Lines(batch.first, batch.seals, bodies)), Head(batch.first - 1, batch.before)))
            raise self._damaged(batch.first)
        self.key.check(batch, end_of(batch))
        return bodies

    def _damaged(self, seq: int) -> Refused:
        words = f"{self.place}: entry {seq} or one shortly after it is damaged; restore a copy that verifies"
        return Refused(JournalRefusal.CORRUPT, words, seq)

    def _seal_of(self, seq: int) -> bytes:
        """Return the seal of an entry; empty if there is no such entry."""
        return next((entry.seal for entry in self.read(seq - 1)), b"") if seq else START.seal


def end_of(batch: Batch) -> Head:
    return Head(batch.first + len(batch.seals) // SEAL_BYTES - 1, batch.seals[-SEAL_BYTES:])
