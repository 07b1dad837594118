"""Orders of people who act in a post at a table."""

import msgspec

from taisai.rules.vocabulary import Role
from taisai.table.order import Order, Person
from taisai.table.state import Table


def acting(table: Table, order: Order) -> Order:
    """Return the order with the roles of the posts that its giver and the second person hold."""
    changed = {"by": _in_post(table, order.by)} | ({"second": _in_post(table, order.second)} if order.second else {})
    return msgspec.structs.replace(order, **changed)


def _in_post(table: Table, person: Person) -> Person:
    """Return the person in their post. Only staff have posts, never players or the table itself."""
    post = table.posts.get(person.name, "")
    on_staff = person.role not in {Role.PLAYER, Role.AUTOMATION} and not person.by_pin
    return msgspec.structs.replace(person, role=Role(post)) if post and on_staff else person
