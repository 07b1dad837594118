"""The other nodes of a node, for its vouchers: questions and news travel as between players and nodes, and are lost."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from simulation.guards import Guard
from simulation.world import Process

from taisai.house.redemptions import Redemptions
from taisai.house.voucher_questions import Asked, Credit, Credited, Promised, Said
from taisai.table import events as e

if TYPE_CHECKING:
    from simulation.node import Node

ANSWER_S: Final = 2.0


class Neighbours:
    def __init__(self, node: "Node", bus: Any) -> None:
        self._node, self._bus = node, bus

    async def ask(self, question: Any, table: str = "") -> Sequence[Said]:
        loop = self._node.loop
        owner = self._node.keeper.holdings.get(table)
        asked = [one for one in self._bus.nodes if one is not self._node]
        asked = [one for one in asked if not table or (owner and one.process.name == owner.name)]
        waiting = [loop.create_future() for _ in asked]
        for other, answer in zip(asked, waiting, strict=True):
            back = partial(self._bus.carry, other.process, self._node.process, partial(_put, answer))
            self._bus.carry(self._node.process, other.process, partial(other.inquire, question, back))
            loop.call_later(ANSWER_S, _put, answer, None)
        return [said for answer in waiting if (said := await answer) is not None]

    def tell(self, news: Any) -> None:
        for other in self._bus.nodes:
            if other is not self._node:
                hear = partial(other.loop.call_soon, other.redemptions.hear, news)
                self._bus.carry(self._node.process, other.process, hear)


def _put(answer: Any, said: Said | None) -> None:
    if not answer.done():
        answer.set_result(said)


class Travelling:
    """What a bus needs of a house; a message is lost like any other, and where either end is cut off."""

    def __init__(self, house: Any) -> None:
        self._house = house

    @property
    def nodes(self) -> list["Node"]:
        return [*self._house.nodes]

    def carry(self, source: Process, target: Process, call: Any, *given: Any) -> None:
        if not (source.cut or target.cut or self._house.loses()):
            self._house.world.later(self._house.travel_s(), target.due, call, *given)


class RashRedemptions(Redemptions):
    """Without the guard `promise` a table takes another's word for a voucher, and nothing of it is written there;
    without `ended` a promise is withdrawn before the other table has said that it did not redeem."""

    guards: Any

    async def _promised_by(self, live: Any, asked: Asked) -> Said:
        if Guard.PROMISE in self.guards:
            return await super()._promised_by(live, asked)
        one = live.desk.table.vouchers[asked.voucher]
        told = (one.seat, one.amount, asked.voucher, one.ending, asked.promise)
        return Promised(e.VoucherPromised(*told, asked.table, asked.seat, asked.after, one.expires))

    async def _credit_of(self, asked: Credited) -> Credit:
        return await super()._credit_of(asked) if Guard.ENDED in self.guards else Credit("no")
