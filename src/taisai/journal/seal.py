"""Each seal covers the seal before it and the entry's bytes, so it vouches for the whole history."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import count, islice
from typing import Final

from taisai.journal.entry import Entry, Head, Sealed, encode
from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

SEAL_BYTES: Final = 32
CHUNK: Final = 512  # entries checked at a time
START: Final = Head(0, bytes(SEAL_BYTES))


def seal(before: bytes, body: bytes) -> bytes:
    return sha256(before + body).digest()


def sealed(after: Head, entries: Sequence[Entry]) -> list[Sealed]:
    """The entries that follow a head, each bound to the one before."""
    assert [entry.seq for entry in entries] == list(range(after.seq + 1, after.seq + 1 + len(entries))), after.seq
    return sealed_bodies(after, encode(entries))


def sealed_bodies(after: Head, bodies: Sequence[bytes]) -> list[Sealed]:
    return list(map(Sealed, count(after.seq + 1), bodies, chain(after.seal, bodies)))


def chain(before: bytes, bodies: Iterable[bytes]) -> list[bytes]:
    """The seals of bodies that follow one another."""
    return [before := sha256(before + body).digest() for body in bodies]


def head_of(last: Sealed) -> Head:
    return Head(last.seq, last.seal)


def last_of(entries: Iterable[Sealed]) -> Head:
    last = START
    for entry in entries:
        last = head_of(entry)
    return last


def checked(entries: Iterable[Sealed], after: Head = START) -> Iterator[Sealed]:
    """The same entries, up to the first that does not follow from `after`: there it refuses."""
    for chunk in checked_chunks(entries, after):
        yield from chunk


def checked_chunks(entries: Iterable[Sealed], after: Head = START) -> Iterator[list[Sealed]]:
    """As `checked`, many at a time, which is faster. Those before a bad one are given out first."""
    entries = iter(entries)
    while chunk := list(islice(entries, CHUNK)):
        if _follows(chunk, after):
            yield chunk
        else:
            yield from ([entry] for entry in _one_by_one(chunk, after))
        after = head_of(chunk[-1])


def _follows(chunk: list[Sealed], after: Head) -> bool:
    """Many at once, which is fast; it does not say which entry is bad."""
    wanted = range(after.seq + 1, after.seq + 1 + len(chunk))
    begun = ((b'{"seq":%d,\n' * len(chunk)) % tuple(wanted)).split(b"\n")
    bodies = [entry.body for entry in chunk]
    numbered = [entry.seq for entry in chunk] == list(wanted) and all(map(bytes.startswith, bodies, begun))
    return numbered and chain(after.seal, bodies) == [entry.seal for entry in chunk]


def _one_by_one(chunk: list[Sealed], after: Head) -> Iterator[Sealed]:
    before = after.seal
    for wanted, entry in enumerate(chunk, after.seq + 1):
        if entry.seq != wanted or not entry.body.startswith(b'{"seq":%d,' % wanted):
            raise _broken(wanted, f"entry {wanted} is missing: {entry.body[:20]!r} stands in its place")
        before = seal(before, entry.body)
        if before != entry.seal:
            raise _broken(wanted, f"the seal of entry {wanted} does not fit: it or its seal was changed")
        yield entry


def _broken(seq: int, what: str) -> Refused:
    words = f"{what}; trust nothing from there on, and restore the journal from a copy that verifies"
    return Refused(JournalRefusal.CORRUPT, words, seq)
