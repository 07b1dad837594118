"""A WebSocket client: joins a table, gives orders, receives updates."""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec

from taisai.house.clock import now_ms
from taisai.house.desk import Answer
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import Right
from taisai.rules.refusals import Refusal, Refused, did_you_mean, shown
from taisai.server.callers import Caller, Giver, caller_of
from taisai.server.hosts import Hosts
from taisai.server.house import House
from taisai.server.hub import Standing, device_named, person_named
from taisai.server.orders import look_back, order_of, taken, told_of
from taisai.server.refusals import ServerRefusal
from taisai.server.statuses import for_strangers
from taisai.server.transport import Connection, Peer, Rejection, Request
from taisai.server.unreadable import unreadable
from taisai.table.commands import CorrectRound, ReverseRounds
from taisai.table.order import Order
from taisai.wire.messages import Declined, Give, Join, Ping, Pong, Said
from taisai.wire.stream import Stream, encode

PATH: Final = "/socket"
ABOUT_THE_PAST: Final = frozenset((CorrectRound, ReverseRounds))
KNOWN_S: Final = 2.0  # then the caller is looked up again

PeerOf = Callable[[Caller, dict[str, str]], Peer]
"""Creates the peer that serves a socket, from its caller and cookies."""

_decoder: msgspec.json.Decoder[Said] = msgspec.json.Decoder(Said)
log = logging.getLogger(__name__)


class _Named(msgspec.Struct):
    id: str = ""


def _id_of(message: bytes) -> str:
    """Return the id of an order that cannot be decoded as a whole."""
    try:
        return msgspec.json.decode(message, type=_Named).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


