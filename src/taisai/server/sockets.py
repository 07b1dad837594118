"""A socket: joins a table, gives orders, is told what is new."""

import logging
import time
from functools import partial
from typing import Final

import msgspec

from taisai.house.desk import Answer
from taisai.house.floor import FloorTable
from taisai.people.rights import Right
from taisai.rules.refusals import Refusal, Refused, did_you_mean, shown
from taisai.server.callers import Caller, Giver, caller_of
from taisai.server.house import House, now_ms
from taisai.server.orders import order_of, taken, told_of
from taisai.server.refusals import ServerRefusal
from taisai.server.transport import Connection, Rejection, Request
from taisai.table.order import Order
from taisai.wire.messages import Declined, Give, Join, Ping, Pong, Said
from taisai.wire.stream import encode

PATH: Final = "/socket"
LOOKED_UP_S: Final = 2.0  # who gives orders is looked up again at most so often

_decoder: msgspec.json.Decoder[Said] = msgspec.json.Decoder(Said)
log = logging.getLogger(__name__)


class _Named(msgspec.Struct):
    id: str = ""


def _id_of(message: bytes) -> str:
    """Of an order that cannot be read as a whole."""
    try:
        return msgspec.json.decode(message, type=_Named).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


class SocketPeer:
    """A device may have several sockets (two tabs): all see the same, and ids keep their orders apart."""

    def __init__(self, house: House, caller: Caller, cookies: dict[str, str]) -> None:
        self._house = house
        self._caller = caller
        self._cookies = cookies
        self._known: Giver | None = None
        self._looked_s = 0.0
        self._connection: Connection
        self._table: FloorTable | None = None
        self._beside: dict[Connection, None] = {}

    def connected(self, connection: Connection) -> None:
        self._connection = connection

    def received(self, message: bytes) -> None:
        try:
            said = _decoder.decode(message)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            words = f"the message cannot be read: {shown(error)}"
            self._decline(_id_of(message), Refused(ServerRefusal.MESSAGE_INVALID, words, ""))
            return
        except Refused as refused:  # a value that cannot be
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
        """It missed something, so it gets everything."""
        if self._table is not None:
            self._table.live.look(self._show)

    def gone(self) -> None:
        self._house.hub.leave(self._connection)
        device = self._caller.device_id
        if self._table is not None and not self._house.hub.is_connected(device):
            self._house.caretaker.device_left(device, self._table.settings.id)

    @property
    def _n(self) -> int:
        return self._house.streams[self._table.settings.id].n if self._table else 0

    def _join(self, join: Join) -> None:
        tables = self._house.floor.tables
        if join.table not in tables or self._table is not None:
            near = did_you_mean(join.table, tables)
            words = f"no table {shown(join.table)!r} to join{near}" if self._table is None else "joined one already"
            self._decline("", Refused(Refusal.TABLE_UNKNOWN, words, shown(join.table)))
            return
        try:
            self._caller = caller_of(self._house.register, self._cookies)
        except Refused as refused:
            self._decline("", refused)
            return
        self._table = table = tables[join.table]
        table.live.look(lambda: self._catch_up(table, join))

    def _catch_up(self, table: FloorTable, join: Join) -> None:
        stream, seat, staff = self._house.streams[join.table], self._seat, self._caller.may(Right.READ_ALL_SEATS)
        gap = stream.gap(join.epoch, join.after, seat, staff=staff)
        for message in gap if gap is not None else [encode(stream.view(seat, staff=staff))]:
            self._connection.send(message)
        if self._connection.open:
            caller = self._caller
            named = {caller.device_id, caller.session.name if caller.session else ""} - {""}
            self._beside = self._house.hub.join(self._connection, table.settings.id, seat, staff=staff, named=named)
            self._house.caretaker.device_came(caller.device_id, table.settings.id)

    @property
    def _seat(self) -> int:
        return self._caller.seat_at(self._table.settings.id) if self._table else 0

    def _show(self) -> None:
        assert self._table is not None
        stream = self._house.streams[self._table.settings.id]
        self._connection.send(encode(stream.view(self._seat, staff=self._caller.may(Right.READ_ALL_SEATS))))

    def _give(self, give: Give) -> None:
        table = self._table
        if table is None:
            self._decline(give.id, Refused(ServerRefusal.NOT_JOINED, "join a table first", ""))
            return
        try:
            order = order_of(self._house.approvals, self._giver(table), table.settings.id, give)
        except Refused as refused:
            self._decline(give.id, refused)
            return
        table.live.submit(order, partial(self._answer, table, order, give.id))

    def _giver(self, table: FloorTable) -> Giver:
        """Sessions end and devices are revoked while their sockets are open, so this is looked up again."""
        now = time.monotonic()
        if self._known is None or now - self._looked_s > LOOKED_UP_S:
            self._caller = caller_of(self._house.register, self._cookies)
            self._known, self._looked_s = self._caller.giver(table.settings.id), now
        return self._known

    def _answer(self, table: FloorTable, order: Order, give_id: str, answer: Answer) -> None:
        if isinstance(answer, Refused):
            self._decline(give_id, told_of(self._house, order, answer))
            return
        self._connection.send(encode(taken(self._house, table, order, give_id, answer)))
        if len(self._beside) > 1:
            self._house.streams[table.settings.id].tell_seat(order.by.seat)

    def _decline(self, give_id: str, refused: Refused) -> None:
        self._house.metrics.refused(refused.code.value)
        declined = Declined(self._n, give_id, refused.code.value, refused.words, shown(refused.value))
        self._connection.send(encode(declined))


class Acceptance:
    """Strict about origins: a page of another site cannot open a socket in a player's name."""

    def __init__(self, house: House, origins: frozenset[str]) -> None:
        self._house = house
        self._origins = origins

    def __call__(self, request: Request) -> SocketPeer | Rejection:
        if request.path != PATH:
            return Rejection(404, f"sockets are at {PATH}")
        if not self.fits(request.headers.get("origin"), request.headers.get("host", ""), secure=request.secure):
            return Rejection(403, "this origin may not connect here")
        cookies = dict(request.cookies)
        try:
            caller = caller_of(self._house.register, cookies)
        except Refused as refused:
            return Rejection(401, refused.words)
        return SocketPeer(self._house, caller, cookies)

    def fits(self, origin: str | None, host: str, *, secure: bool) -> bool:
        """Programs send no origin; a browser always does."""
        return origin is None or origin in self._origins or origin == f"{'https' if secure else 'http'}://{host}"
