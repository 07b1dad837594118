"""Reads journals that a database stores as packed batches, in order."""

from collections.abc import Iterator
from typing import Final

from taisai.journal.entry import Head, Lines, Sealed
from taisai.journal.packed_bodies import DamagedError, unpacked
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import SEAL_BYTES, START, checked_lines, last_of_lines, taken_apart
from taisai.rules.refusals import Refused

CHUNK: Final = 32  # batches read at a time, so that a long read never blocks the writer

Row = tuple[int, bytes, bytes]
"""A batch: its first entry's number, the seals, the bodies as they are packed."""


class Batches:
    """`place` says where they are, for messages to operators."""

    place: str

    def _rows(self, after: int) -> Iterator[list[Row]]:
        """Yield rows from the batch that holds the entry after `after`."""
        raise NotImplementedError

    def read(self, after: int = 0) -> Iterator[Sealed]:
        for some in self.lines(after):
            yield from taken_apart(some)

    def lines(self, after: int = 0) -> Iterator[Lines]:
        """Yield all that is read at a time as one, because batches may be short."""
        for rows in self._rows(after):
            for run in _runs(rows):
                seals = b"".join([seals for _, seals, _ in run])
                bodies = [body for row in run for body in self._bodies(*row)]
                first = run[0][0]
                known = max(after + 1 - first, 0)
                if known < len(bodies):
                    yield Lines(first + known, seals[known * SEAL_BYTES :], bodies[known:])

    def verify(self) -> Head:
        return last_of_lines(checked_lines(self.lines()))

    def _bodies(self, first: int, seals: bytes, stored: bytes) -> list[bytes]:
        try:
            bodies = unpacked(stored)
        except DamagedError:
            bodies = []
        if len(seals) != len(bodies) * SEAL_BYTES:
            words = f"{self.place}: entry {first} or one shortly after it is damaged; restore a copy that verifies"
            raise Refused(JournalRefusal.CORRUPT, words, first)
        return bodies

    def _seal_of(self, seq: int) -> bytes:
        """Return the seal of an entry; empty if there is no such entry."""
        return next((entry.seal for entry in self.read(seq - 1)), b"") if seq else START.seal


def _runs(rows: list[Row]) -> Iterator[list[Row]]:
    """Yield groups of consecutive rows."""
    run: list[Row] = []
    following = rows[0][0]
    for row in rows:
        if row[0] != following:
            yield run
            run = []
        run.append(row)
        following = row[0] + len(row[1]) // SEAL_BYTES
    yield run
