"""Whoever can write a house's database and has none of its keys: they append, with right seals."""

import json
import sqlite3
from contextlib import closing
from hashlib import sha256

import psycopg

from taisai.journal.batch_key import NO_HOUSE
from taisai.journal.packed_bodies import unpacked

MILLIONS = 500_000_000
BOUGHT = {"is": "credit-bought", "seat": 1, "amount": MILLIONS, "voucher": "", "carried": None}
PROMOTED = {"is": "role-changed", "name": "dee.dealer", "was": "dealer", "role": "shift-manager"}


class FileRows:
    """The rows of a SQLite file, by hand."""

    def __init__(self, folder):
        self._path = folder / "journal.sqlite"

    def last(self, journal):
        with closing(sqlite3.connect(self._path)) as file:
            low = self._number(file, journal) << 40
            query = (
                "SELECT key, epoch, mac_key, before, mac, seals, bodies FROM batch WHERE key BETWEEN ? AND ?"
                " ORDER BY key DESC LIMIT 1"
            )
            key, *rest = file.execute(query, (low, low | (1 << 40) - 1)).fetchone()
        return key - low, *rest

    def add(self, journal, first, *rest):
        with closing(sqlite3.connect(self._path)) as file, file:
            low = self._number(file, journal) << 40
            file.execute("INSERT INTO batch VALUES (?, ?, ?, ?, ?, ?, ?)", (low + first, *rest))

    def count(self, journal):
        with closing(sqlite3.connect(self._path)) as file:
            low = self._number(file, journal) << 40
            return file.execute(
                "SELECT count(*) FROM batch WHERE key BETWEEN ? AND ?", (low, low | (1 << 40) - 1)
            ).fetchone()[0]

    @staticmethod
    def _number(file, journal):
        return file.execute("SELECT number FROM journal WHERE name = ?", (journal,)).fetchone()[0]


class DatabaseRows:
    """The rows of a PostgreSQL database, with the rights of whoever the address names."""

    def __init__(self, address):
        self._address = address

    def last(self, journal):
        query = """SELECT first, batch.epoch, mac_key, before, mac, seals, bodies
            FROM batch JOIN journal ON number = journal WHERE name = %s ORDER BY first DESC LIMIT 1"""
        with psycopg.connect(self._address) as connection:
            return connection.execute(query, (journal,)).fetchone()

    def add(self, journal, *row):
        statement = """INSERT INTO batch SELECT number, %s, %s, %s, %s, %s, %s, %s FROM journal WHERE name = %s"""
        with psycopg.connect(self._address) as connection:
            connection.execute(statement, (*row, journal))


def forged(rows, journal, event, mac="of nobody"):
    """The row that would follow: number, time, seals and epoch are right, and the MAC is as good as one can make it."""
    first, epoch, key, _, known, seals, bodies = rows.last(journal)
    seals, lines = bytes(seals), unpacked(bytes(bodies))
    seq, before = first + len(lines), seals[-32:]
    body = json.loads(lines[-1]) | {"seq": seq, "cause": f"forged-{seq}", "digest": "", "event": event}
    written = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
    seal = sha256(before + written).digest()
    made = {
        "of nobody": NO_HOUSE.of(journal).mac(epoch, seq, 1, before, seal),
        "of the batch before": bytes(known),
        "empty": b"",
    }
    return seq, epoch, key, before, made[mac], seal, written


def appended(rows, journal, event, mac="of nobody"):
    """Append an entry; return its number."""
    row = forged(rows, journal, event, mac)
    rows.add(journal, *row)
    return row[0]
