"""What a screen is told in one state: recorded while it is shown, so that it can be shown again without any house."""

import asyncio
import json
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from patience import PATIENCE_S
from server.making import NOBODY

from taisai.house.clock import now_ms


class State(NamedTuple):
    """A name, the address that `who` opens, what they do there, and what they must then see. `shows` and what an act
    sees are a selector, or a selector and words: `dialog h2 ~ Cash out`."""

    name: str
    path: str
    shows: str
    acts: tuple = ()
    who: object = NOBODY
    storage: tuple = ()
    inside: str = ""
    """The archive with which the page that checks receipts is sent."""
    felt: bool = False
    """Whether its felt is judged too; where another state shows the same one, it is not drawn for each size."""
    pictured: bool = False
    scrolls: bool = False
    """Whether it is longer than a page, where the screens beside it are not."""

    follows: tuple | None = None
    """What leads to it in the page of the state before, where that can stay; it is much dearer to open another."""

    def told(self, at_ms):
        """As the page hears of it; what happens meanwhile keeps its place alone."""
        meanwhile = iter(range(len(self.acts)))
        acts = [["meanwhile", str(next(meanwhile))] if callable(one) else list(one) for one in self.acts]
        return {
            "name": self.name, "path": self.path, "shows": self.shows, "acts": acts, "storage": dict(self.storage),
            "inside": self.inside, "at_ms": at_ms, "felt": self.felt, "scrolls": self.scrolls,
            "follows": self.follows,
        }  # fmt: skip


LASTS = {"lose", "hold", "later"}
"""After these acts a page is another one for good."""
PAGE = (lambda one: one.path.partition("#")[0], lambda one: one.who, lambda one: one.storage, lambda one: one.inside)


class Recorder:
    """Asks the house for what a page asks it for, and keeps each answer."""

    def __init__(self, house, state):
        self.house, self.state, self.cookies, self.answers = house, state, dict(state.who.cookies), defaultdict(list)
        self.told = state.told(now_ms())
        self._happenings = [one for one in state.acts if callable(one)]
        self._sockets = {}

    def follow(self, house, state):
        """Whether that one can be shown in the same page: it is of the same person, and nothing here stays as it is."""
        before = self.state
        stays = any(not callable(one) and one[0] in LASTS for one in before.acts)
        if state.follows is None or house is not self.house or stays or any(of(before) != of(state) for of in PAGE):
            return False
        self.state, self.told = state, state.told(now_ms())
        return True

    def ask(self, what, given):
        verb, *rest = what.split()
        if verb == "say":
            answer = self.house.run(self._said(int(rest[-1]), given))
        elif verb == "news":
            answer = self.house.run(self._heard())
        elif verb == "meanwhile":
            self._happenings[int(rest[0])]()
            answer = self.house.run(self._heard())
        else:
            answer = self.house.run(self._answered(verb, rest[0], given))
        self.answers[what].append(answer)
        return answer

    async def _answered(self, method, path, given):
        server = self.house.server
        answer = await server.called(method, path, self.cookies, given["headers"], given["body"].encode())
        text = answer.body.decode("utf-8", "replace")
        told = await self._heard() if method != "GET" else []
        return {"status": answer.status, "type": answer.header("content-type"), "text": text, "told": told}

    async def _said(self, place, text):
        """Its answer, and all that follows from it."""
        if place not in self._sockets:
            self._sockets[place] = self.house.server.socket(self.cookies)
        socket = self._sockets[place]
        socket.said(text)
        async with asyncio.timeout(PATIENCE_S):
            await socket.answered.wait()
        await self._told()
        return socket.taken()

    async def _heard(self):
        await self._told()
        return [(place, message) for place, socket in self._sockets.items() for message in socket.taken()]

    async def _told(self):
        """What the house would tell in a moment, it tells now."""
        for stream in self.house.server.house.streams.values():
            looked = asyncio.get_running_loop().create_future()
            stream.live.look(lambda looked=looked: looked.set_result(None))
            await looked
            if stream._calm:
                stream._calm.cancel()
                stream._calmly()
            if stream._staff:
                stream._staff.cancel()
                stream._tell_staff()

    def leave(self):
        for socket in self._sockets.values():
            self.house.call(socket.house_side.gone)

    def write(self, folder: Path):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{self.told['name']}.json").write_text(
            json.dumps(self.told | {"answers": self.answers}), encoding="utf-8"
        )