class SocketPeer:
    """One socket.

    A device may have several, such as two tabs: all see the same, and order ids keep their orders apart."""

    def __init__(self, house: House, caller: Caller, cookies: dict[str, str]) -> None:
        self._house = house
        self._caller = caller
        self._cookies = cookies
        self._connection: Connection
        self._stream: Stream | None = None
        self._beside: dict[Connection, None] = {}  # all sockets of the same seat, including this one
        self._giver: Giver | None = None
        self._prefix = ""
        self._looking: set[asyncio.Task[None]] = set()

    def connected(self, connection: Connection) -> None:
        self._connection = connection
        self._send = connection.send

    def received(self, message: bytes) -> None:
        try:
            said = _decoder.decode(message)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._decline(_id_of(message), unreadable("the message cannot be read", error))
            return
        except Refused as refused:  # an impossible value
            self._decline(_id_of(message), refused)
            return
        match said:
            case Give():
                self._give(said)
            case Join():
                self._join(said)
            case Ping(at=at):
                self._connection.send(encode(Pong(self._n, now_ms(), at)))

    def drained(self) -> None:
        """Send a fresh view after skipped messages, unless the session is idle."""
        if self._stream is not None and not self._house.hub.is_asleep(self._connection):
            self._stream.live.look(partial(self._show, self._stream))

    def leave(self) -> None:
        self._house.hub.leave(self._connection)

    def gone(self) -> None:
        self.leave()
        device = self._caller.device_id
        if self._stream is not None and not self._house.hub.is_connected(device):
            self._house.caretaker.device_left(device, self._stream.name)

    def standing(self) -> Standing:
        if not self._caller.token:
            return Standing.AWAKE
        try:
            self._house.register.session(self._caller.token, time.monotonic(), acting=False)
        except Refused as refused:
            return Standing.ASLEEP if refused.code is PeopleRefusal.SESSION_IDLE else Standing.OVER
        return Standing.AWAKE

    @property
    def _n(self) -> int:
        return self._stream.n if self._stream else 0

    def _join(self, join: Join) -> None:
        streams = self._house.streams
        if join.table not in streams or self._stream is not None:
            near = did_you_mean(join.table, streams)
            words = f"no such table {shown(join.table)!r}{near}" if self._stream is None else "already joined a table"
            self._decline("", Refused(Refusal.TABLE_UNKNOWN, words, shown(join.table)))
            return
        try:
            self._house.check_held()
            self._caller = caller_of(self._house.register, self._cookies, acting=False)
        except Refused as refused:
            self._decline("", refused)
            return
        self._stream = stream = streams[join.table]
        stream.live.look(lambda: self._catch_up(stream, join))

    def _catch_up(self, stream: Stream, join: Join) -> None:
        seat, staff = self._caller.seat_at(stream.name), self._caller.may(Right.READ_ALL_SEATS)
        gap = stream.gap(join.epoch, join.after, seat, staff=staff)
        self._connection.send_all(gap if gap is not None else stream.messages(seat, staff=staff))
        if self._connection.open:
            caller = self._caller
            named = {device_named(caller.device_id)} if caller.device else set()
            named |= {person_named(caller.session.name)} if caller.session else set()
            self._beside = self._house.hub.join(self._connection, self, stream.name, seat, staff=staff, named=named)
            self._house.caretaker.device_came(caller.device_id, stream.name)

    def _show(self, stream: Stream) -> None:
        seat, staff = self._caller.seat_at(stream.name), self._caller.may(Right.READ_ALL_SEATS)
        self._connection.send_all(stream.messages(seat, staff=staff))

    def _give(self, give: Give) -> None:
        stream = self._stream
        if stream is None:
            self._decline(give.id, Refused(ServerRefusal.NOT_JOINED, "join a table first", ""))
            return
        try:
            order = order_of(self._house.register, self._giver or self._look_up(stream), stream.name, give)
        except Refused as refused:
            self._decline(give.id, refused)
            return
        if type(order.command) in ABOUT_THE_PAST:
            looking = asyncio.create_task(self._look_back(stream, order, give.id))
            self._looking.add(looking)
            looking.add_done_callback(self._looking.discard)
        else:
            stream.live.submit(order, self._answer)

    async def _look_back(self, stream: Stream, order: Order, give_id: str) -> None:
        try:
            await look_back(self._house, self._house.floor.tables[stream.name], order)
        except Refused as refused:
            self._decline(give_id, refused)
        else:
            stream.live.submit(order, self._answer)

    def _look_up(self, stream: Stream) -> Giver:
        """Look up the caller, for a short time only: sessions end and seats change while sockets are open."""
        giver = caller_of(self._house.register, self._cookies).giver(stream.name)
        self._giver, self._prefix = giver, giver.prefix
        asyncio.get_running_loop().call_later(KNOWN_S, self._forget)
        return giver

    def _forget(self) -> None:
        self._giver = None

    def _answer(self, order: Order, answer: Answer) -> None:
        stream, give_id = self._stream, order.id.removeprefix(self._prefix)
        assert stream is not None
        if isinstance(answer, Refused):
            self._decline(give_id, told_of(self._house, order, answer))
            return
        receipt = encode(taken(self._house, stream, order, give_id, answer))
        stream.live.sendings.append((self._send, receipt))
        if len(self._beside) > 1:
            stream.tell_seat(order.by.seat)

    def _decline(self, give_id: str, refused: Refused) -> None:
        self._house.metrics.refused(refused.code.value)
        said = for_strangers(refused)
        declined = Declined(self._n, give_id, said.code.value, said.words, shown(said.value))
        self._connection.send(encode(declined))


class Acceptance:
    """Decides about new sockets.

    The origin check is strict: another site's page cannot open a socket in a player's name."""

    def __init__(self, house: House, origins: frozenset[str], hosts: Hosts, peer: PeerOf | None = None) -> None:
        self._house = house
        self._origins = origins
        self._peer: PeerOf = peer or partial(SocketPeer, house)
        self.hosts = hosts

    def __call__(self, request: Request) -> Peer | Rejection:
        if not self.hosts.knows(request.headers.get("host", "")):
            return Rejection(421, "this house has another host name")
        if request.path != PATH:
            return Rejection(404, f"sockets are at {PATH}")
        if not self.fits(request.headers.get("origin"), request.headers.get("host", ""), secure=request.secure):
            return Rejection(403, "this origin may not connect here")
        cookies = dict(request.cookies)
        try:
            if self._house.beside:
                self._house.beside.hear_people()
            caller = caller_of(self._house.register, cookies, acting=False)
        except Refused as refused:
            nobody = isinstance(refused.code, PeopleRefusal)  # else the caller is not known, and the client retries
            return Rejection(401 if nobody else 503, for_strangers(refused).words)
        return self._peer(caller, cookies)

    def fits(self, origin: str | None, host: str, *, secure: bool) -> bool:
        """Return whether the origin is allowed. Programs send none; browsers always do."""
        return origin is None or origin in self._origins or origin == f"{'https' if secure else 'http'}://{host}"
