"""The second person of an order or of an act of the house: by approvals of that very thing, which are used with it."""

import time
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from taisai.house.desk import Unapproved
from taisai.people.approvals import Binding
from taisai.people.register import Register
from taisai.rules.refusals import Refused
from taisai.server.refusals import ServerRefusal
from taisai.table.commands import Command
from taisai.table.order import ALONE, Order, Person
from taisai.wire.messages import Give

APPROVALS: Final = "x-taisai-approvals"

_encode = msgspec.json.Encoder(order="deterministic").encode


class Act(msgspec.Struct, frozen=True):
    """A request that takes two: its method, its path, and its body as it was said; empty where it has none."""

    method: str
    path: str
    body: Any

    def __str__(self) -> str:
        return f"{self.method} {self.path} {_encode(self.body).decode() if self.body else ''}".strip()

    def bound(self, giver: str, act_id: str) -> Binding:
        """`act_id` is one that the giver's device makes."""
        return Binding("", giver, act_id, 0, _encode(self))


def bound(table: str, giver: str, order_id: str, number: int, command: Command) -> Binding:
    """`order_id` is the one that the giver's device makes."""
    return Binding(table, giver, order_id, number, msgspec.json.encode(command))


def agreed(register: Register, table: str, give: Give, order: Order) -> Order:
    """With the second person. Where the approvals do not hold, the desk alone knows whether the order was taken before:
    then it is answered again, and nobody's agreement is looked up for it."""
    if not give.approvals:
        return replace(order, second=ALONE) if register.stands_alone(order.by.name) else order
    binding = bound(table, order.by.name, give.id, give.round, give.command)
    try:
        name, role = register.use_approvals(give.approvals, binding, time.monotonic())
    except Refused as refused:
        return Unapproved(order.id, order.by, order.command, order.round, why=refused)
    return replace(order, second=Person(name, role))


def by_two(register: Register, giver: str, act: Act, header: str) -> bool:
    """Whether a second person agreed to an act that takes one; with nobody it is on record, or refused."""
    if not header:
        register.act_alone(giver, str(act))
        return False
    act_id, *tokens = header.split()
    second, _ = register.use_approvals(tokens, act.bound(giver, act_id), time.monotonic())
    register.note_agreed(giver, second, str(act))
    return True


def refuse_approvals(header: str) -> None:
    """Where nobody looks at them."""
    if header:
        raise Refused(ServerRefusal.MESSAGE_INVALID, f"this takes one person; leave {APPROVALS} out", "")
