"""Gives the batches of a file new MACs, after the loss of the key. Whoever does it vouches for the entries."""

from taisai.journal.batch_key import BatchKeys
from taisai.journal.seal import SEAL_BYTES, START
from taisai.journal.sqlite import SEQ_BITS
from taisai.journal.sqlite_file import SqliteFile

_SEALS = "SELECT key, seals FROM batch WHERE key BETWEEN ? AND ? ORDER BY key"
_ANEW = "UPDATE batch SET epoch = ?, mac_key = ?, before = ?, mac = ? WHERE key = ?"


def cut_anew(file: SqliteFile, journal: str, keys: BatchKeys) -> None:
    """The seals have been checked, and the caller is in a transaction."""
    key, before, start = keys.of(journal), START.seal, file.tables()[journal] << SEQ_BITS
    ((epoch,),) = file.rows("SELECT epoch FROM journal WHERE name = ?", journal)
    for place, seals in file.rows(_SEALS, start, start | (1 << SEQ_BITS) - 1):
        last = seals[-SEAL_BYTES:]
        mac = key.mac(epoch, place - start, len(seals) // SEAL_BYTES, before, last)
        file.change(_ANEW, epoch, key.number, before, mac, place)
        before = last
