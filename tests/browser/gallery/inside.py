"""A real house that listens nowhere: its routes are called as functions, its sockets keep what they were told."""

import asyncio
from contextlib import asynccontextmanager, contextmanager
from http.cookies import SimpleCookie

import msgspec
from browser.making import House as Asked
from browser.making import living
from server.making import BOSS, CHEAP, NOBODY, STAFF, Answer, Server, hurry, settings_of

from taisai.server.acceptance import Accepting
from taisai.server.addresses import Proxies
from taisai.server.app import App
from taisai.server.callers import caller_of
from taisai.server.door import Door
from taisai.server.hosts import Hosts
from taisai.server.house import House
from taisai.server.house_setup import prepare
from taisai.server.run import socket_limits
from taisai.server.sockets import Acceptance, SocketPeer
from taisai.server.transport import Crowd

ADDRESS = "http://localhost"
ANSWERS = {"view", "resumed", "taken", "declined"}
"""What a socket hears at last to whatever it says."""


class Inside(Server):
    """The server of `server.making`, without its transport."""

    def __init__(self, house):
        super().__init__((house, ADDRESS))
        proxies = Proxies(())
        house.crowd = Crowd(socket_limits(house.settings), Door(house, proxies).knows)
        hurry(house)
        self.app = App(house, Acceptance(house, frozenset(), Hosts(house.settings)), proxies).asgi()

    async def http(self, method, path, who=NOBODY, body=None, *, headers=(), raw=None):
        given = {"content-type": "application/json"} if body is not None or raw is not None else {}
        content = raw if raw is not None else msgspec.json.encode(body) if body is not None else b""
        return await self.called(method, path, who.cookies, given | dict(headers), content)

    async def called(self, method, path, cookies, headers, content):
        """One request, with the cookies that the answer sets."""
        given = {"host": "localhost", **headers}
        given |= {"cookie": "; ".join(f"{key}={value}" for key, value in cookies.items())} if cookies else {}
        before, _, query = path.partition("?")
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": before, "raw_path": before.encode(), "query_string": query.encode(), "root_path": "",
            "headers": [(key.lower().encode(), value.encode()) for key, value in given.items()],
            "client": ("127.0.0.1", 1), "server": ("localhost", 80),
        }  # fmt: skip
        asked, told = [{"type": "http.request", "body": content, "more_body": False}], []
        never = asyncio.Event()

        async def receive():
            if not asked:
                await never.wait()  # nobody leaves before the answer
            return asked.pop(0)

        async def send(message):
            told.append(message)

        await self.app(scope, receive, send)
        begun, *bodies = told
        names = [(key.decode(), value.decode()) for key, value in begun["headers"]]
        for name, value in names:
            if name.lower() == "set-cookie":
                cookies.update({key: one.value for key, one in SimpleCookie(value).items()})
        return Answer(begun["status"], names, b"".join(one.get("body", b"") for one in bodies))

    def socket(self, cookies):
        """One that is accepted."""
        peer = SocketPeer(self.house, caller_of(self.register, cookies, acting=False), cookies)
        return Socket(peer)


class Socket:
    """A connection whose peer reads at once."""

    behind = missed = False
    open = True
    peer = "127.0.0.1"

    def __init__(self, peer):
        self.house_side, self.heard, self.answered = peer, [], asyncio.Event()
        peer.connected(self)

    def send(self, message):
        told = msgspec.json.decode(message)
        self.heard.append(told)
        if told["is"] in ANSWERS:
            self.answered.set()
        return True

    def send_all(self, messages):
        for one in messages:
            self.send(one)
        return True

    def close(self, code, reason):
        self.open = False

    def said(self, text):
        self.answered.clear()
        self.house_side.received(text.encode())

    def taken(self):
        """What it heard since it was last asked."""
        heard, self.heard = self.heard, []
        return heard


@asynccontextmanager
async def _inside(folder, *tables, **changes):
    settings = settings_of(folder, *tables, **changes)
    house = House(settings, prepare(settings), CHEAP)
    try:
        await house.start(Accepting("", ""))
        inside = Inside(house)
        inside.set_password(BOSS, house.first_code)
        for name, role in STAFF.items():
            inside.employ(name, role)
        yield inside
    finally:
        await house.stop()


@contextmanager
def standing(folder, *tables, **changes):
    """In a thread of its own, until the block ends."""
    with living(lambda: _inside(folder, *tables, **changes)) as (server, loop):
        yield Asked(server, loop)
