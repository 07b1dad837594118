"""Whoever acts in a post at a table gives orders in it."""

import msgspec

from taisai.rules.vocabulary import Role
from taisai.table.order import Order, Person
from taisai.table.state import Table


def acting(table: Table, order: Order) -> Order:
    """The order as given in the post of whoever gives it, and of the second person."""
    changed = {"by": _in_post(table, order.by)} | ({"second": _in_post(table, order.second)} if order.second else {})
    return msgspec.structs.replace(order, **changed)


def _in_post(table: Table, person: Person) -> Person:
    """The staff alone: neither a player nor the table itself, whatever they are called."""
    post = table.posts.get(person.name, "")
    on_staff = person.role not in {Role.PLAYER, Role.AUTOMATION} and not person.by_pin
    return msgspec.structs.replace(person, role=Role(post)) if post and on_staff else person
