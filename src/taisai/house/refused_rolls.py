"""Refused orders that would have entered a roll that no dice showed. Each is recorded, and nobody can flood the log."""

import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec

from taisai.house.clock import now
from taisai.people.event_log import Note
from taisai.people.register import Register
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refusal, Refused
from taisai.table.order import Order, Person
from taisai.table.parts import tag_of

CODES: Final = frozenset((Refusal.ROLL_COMMITTED, Refusal.ROLL_NOT_KEYED))
WAITING_MOST: Final = 200  # single events, until someone acknowledges some
EVERY_S: Final = 60.0


class Counted(msgspec.Struct):
    """One person's refused rolls that are not reported yet, by table."""

    since: str
    due_s: float
    tables: Counter[str] = msgspec.field(default_factory=Counter)


class RefusedRolls:
    """The first ones are single events. While too many await acknowledgement, or the journal cannot be written, further
    ones are counted, and each person's count becomes an event once a minute at most."""

    def __init__(self, register: Register, ticks: Callable[[], float] = time.monotonic) -> None:
        self._register = register
        self._ticks = ticks
        self._counted: dict[Person, Counted] = {}

    def heard(self, table: str, order: Order, refused: Refused) -> None:
        if refused.code in CODES and not self._noted(table, order, refused):
            by = Person(order.by.name, order.by.role)
            counted = self._counted.setdefault(by, Counted(now(), self._ticks() + EVERY_S))
            counted.tables[table] += 1

    def _noted(self, table: str, order: Order, refused: Refused) -> bool:
        waiting = sum(note.code == Happening.ROLL_REFUSED for note in self._register.waiting())
        words = f"{order.by.name} ({order.by.role}) ordered {tag_of(order.command)}: {refused.words}"
        if waiting < WAITING_MOST:
            with suppress(Refused):
                self._register.note(Happening.ROLL_REFUSED, words, table=table, value=str(refused.value))
                return True
        return False

    def tell(self, *, all_of_them: bool = False) -> None:
        """Report the counts that are due. A count that cannot be written now is kept until it can."""
        for by, counted in list(self._counted.items()):
            if all_of_them or self._ticks() >= counted.due_s:
                with suppress(Refused):
                    self._register.note_all([_note(by, counted)])
                    del self._counted[by]


def _note(by: Person, counted: Counted) -> Note:
    where = ", ".join(f"{times} at {table}" for table, times in sorted(counted.tables.items()))
    words = f"since {counted.since} {by.name} ({by.role}) sent more rolls from another source, all refused: {where}"
    (table, *others) = counted.tables
    value = str(counted.tables.total())
    return Note(Happening.MORE_ROLLS_REFUSED, words, "" if others else table, value=value)
