"""A process that redeems a voucher and ends like one without power, right after it wrote an event: FILE EVENT."""

import asyncio
import os
import signal
import sys
from pathlib import Path

from house.redeeming import served
from house.script import Around, installed

from taisai.house.live import LiveTable
from taisai.house.writer import Writer
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_writing
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.order import Order, Person

PLAYER = Person("p", Role.PLAYER, 1)
NUMBER = "123456789012"
REDEEM = Order("redeem", PLAYER, c.BuyIn(1, 0, NUMBER))


class Ending(Around):
    def __init__(self, store, ends_at):
        super().__init__(store)
        self.ends_at = ends_at

    def append(self, after, entries, *rest):
        self.store.append(after, entries, *rest)
        if any(self.ends_at in entry.body for entry in entries):
            os.kill(os.getpid(), signal.SIGKILL)


async def main(path, event):
    file = open_for_writing(Path(path))
    with Writer() as writer:
        stores = [Ending(SqliteStore(file, name), event.encode()) for name in "AB"]
        one, two = lives = [LiveTable(installed(store, name), writer) for store, name in zip(stores, "AB", strict=True)]
        made = served(lives)
        for live in lives:
            await live.do(Order("open", Person("m", Role.PIT_MANAGER), c.OpenTable()))
        await one.do(Order("in", PLAYER, c.BuyIn(1, 500)))
        await one.do(Order("out", PLAYER, c.CashOut(1, NUMBER)))
        await two.do(REDEEM)
        await asyncio.sleep(5)
        made.stop()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
