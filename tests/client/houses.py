"""A house under tests of terminals: a process of its own, small and quick."""

import os
import signal

import msgspec
from warm import WarmHouse

from taisai.client.terminal import Terminal
from taisai.client.web import Web
from taisai.house.settings_reader import with_values
from taisai.house.tables import DEMO_TABLES

TABLE = msgspec.structs.replace(DEMO_TABLES[0], seats=64, window_s=2, pause_s=0)


class HouseUnder(WarmHouse):
    messages_per_s = 200

    def __init__(self, folder):
        super().__init__(
            folder, with_values(port=0, demo=True, traffic_messages_per_s=self.messages_per_s, table=(TABLE,))
        )

    def suspend(self):
        os.kill(self.pid, signal.SIGSTOP)

    def resume(self):
        os.kill(self.pid, signal.SIGCONT)


async def seated(house):
    web = Web(house.address)
    await web.post("/api/demo/seat", {"table": TABLE.id})
    web.close()
    return Terminal(house.address, TABLE.id, web.cookies)
