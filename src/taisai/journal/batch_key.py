"""Keys of batches: every batch that a house writes has a MAC, so that nobody else can append to its journals.

Seals have no key, so anyone can compute them. The key of the MACs is in a file of the house and never in a database.
"""

import hmac
import re
from hashlib import blake2b, sha256
from pathlib import Path
from struct import Struct
from typing import Final

import msgspec

from taisai.journal.entry import Head
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import SEAL_BYTES
from taisai.rules.refusals import Refused

FILE: Final = "batch.key"
KEY_BYTES: Final = 32
MAC_BYTES: Final = 32
PURPOSE: Final = b"taisai batch 1"  # keeps a MAC for anything else from passing as one of a batch
_OF_JOURNAL: Final = b"taisai batch key"
_COVERED: Final = Struct(">qqqq32s32s").pack
"""Key, epoch, first entry, number of entries, seal before, last seal: with the digest of the journal's name just one
block of the hash, which is half of the work of two."""
_LINE: Final = re.compile(r"([0-9a-f]{64})(?: (\{.*\}))?")


class Retired(msgspec.Struct, frozen=True):
    """An earlier key, and the last entry of each journal that it may have written."""

    secret: bytes
    last: dict[str, int]


class Batch(msgspec.Struct, frozen=True, gc=False):
    """A batch as a row keeps it: where it begins, who wrote it, what came before it, its seals and packed bodies."""

    first: int
    epoch: int
    mac_key: int
    before: bytes
    mac: bytes
    seals: bytes
    bodies: bytes


class BatchKey:
    """The keys of one journal. Only the newest writes."""

    def __init__(self, keys: "BatchKeys", journal: str) -> None:
        self.number = len(keys.retired) + 1
        self._journal, self._is_nobodys = journal, keys == NO_HOUSE
        self._last = {number: one.last.get(journal, 0) for number, one in enumerate(keys.retired, start=1)}
        self._begun = [_begun(secret, journal) for secret in (*(one.secret for one in keys.retired), keys.secret)]
        self._newest = self._begun[-1]

    def mac(self, epoch: int, first: int, count: int, before: bytes, last: bytes) -> bytes:
        """Return the MAC of a new batch by its place, its size and the seals at its two ends."""
        made = self._newest.copy()
        made.update(_COVERED(self.number, epoch, first, count, before, last))
        return made.digest()

    def check(self, batch: Batch, end: Head) -> None:
        """Refuse a batch that this house did not write at this place."""
        if not 0 < batch.mac_key <= self.number or end.seq > self._last.get(batch.mac_key, end.seq):
            raise self.forged(batch.first, f"key {batch.mac_key} of batches does not count there")
        made = self._begun[batch.mac_key - 1].copy()
        count, lengths = end.seq - batch.first + 1, (len(batch.before), len(end.seal))
        made.update(_COVERED(batch.mac_key, batch.epoch, batch.first, count, batch.before, end.seal))
        if lengths != (SEAL_BYTES, SEAL_BYTES) or not hmac.compare_digest(made.digest(), batch.mac):
            raise self.forged(batch.first, "its MAC is not from this house's key")

    def check_links(self, batch: Batch, before: Batch, end: Head) -> None:
        """Refuse a batch that does not follow the one `before` it, which ends with `end`."""
        if batch.first != end.seq + 1 or batch.before != end.seal:
            raise self.missing(end.seq + 1)
        if batch.epoch < before.epoch or batch.mac_key < before.mac_key:
            raise self.forged(batch.first, f"epoch {batch.epoch} under key {batch.mac_key} comes after a later one")

    def missing(self, seq: int) -> Refused:
        words = (
            f"entry {seq} of {self._journal} is missing, or another is in its place; do not trust any entry from there"
            " on; restore the journal from a copy that verifies"
        )
        return Refused(JournalRefusal.CORRUPT, words, seq)

    def forged(self, seq: int, why: str) -> Refused:
        if self._is_nobodys:
            words = (
                f"entry {seq} of {self._journal} was written by a house whose {FILE} is not beside it, so nothing in it"
                " can be checked; put the house's folder keys beside the journal"
            )
            return Refused(JournalRefusal.FORGED, words, seq)
        words = (
            f"entry {seq} of {self._journal} was not written by this house: {why}; do not trust any entry from there"
            " on; find out who can write to the journal, and restore it from a copy that verifies"
        )
        return Refused(JournalRefusal.FORGED, words, seq)


class Unchecked(BatchKey):
    """No key: entries are believed by their seals alone, so anyone may have written them. For whoever copies journals,
    and for a restore without the key. It writes nothing."""

    def mac(self, epoch: int, first: int, count: int, before: bytes, last: bytes) -> bytes:
        raise AssertionError(f"nobody writes without a key: {(epoch, first, count, before, last)}")

    def check(self, batch: Batch, end: Head) -> None:
        """Do nothing."""


class BatchKeys(msgspec.Struct, frozen=True):
    """The key of a house for all its journals, and its earlier ones, the oldest first."""

    secret: bytes
    retired: tuple[Retired, ...] = ()

    @property
    def first(self) -> bytes:
        """The key with which the house began. Rotations do not change it."""
        return self.retired[0].secret if self.retired else self.secret

    def of(self, journal: str) -> BatchKey:
        return Unchecked(self, journal) if self is UNCHECKED else BatchKey(self, journal)


NO_HOUSE: Final = BatchKeys(bytes(KEY_BYTES))
"""For journals that belong to no house, such as those of scenarios. Everyone knows this key."""
UNCHECKED: Final = BatchKeys(b"")
"""For whoever reads by seals alone; see `Unchecked`."""


def _begun(secret: bytes, journal: str) -> "blake2b":
    name = journal.encode()
    own = blake2b(name, key=secret, person=_OF_JOURNAL, digest_size=KEY_BYTES).digest()
    return blake2b(sha256(name).digest(), key=own, person=PURPOSE, digest_size=MAC_BYTES)


def read_batch_keys(folder: Path) -> BatchKeys:
    """Read the keys from the folder of a house's keys. Without them nothing in its journals can be believed."""
    path = folder / FILE
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except OSError as error:
        words = (
            f"the key of batches {path} cannot be read ({error.strerror}), so nobody can tell who wrote the journals;"
            " copy the keys of that house to this folder, restore it from an encrypted backup, or give this user access"
        )
        raise Refused(JournalRefusal.KEY_MISSING, words, str(path)) from error
    except UnicodeDecodeError:
        lines = []
    found = [_LINE.fullmatch(line.strip()) for line in lines]
    if not found or not all(found):
        words = f"{path} is not a key of batches ({KEY_BYTES} bytes in hex); restore the correct file"
        raise Refused(JournalRefusal.KEY_INVALID, words, str(path))
    *retired, newest = [one for one in found if one]
    return BatchKeys(bytes.fromhex(newest[1]), tuple(_retired(path, *one.groups()) for one in retired))


def _retired(path: Path, secret: str, last: str | None) -> Retired:
    try:
        return Retired(bytes.fromhex(secret), msgspec.json.decode(last or "", type=dict[str, int]))
    except msgspec.DecodeError as error:
        words = f"{path} does not say where an earlier key ended ({error}); restore the correct file"
        raise Refused(JournalRefusal.KEY_INVALID, words, str(path)) from error


def written(keys: BatchKeys) -> bytes:
    """Return the content of the file."""
    lines = [f"{one.secret.hex()} {msgspec.json.encode(one.last, order='sorted').decode()}" for one in keys.retired]
    return "\n".join((*lines, keys.secret.hex(), "")).encode()
