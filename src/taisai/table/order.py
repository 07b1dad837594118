"""What somebody asks of a table: a command with who, for which round, and an id of its own."""

from typing import Final

import msgspec

from taisai.rules.vocabulary import Role
from taisai.table.commands import Command


class Person(msgspec.Struct, frozen=True):
    """`seat` is the player's own; staff have none and carry 0. `by_pin`: proved by PIN alone, so they deal and
    act in no other post."""

    name: str
    role: Role
    seat: int = 0
    by_pin: bool = False


ALONE: Final = Person("alone: no second person yet", Role.AUTOMATION)
"""In place of the second, where the house itself has found that nobody could be one yet."""


class Order(msgspec.Struct, frozen=True):
    """`round` is the round that the sender saw; `second` the other person where two are needed."""

    id: str
    by: Person
    command: Command
    round: int = 0
    second: Person | None = None
