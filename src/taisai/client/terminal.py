"""A player's terminal without a screen: it keeps what a screen would show, and resends unanswered orders.

    terminal = Terminal("http://127.0.0.1:8080", "T1", cookies, name="my-terminal")
    keeping = asyncio.create_task(terminal.keep_connected())
    await terminal.until(lambda t: t.is_betting)
    answer = await terminal.give(PlaceWager(terminal.seat["seat"], spot, 100))

It contains no rules: the server decides what may be wagered, and what it pays.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import StrEnum
from functools import lru_cache
from itertools import count
from typing import Any, Final

import msgspec
from picows import WSError, WSFrame, WSHandshakeError, WSListener, WSMsgType, WSTransport, ws_connect

from taisai.table.commands import Command, PlaceWager
from taisai.table.events import ContributionGiven
from taisai.wire.messages import (
    Change,
    Declined,
    Give,
    Join,
    Moving,
    Ping,
    Pong,
    Resumed,
    SeatChange,
    StaffChange,
    Taken,
    Told,
    View,
)

AGAIN_S: Final = 0.2  # before it reconnects, or resends an order that the house could not accept just then
PING_S: Final = 5.0
PONG_WITHIN_S: Final = 15.0
JOIN_WITHIN_S: Final = 15.0
FRAME_BYTES_MAX: Final = 64 * 1024 * 1024
UNSETTLED: Final = ("journal-down", "table-busy")  # refusals that mean only that the outcome is not known yet
FINAL: Final = (401, 403, 404)  # reconnecting does not help

_encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[Told] = msgspec.json.Decoder(Told)
Answered = Taken | Declined
Listener = Callable[[Told], None]


@lru_cache(maxsize=4)
def _read(message: bytes) -> Told:
    """Decode a message, once for many terminals in one process that get the same."""
    return _decoder.decode(message)


class State(StrEnum):
    """The state of a connection. `apart` may reconnect, `closed` will not."""

    APART = "apart"
    JOINING = "joining"
    JOINED = "joined"
    CLOSED = "closed"


class TerminalClosed(ConnectionError):  # noqa: N818 - it was asked for
    """Closed by its owner, or rejected by the house for good."""


class _Listener(WSListener):
    def __init__(self, terminal: "Terminal") -> None:
        self.terminal = terminal

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.terminal.heard(_read(frame.get_payload_as_bytes()))
        elif frame.msg_type == WSMsgType.CLOSE:
            self.terminal.why = f"{frame.get_close_code().value} {frame.get_close_reason()}"
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.terminal.lost(transport)


class Terminal:
    """A terminal. `table` and `seat` are as the server last sent them, empty before the first view.

    `why` is the reason of the last disconnection, `lag_s` the time of the last ping, `views` the number of full
    views. `listeners` get every message after it was applied.

    Order ids begin with `name`, so that resending is safe: give each terminal that shares a seat its own name, and
    each run a new one, or leave it to chance.

    At an electronic table each wager carries this terminal's contribution to the throw, until a receipt confirms it;
    `contributions` has them by round."""

    def __init__(self, address: str, table: str, cookies: Mapping[str, str] | None = None, name: str = "") -> None:
        self.table_name = table
        self.name = name or secrets.token_hex(4)
        self.table: dict[str, Any] = {}
        self.seat: dict[str, Any] = {}
        self.state = State.APART
        self.why = ""
        self.lag_s = 0.0
        self.epoch, self.n = "", 0
        self.views = 0
        self.listeners: list[Listener] = []
        self.contributions: dict[int, str] = {}
        self._url = f"{address.replace('http', 'ws', 1)}/socket"
        self.cookies = dict(cookies or {})
        self._transport: WSTransport | None = None
        self._joining: asyncio.Future[None] | None = None
        self._waiting: dict[str, tuple[Give, asyncio.Future[Answered]]] = {}
        self._conditions: list[tuple[Callable[[Terminal], object], asyncio.Future[None]]] = []
        self._ponged_s = 0.0
        self._ids = (f"{self.name}-{number}" for number in count(1))

    @property
    def is_betting(self) -> bool:
        return self.state is State.JOINED and bool(self.table["phase"] == "betting")

    @property
    def unanswered(self) -> tuple[Give, ...]:
        return tuple(give for give, _ in self._waiting.values())

    async def connect(self) -> None:
        """Connect and join once, after the last message seen, and resend unanswered orders.

        Raise OSError, WSError or TimeoutError on failure."""
        self._check_open()
        self._drop()
        self.state = State.JOINING
        self._joining = asyncio.get_running_loop().create_future()
        cookies = "; ".join(f"{key}={value}" for key, value in self.cookies.items())
        headers = {"Cookie": cookies} if cookies else {}
        try:
            self._transport, _ = await ws_connect(
                lambda: _Listener(self), self._url, extra_headers=headers, max_frame_size=FRAME_BYTES_MAX
            )
            if not self.say(Join(self.table_name, self.epoch, self.n)):  # lost before it was ours
                raise ConnectionResetError("the connection was lost")
            await asyncio.wait_for(self._joining, JOIN_WITHIN_S)
        except WSHandshakeError as error:
            self._rejected(error)
            raise
        finally:
            self.state = State.APART if self.state is State.JOINING else self.state

    async def keep_connected(self) -> None:
        """Reconnect whenever the connection is lost or refused, until closed. Run it as a task."""
        while self.state is not State.CLOSED:
            with suppress(OSError, WSError, TimeoutError):
                await self.connect()
                await self._stay()
            await asyncio.sleep(AGAIN_S)

    async def _stay(self) -> None:
        """Ping until the connection is lost. A server that does not answer for long is treated as gone."""
        self._ponged_s = time.monotonic()
        while (transport := self._transport) is not None:
            self.say(Ping(time.monotonic_ns()))
            with suppress(TimeoutError):
                await asyncio.wait_for(transport.wait_disconnected(), PING_S)
            if time.monotonic() - self._ponged_s > PONG_WITHIN_S:
                self.vanish()

    def vanish(self) -> None:
        """Drop the connection without closing it, like a pulled cable; the terminal may reconnect."""
        self._drop()
        self._changed()

    def close(self) -> None:
        """Close for good. Everyone who waits gets TerminalClosed."""
        self.state = State.CLOSED
        self._drop()
        gone = TerminalClosed(self.why or "the terminal was closed")
        waiting: list[asyncio.Future[Any]] = [answered for _, answered in self._waiting.values()]
        for one in (*waiting, *(met for _, met in self._conditions)):
            if not one.done():
                one.set_exception(gone)
        self._waiting.clear()

    async def give(self, command: Command, *, round: int | None = None, name: str = "") -> Answered:  # noqa: A002
        """Give an order and return the answer, over as many connections as it takes.

        `round` defaults to the one on display. `name` sets the id; nothing is then added to the command, so that it
        can be sent again as it was. A caller who stops waiting does not know the outcome."""
        self._check_open()
        number = self.table["round"] if round is None else round
        give = Give(name or next(self._ids), command if name else self._contributing(command, number), number)
        assert give.id not in self._waiting, "one answer is waited for already"
        answered: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()
        self._waiting[give.id] = give, answered
        self.say(give)
        try:
            return await answered
        finally:
            self._waiting.pop(give.id, None)

    def _contributing(self, command: Command, number: int) -> Command:
        """Add a contribution to a wager, unless the caller gave one."""
        if not isinstance(command, PlaceWager) or command.contribution or not self._is_asked(number):
            return command
        given = self.contributions.setdefault(number, secrets.token_hex(32))
        return msgspec.structs.replace(command, contribution=given)

    def _is_asked(self, number: int) -> bool:
        """Return whether a contribution is wanted: an electronic table commits to its seed before wagers open."""
        seat, table = self.seat, self.table
        return bool(seat and table["commitment"] and table["round"] == number and not seat.get("contribution"))

    async def until(self, condition: Callable[["Terminal"], object], within_s: float = 10.0) -> None:
        """Wait until the condition holds, checked after every message and disconnection.

        Raise TimeoutError if it takes too long."""
        if condition(self):
            return
        self._check_open()
        met: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting = condition, met
        self._conditions.append(waiting)
        try:
            await asyncio.wait_for(met, within_s)
        finally:
            self._conditions.remove(waiting)

    def say(self, said: object) -> bool:
        """Send one message as it is; return whether there was a connection."""
        transport = self._transport
        if transport is None or transport.is_disconnected:
            return False
        transport.send(WSMsgType.TEXT, _encode(said))
        return True

    def heard(self, told: Told) -> None:
        match told:
            case View(n=n, epoch=epoch, table=table, seat=seat):
                self.epoch, self.n, self.views = epoch, n, self.views + 1
                self.table = msgspec.structs.asdict(table)
                self._joined(msgspec.structs.asdict(seat) if seat else {})
            case Resumed(n=n, seat=seat):
                self.n = n
                self._joined(msgspec.structs.asdict(seat) if seat else {})
            case Change(n=n, table=changed):
                self._change(n, changed)
            case SeatChange(seat=seat):
                self.seat = msgspec.structs.asdict(seat)
            case Declined(id="", words=words):
                self._fail_joining(words)
            case Taken() | Declined():
                self._answer(told)
            case Pong(sent=sent):
                self._ponged_s = time.monotonic()
                self.lag_s = self._ponged_s - sent / 1e9
            case StaffChange() | Moving():
                pass
        for listener in self.listeners:
            listener(told)
        self._changed()

    def _joined(self, seat: dict[str, Any]) -> None:
        """Take the seat and resend unanswered orders.

        After a fresh view, too: answers may be among the missed messages."""
        self.seat, self.state = seat, State.JOINED
        if self._joining is not None and not self._joining.done():
            self._joining.set_result(None)
        for give in self.unanswered:
            self.say(give)

    def _change(self, n: int, changed: dict[str, Any]) -> None:
        """Apply a change.

        A gap means that messages were missed: a view follows, or is requested on the next connection."""
        if changed.get("round", self.table["round"]) != self.table["round"] and self.seat:
            self.seat["contribution"] = ""
        self.epoch = self.epoch if n == self.n + 1 else ""
        boxes, self.n = self.table["boxes"], n
        self.table |= changed
        if "boxes" in changed:
            self.table["boxes"] = {spot: total for spot, total in (boxes | changed["boxes"]).items() if total}

    def _answer(self, told: Answered) -> None:
        if isinstance(told, Declined) and told.code in UNSETTLED:
            asyncio.get_running_loop().call_later(AGAIN_S, self._again, told.id)
            return
        if isinstance(told, Taken) and self.seat:
            stakes = self.seat["stakes"] | told.stakes
            self.seat["credit"] = told.credit
            self.seat["stakes"] = {spot: stake for spot, stake in stakes.items() if stake}
            self.seat["contribution"] = _given(told) or self.seat["contribution"]
        _, waiting = self._waiting.get(told.id, (None, None))
        if waiting is not None and not waiting.done():
            waiting.set_result(told)

    def _again(self, name: str) -> None:
        if name in self._waiting:
            self.say(self._waiting[name][0])

    def lost(self, transport: WSTransport) -> None:
        if transport is self._transport:
            self._drop()
            self._changed()

    def _drop(self) -> None:
        transport, self._transport = self._transport, None
        self.state = State.CLOSED if self.state is State.CLOSED else State.APART
        if transport is not None:
            transport.disconnect(graceful=False)
        self._fail_joining(self.why or "the connection was lost")

    def _fail_joining(self, why: str) -> None:
        if self._joining is not None and not self._joining.done():
            self._joining.set_exception(ConnectionResetError(why))
            self._joining.exception()  # the caller may have stopped waiting for it

    def _rejected(self, error: WSHandshakeError) -> None:
        status = error.response.status if error.response else 0
        self.why = f"{int(status)} {(error.raw_body or b'').decode(errors='replace') or error}"
        if status in FINAL:
            self.close()

    def _check_open(self) -> None:
        if self.state is State.CLOSED:
            raise TerminalClosed(self.why or "the terminal was closed")

    def _changed(self) -> None:
        for condition, met in self._conditions:
            if not met.done() and condition(self):
                met.set_result(None)


def _given(told: Taken) -> str:
    return next((event.contribution for event in told.events if isinstance(event, ContributionGiven)), "")
