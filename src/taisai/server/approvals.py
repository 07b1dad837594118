"""The second person of an order: by approvals of that very order, which are used when it is given."""

import time

import msgspec
from msgspec.structs import replace

from taisai.house.desk import Unapproved
from taisai.people.approving import Binding
from taisai.people.register import Register
from taisai.rules.refusals import Refused
from taisai.table.commands import Command
from taisai.table.order import Order, Person
from taisai.wire.messages import Give

_encode = msgspec.json.Encoder().encode


def agreed(register: Register, table: str, give: Give, order: Order) -> Order:
    """With the second person. Where the approvals do not hold, the desk alone knows whether the order was taken before:
    then it is answered again, and nobody's agreement is looked up for it."""
    binding = bound(table, order.by.name, give.id, give.round, give.command)
    try:
        name, role = register.use_approvals(give.approvals, binding, time.monotonic())
    except Refused as refused:
        return Unapproved(order.id, order.by, order.command, order.round, why=refused)
    return replace(order, second=Person(name, role))


def bound(table: str, giver: str, order_id: str, number: int, command: Command) -> Binding:
    """`order_id` is the one that the giver's device makes."""
    return Binding(table, giver, order_id, number, _encode(command))
