"""Orders given on a socket, and the receipts for them."""

import asyncio
from collections.abc import Callable
from typing import Final

from taisai.house.desk import Answer
from taisai.rules.refusals import Refused
from taisai.server.callers import Giver, caller_of
from taisai.server.house import House
from taisai.server.orders import look_back, order_of, taken, told_of
from taisai.server.transport import Connection
from taisai.table.commands import CorrectRound, ReverseRounds
from taisai.table.order import Order
from taisai.wire.messages import Give
from taisai.wire.stream import Stream, encode

ABOUT_THE_PAST: Final = frozenset((CorrectRound, ReverseRounds))
KNOWN_S: Final = 2.0  # then the caller is looked up again

Decline = Callable[[str, Refused], None]


class Ordering:
    """The orders of one socket at its table. `beside` are all sockets of the same seat, including this one."""

    def __init__(
        self, house: House, stream: Stream, connection: Connection, cookies: dict[str, str], decline: Decline
    ) -> None:
        self.beside: dict[Connection, None] = {}
        self._house = house
        self._stream = stream
        self._send = connection.send
        self._cookies = cookies
        self._decline = decline
        self._giver: Giver | None = None
        self._prefix = ""
        self._looking: set[asyncio.Task[None]] = set()

    def give(self, give: Give) -> None:
        stream = self._stream
        try:
            order = order_of(self._house.register, self._giver or self._look_up(), stream.name, give)
        except Refused as refused:
            self._decline(give.id, refused)
            return
        if type(order.command) in ABOUT_THE_PAST:
            looking = asyncio.create_task(self._look_back(order, give.id))
            self._looking.add(looking)
            looking.add_done_callback(self._looking.discard)
        else:
            stream.live.submit(order, self._answer)

    async def _look_back(self, order: Order, give_id: str) -> None:
        try:
            await look_back(self._house, self._house.floor.tables[self._stream.name], order)
        except Refused as refused:
            self._decline(give_id, refused)
        else:
            self._stream.live.submit(order, self._answer)

    def _look_up(self) -> Giver:
        """Look up the caller, for a short time only: sessions end and seats change while sockets are open."""
        giver = caller_of(self._house.register, self._cookies).giver(self._stream.name)
        self._giver, self._prefix = giver, giver.prefix
        asyncio.get_running_loop().call_later(KNOWN_S, self._forget)
        return giver

    def _forget(self) -> None:
        self._giver = None

    def _answer(self, order: Order, answer: Answer) -> None:
        stream, give_id = self._stream, order.id.removeprefix(self._prefix)
        if isinstance(answer, Refused):
            self._decline(give_id, told_of(self._house, order, answer))
            return
        receipt = encode(taken(self._house, stream, order, give_id, answer))
        stream.live.sendings.append((self._send, receipt))
        if len(self.beside) > 1:
            stream.tell_seat(order.by.seat)
