"""A player's terminal without a screen: it keeps what a screen would show, and sends again what was not answered."""

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Any, Final

import msgspec
from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from taisai.table.commands import Command
from taisai.wire.messages import Change, Declined, Give, Join, Pong, Resumed, SeatChange, StaffChange, Taken, Told, View

AGAIN_S: Final = 0.2
FRAME_BYTES_MAX: Final = 64 * 1024 * 1024

_encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[Told] = msgspec.json.Decoder(Told)
Answered = Taken | Declined
Listener = Callable[[Told], None]


class _Listener(WSListener):
    def __init__(self, terminal: "Terminal") -> None:
        self.terminal = terminal

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        del transport
        if frame.msg_type == WSMsgType.TEXT:
            self.terminal.heard(_decoder.decode(frame.get_payload_as_bytes()))

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.terminal.lost(transport)


class Terminal:
    """`table` and `seat` are as the server last told them. Orders carry ids, so that sending again is safe."""

    def __init__(self, address: str, table: str, cookies: dict[str, str], name: str = "t") -> None:
        self.table_name = table
        self.table: dict[str, Any] = {}
        self.seat: dict[str, Any] = {}
        self.epoch, self.n = "", 0
        self.views = 0
        self.listeners: list[Listener] = []
        self._url = f"{address.replace('http', 'ws', 1)}/socket"
        self._cookies = "; ".join(f"{key}={value}" for key, value in cookies.items())
        self._transport: WSTransport | None = None
        self._waiting: dict[str, tuple[Give, asyncio.Future[Answered]]] = {}
        self._ids = (f"{name}-{number}" for number in count(1))
        self._ready = asyncio.Event()

    async def connect(self) -> None:
        """Joins after the last message seen; whatever was not answered is sent again."""
        self._ready.clear()
        headers = {"Cookie": self._cookies} if self._cookies else {}
        transport, _ = await ws_connect(
            lambda: _Listener(self), self._url, extra_headers=headers, max_frame_size=FRAME_BYTES_MAX
        )
        self._transport = transport
        self._say(Join(self.table_name, self.epoch, self.n))
        await self._ready.wait()
        for give, _ in list(self._waiting.values()):
            self._say(give)

    async def keep_connected(self) -> None:
        """For ever: comes back whenever the connection is lost or refused."""
        while True:
            try:
                await self.connect()
                assert self._transport is not None
                await self._transport.wait_disconnected()
            except (OSError, WSError, TimeoutError):
                pass
            await asyncio.sleep(AGAIN_S)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.disconnect(graceful=False)

    async def give(self, command: Command, *, round: int | None = None) -> Answered:  # noqa: A002 - the wire's own word
        number = self.table["round"] if round is None else round
        give = Give(next(self._ids), command, number)
        answered: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()
        self._waiting[give.id] = give, answered
        self._say(give)
        return await answered

    def _say(self, said: object) -> None:
        if self._transport is not None and not self._transport.is_disconnected:
            self._transport.send(WSMsgType.TEXT, _encode(said))

    def heard(self, told: Told) -> None:
        match told:
            case View(n=n, epoch=epoch, table=table, seat=seat):
                self.epoch, self.n, self.views = epoch, n, self.views + 1
                self.table = msgspec.structs.asdict(table)
                self.seat = msgspec.structs.asdict(seat) if seat else {}
                self._ready.set()
            case Resumed(n=n, seat=seat):
                self.n, self.seat = n, msgspec.structs.asdict(seat) if seat else {}
                self._ready.set()
            case Change(n=n, table=changed):
                self.n = n
                boxes = self.table["boxes"] | changed.get("boxes", {})
                self.table |= changed
                self.table["boxes"] = {spot: total for spot, total in boxes.items() if total}
            case SeatChange(seat=seat):
                self.seat = msgspec.structs.asdict(seat)
            case Taken(id=name) | Declined(id=name):
                self._answered(name, told)
            case StaffChange() | Pong():
                pass
        for listener in self.listeners:
            listener(told)

    def _answered(self, name: str, told: Answered) -> None:
        if isinstance(told, Taken) and self.seat:
            self.seat["credit"] = told.credit
            stakes = self.seat["stakes"] | told.stakes
            self.seat["stakes"] = {spot: stake for spot, stake in stakes.items() if stake}
        _, waiting = self._waiting.pop(name, (None, None))
        if waiting is not None and not waiting.done():
            waiting.set_result(told)

    def lost(self, transport: WSTransport) -> None:
        if transport is self._transport:
            self._transport = None
