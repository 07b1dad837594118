"""The product as a simulation runs it: with the world's time and dice, and with guards taken out by subclasses."""

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

from simulation.guards import Guard, Guards
from simulation.world import World

from taisai.house import clock, desk, desks, redemptions, tumbler
from taisai.house.desk import Batch, Desk
from taisai.house.live import LiveTable
from taisai.journal.entry import Head

BEGUN_S: Final = 1_800_000_000
SNAPSHOT_EVERY: Final = 50
LOG: Final = "taisai.house.live"


class AskingDesk(Desk):
    """Without the guard `restore`: which entry is the last is asked first, and then they are read."""

    def _replay(self, start: Head) -> None:
        asked = self.store.head()
        super()._replay(start)
        self.head = asked


class EagerLive(LiveTable):
    """Without the guard `commit`: whoever waits is told before it is written."""

    def _write(self, group: Any, batch: Batch) -> None:
        for (order, told), answer in zip(group, batch.answers, strict=True):
            told(order, answer)
        super()._write([(order, lambda *_: None) for order, _ in group], batch)


class Noticing(logging.Handler):
    """What the product only writes into its log is a problem here."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        why = record.exc_info[1] if record.exc_info else None
        self._world.problems.append(f"{record.getMessage()}: {why!r} at {self._world.at_s:.3f} s")


@contextmanager
def simulated(world: World, guards: Guards) -> Iterator[None]:
    dice = world.random
    secrets = SimpleNamespace(
        randbelow=dice.randrange, token_bytes=dice.randbytes, token_hex=lambda many: dice.randbytes(many).hex()
    )
    with ExitStack() as stack:
        replace = lambda where, name, by: stack.enter_context(patch.object(where, name, by))  # noqa: E731
        replace(clock, "time", SimpleNamespace(time=lambda: BEGUN_S + world.at_s))
        replace(tumbler, "secrets", secrets)
        replace(redemptions, "secrets", secrets)
        replace(desk, "SNAPSHOT_EVERY", SNAPSHOT_EVERY)
        if Guard.RESTORE not in guards:
            replace(desks, "Desk", AskingDesk)
        log, handler = logging.getLogger(LOG), Noticing(world)
        replace(log, "propagate", False)
        log.addHandler(handler)
        stack.callback(log.removeHandler, handler)
        yield
