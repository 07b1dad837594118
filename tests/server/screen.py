"""A client that keeps all it was told, puts it together as the protocol says, and checks the numbering."""

import asyncio
import json
from itertools import count

import msgspec
from patience import PATIENCE_S
from picows import WSListener, WSMsgType, ws_connect
from server.making import NOBODY

_screens = count(1)


class _Listener(WSListener):
    def __init__(self, screen):
        self.screen = screen

    def on_ws_frame(self, transport, frame):
        if frame.msg_type == WSMsgType.TEXT:
            self.screen.heard(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            self.screen.close_code = frame.get_close_code()
            transport.disconnect()

    def on_ws_disconnected(self, transport):
        self.screen.gone.set()


class Screen:
    def __init__(self, server, table, who=NOBODY):
        self.server, self.name, self.who = server, table, who
        self.raw, self.told, self.gaps = [], [], []
        self.table, self.seat, self.staff = {}, None, None
        self.epoch, self.n, self.views = "", 0, 0
        self.close_code = 0
        screen = next(_screens)
        self._ids = (f"{screen:x}-{number}" for number in count(1))
        self._waiting = {}
        self._ready = asyncio.Event()

    async def __aenter__(self):
        return await self.join()

    async def __aexit__(self, *_):
        self.close()

    async def connect(self, headers=()):
        cookies = "; ".join(f"{key}={value}" for key, value in self.who.cookies.items())
        given = ({"Cookie": cookies} if cookies else {}) | dict(headers)
        url = f"{self.server.address.replace('http', 'ws', 1)}/socket"
        self.gone = asyncio.Event()
        self.transport, _ = await ws_connect(
            lambda: _Listener(self), url, extra_headers=given, max_frame_size=1 << 26, enable_auto_pong=True
        )
        return self

    async def join(self, *, fresh=False):
        """After the last message seen, or from nothing."""
        await self.connect()
        self._ready.clear()
        after = {} if fresh or not self.epoch else {"epoch": self.epoch, "after": self.n}
        self.say({"is": "join", "table": self.name} | after)
        await asyncio.wait_for(self._ready.wait(), PATIENCE_S)
        return self

    def close(self):
        self.transport.disconnect(graceful=False)

    def say(self, said):
        self.send(json.dumps(said).encode())

    def send(self, message, kind=WSMsgType.TEXT):
        self.transport.send(kind, message)

    async def give(self, command, *, number=None, name=None, approvals=()):
        """The answer; by the same name it is the same order."""
        name = name or next(self._ids)
        number = self.table["round"] + (self.table["phase"] == "idle") if number is None else number
        plain = command if isinstance(command, dict) else msgspec.to_builtins(command)
        self.say({"is": "give", "id": name, "command": plain, "round": number, "approvals": list(approvals)})
        return await self.answer(name)

    async def answer(self, name):
        future = self._waiting[name] = asyncio.get_running_loop().create_future()
        return await asyncio.wait_for(future, PATIENCE_S)

    def heard(self, raw):
        told = json.loads(raw)
        self.raw.append(raw)
        self.told.append(told)
        match told["is"]:
            case "view":
                self.epoch, self.n, self.views = told["epoch"], told["n"], self.views + 1
                self.table, self.seat, self.staff = told["table"], told["seat"], told["staff"]
                self._ready.set()
            case "resumed":
                self._check(told["n"])
                self.seat, self.staff = told["seat"], told["staff"]
                self._ready.set()
            case "change":
                self._check(told["n"] - 1)
                self.n = told["n"]
                boxes = self.table["boxes"] | told["table"].get("boxes", {})
                self.table = self.table | told["table"] | {"boxes": {key: one for key, one in boxes.items() if one}}
            case "seat":
                self._check(told["n"])
                self.seat = told["seat"]
            case "staff":
                self._check(told["n"])
                seats = {one["seat"]: one for one in (*self.staff["seats"], *told["staff"]["seats"])}
                self.staff = self.staff | told["staff"] | {"seats": [seats[number] for number in sorted(seats)]}
            case "taken" | "declined":
                self._answered(told)

    def _check(self, n):
        if n != self.n:
            self.gaps.append((self.n, n))

    def _answered(self, told):
        if told["is"] == "taken" and self.seat:
            stakes = self.seat["stakes"] | told["stakes"]
            kept = {spot: stake for spot, stake in stakes.items() if stake}
            given = [event["contribution"] for event in told["events"] if event["is"] == "contribution-given"]
            self.seat = self.seat | {"credit": told["credit"], "stakes": kept}
            self.seat |= {"contribution": given[0]} if given else {}
        waiting = self._waiting.pop(told["id"], None)
        if waiting is not None and not waiting.done():
            waiting.set_result(told)

    async def same_as_fresh(self):
        """What was put together is, within a moment, what a fresh view says."""
        for _ in range(PATIENCE_S * 50):
            fresh = await self.server.view(self.name, self.who)
            mine = {"n": self.n, "table": self.table, "seat": self.seat, "staff": self.staff}
            theirs = {key: fresh[key] for key in mine}
            if mine == theirs:
                return
            await asyncio.sleep(0.02)
        wrong = {key: (mine[key], theirs[key]) for key in mine if mine[key] != theirs[key]}
        raise AssertionError(f"put together and fresh: {wrong}")
