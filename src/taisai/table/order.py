"""An order to a table: a command with its giver, its round and its own id."""

from typing import Final

import msgspec

from taisai.rules.vocabulary import Role
from taisai.table.parts import Command


class Person(msgspec.Struct, frozen=True):
    """`seat` is the player's own; 0 for staff. `by_pin`: signed in by PIN only, so the person may deal and hold no
    other post."""

    name: str
    role: Role
    seat: int = 0
    by_pin: bool = False


ALONE: Final = Person("alone: no second person yet", Role.AUTOMATION)
"""Replaces the second person if the house has found that nobody could be one yet."""


class Order(msgspec.Struct, frozen=True):
    """`round` is the round that the sender saw. `second` is the other person, if two are needed."""

    id: str
    by: Person
    command: Command
    round: int = 0
    second: Person | None = None

    @property
    def agreed(self) -> str:
        """The name of the second person; empty if there is none."""
        return self.second.name if self.second else ""
