"""A socket that has gone leaves nothing behind: the house looks for garbage too seldom to count on it."""

import gc
import weakref

import pytest
from server.making import HAND, house, until
from server.screen import Screen

from taisai.rules.vocabulary import Step
from taisai.server.sockets import SocketPeer
from taisai.table import commands as c


@pytest.fixture
def peers(monkeypatch):
    """Weakly, all that are made; and nobody collects garbage."""
    made, init = [], SocketPeer.__init__

    def noted(self, *given):
        init(self, *given)
        made.append(weakref.ref(self))

    monkeypatch.setattr(SocketPeer, "__init__", noted)
    gc.collect()
    gc.disable()
    yield made
    gc.enable()


async def test_whoever_has_gone_is_freed_at_once(tmp_path, peers):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        await server.step("H", until=Step.CLOSE_BETS)
        player = server.terminal("H", 1)
        for number in range(5):
            screen = await Screen(server, "H", player).join()
            await screen.give(c.PlaceWager(1, "big", 100), name=f"w{number}")
            screen.close()
            await screen.gone.wait()
        await until(lambda: not any(peer() for peer in peers))
        assert len(peers) == 5
