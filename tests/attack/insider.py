"""Somebody with the files of a house at hand, and what they do behind its back; nobody here has a key."""

import sqlite3
from contextlib import closing, contextmanager
from hashlib import sha256

from server.making import LIMITS

from taisai.house.opening import opening
from taisai.house.tables import TableSettings
from taisai.rules.vocabulary import Act
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


def forge_snapshot(folder, journal, change):
    """With a digest that is right: whoever can write the file can compute it."""
    with database(folder) as file:
        number = number_of(file, journal)
        seal, old = file.execute("SELECT seal, state FROM snapshot WHERE journal = ?", (number,)).fetchone()
        state = change(old)
        assert state != old, "the forger changes something"
        digest = sha256(seal + state).digest()
        file.execute("UPDATE snapshot SET state = ?, digest = ? WHERE journal = ?", (state, digest, number))


def credit_of(server, seat, table="H"):
    return server.table(table).desk.table.seats[seat].credit


def happened(server, code):
    return server.register.search(code=code, limit=1000).happenings
