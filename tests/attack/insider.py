"""Somebody with the files of a house at hand, and what they do behind its back; nobody here has a key."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from hashlib import sha256
from types import SimpleNamespace

from server.making import LIMITS

from taisai.house.key_files import PERSON_KEYS
from taisai.house.opening import opening
from taisai.house.tables import TableSettings
from taisai.privacy.keys import ID_LENGTH, NONCE_BYTES, SNAPSHOTS, PersonKeys
from taisai.privacy.store import PURPOSE
from taisai.rules.vocabulary import Act, Step
from taisai.table import commands as c
from taisai.table.limits import LimitRule

APART = (LimitRule(minimum=100, maximum=500_000, differential=500_000),)
SELF = TableSettings("E", "rws-6/2", "By itself", seats=4, automation="electronic", window_s=1, pause_s=0, limits=APART)
DEALT = TableSettings("H", "nz-2008/1", "By hand", seats=4, limits=LIMITS)

CREDIT = 100_000


async def opened(server, table="H", *seats):
    """By whoever the rulebook names, who finds nothing wrong; each seat has credit."""
    game = server.table(table).desk.game
    for command in opening(game):
        await server.do(table, command, game.book.permission(Act.OPEN_TABLE).by[0])
    for seat in seats:
        await server.do(table, c.BuyIn(seat, CREDIT))


@contextmanager
def database(folder):
    with closing(sqlite3.connect(folder / "journal.sqlite")) as file, file:
        yield file


def number_of(file, journal):
    return file.execute("SELECT number FROM journal WHERE name = ?", (journal,)).fetchone()[0]


def forge_snapshot(folder, journal, change, *, veiled=False):
    """With a digest that is right: whoever can write the file can compute it. The forger knows what the snapshot says,
    and writes it as a house of before would have; or, where it is to be `veiled`, even with the keys of people."""
    cipher, key = _snapshot_cipher(folder)
    with database(folder) as file:
        number = number_of(file, journal)
        seal, old = file.execute("SELECT seal, state FROM snapshot WHERE journal = ?", (number,)).fetchone()
        mac, sealed = old[:32], old[32 + len(PURPOSE) + ID_LENGTH :]
        clear = cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], PURPOSE)
        state = change(mac + clear)
        assert state != mac + clear, "the forger changes something"
        if veiled:
            nonce = bytes(NONCE_BYTES)
            state = mac + PURPOSE + key.encode() + nonce + cipher.encrypt(nonce, state[32:], PURPOSE)
        digest = sha256(seal + state).digest()
        file.execute("UPDATE snapshot SET state = ?, digest = ? WHERE journal = ?", (state, digest, number))


def _snapshot_cipher(folder):
    keys = PersonKeys(folder / "keys" / PERSON_KEYS)
    return keys.cipher(keys.records[SNAPSHOTS]), keys.records[SNAPSHOTS]


def credit_of(server, seat, table="H"):
    return server.table(table).desk.table.seats[seat].credit


def happened(server, code):
    return server.register.search(code=code, limit=1000).happenings


class Time:
    """What the house's clock shows, and nothing else."""

    def __init__(self, monkeypatch):
        self.at_s = 1_800_000_000.0
        monkeypatch.setattr("taisai.house.clock.time", SimpleNamespace(time=lambda: self.at_s))

    def goes_on(self, seconds):
        self.at_s += seconds


async def played(server, time, rounds, *, pause_s=15, table="H"):
    """Rounds by hand with a wager each, so slowly that they go on for minutes."""
    for number in range(rounds):
        await server.step(table, until=Step.CLOSE_BETS)
        await server.do(table, c.PlaceWager(1, "big", 100), seat=1)
        time.goes_on(pause_s)
        await server.enter(table, (1, 2, 3 + number % 4))
        time.goes_on(pause_s)
        await server.settle(table)


def rewrite(folder, journal, after, change):
    """What follows an entry is changed and sealed anew, as anybody can who has the file."""
    with database(folder) as file:
        first = number_of(file, journal) << 40
        rows = file.execute(
            "SELECT key, seals, bodies FROM batch WHERE key BETWEEN ? AND ? ORDER BY key",
            (first, first | (1 << 40) - 1),
        ).fetchall()
        seal, changed = bytes(32), 0
        for key, _, bodies in rows:
            lines = bodies.split(b"\n")
            fresh = [change(line) if key - first + place > after else line for place, line in enumerate(lines)]
            changed += fresh != lines
            seals = [seal := sha256(seal + line).digest() for line in fresh]
            file.execute(
                "UPDATE batch SET seals = ?, bodies = ? WHERE key = ?", (b"".join(seals), b"\n".join(fresh), key)
            )
        file.execute("DELETE FROM snapshot")
        assert changed, "the forger changes something"


def take_anchors_away(folder, journal, after=0):
    with database(folder) as file:
        number = number_of(file, journal)
        for place, line in file.execute("SELECT number, anchor FROM anchor WHERE journal = ?", (number,)).fetchall():
            if json.loads(line)["anchor"]["seq"] > after:
                file.execute("DELETE FROM anchor WHERE number = ?", (place,))


def meanwhile(folder, statement, *values):
    """While the house runs, from another process: two libraries in one would take each other's locks away."""
    code = (
        "import json, sqlite3, sys; path, statement, values = sys.argv[1:]; file = sqlite3.connect(path);"
        " file.execute(statement, json.loads(values)); file.commit(); file.close()"
    )
    command = [sys.executable, "-c", code, str(folder / "journal.sqlite"), statement, json.dumps(values)]
    subprocess.run(command, check=True)
