"""Who agreed to which order, so that an order sent again is the same order."""

import time
from typing import Final

import msgspec

from taisai.people.register import Register
from taisai.table.order import Person
from taisai.wire.messages import Give

KEPT: Final = 1_000

encode_command = msgspec.json.Encoder().encode


class Approvals:
    def __init__(self, register: Register) -> None:
        self._register = register
        self._seconds: dict[tuple[str, bytes], Person] = {}

    def second(self, by: str, table: str, order_id: str, give: Give) -> Person:
        """The other person who agreed; an approval serves one order, and that order as often as it is sent."""
        command = encode_command(give.command)
        if (order_id, command) not in self._seconds:
            name, role = self._register.use_approvals(
                give.approvals, by=by, table=table, command=command, at_s=time.monotonic()
            )
            self._seconds[order_id, command] = Person(name, role)
            for old in list(self._seconds)[:-KEPT]:
                del self._seconds[old]
        return self._seconds[order_id, command]
