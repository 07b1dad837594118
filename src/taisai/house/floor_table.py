"""One table of a floor, with all that looks after it."""

import time
from contextlib import suppress

import msgspec

from taisai.house.automation import Automation
from taisai.house.commitments import Commitments
from taisai.house.desk import Desk
from taisai.house.live import LiveTable
from taisai.house.seat_history import LivedRounds
from taisai.house.tables import TableSettings
from taisai.rules.refusals import Refused


class FloorTable(msgspec.Struct):
    settings: TableSettings
    live: LiveTable
    automation: Automation
    opened: Commitments
    lived: LivedRounds
    is_behind: bool = False  # something significant could not be noted
    down: str = ""  # why its journal could not be written, and since when
    down_since: str = ""
    is_down_noted: bool = False
    steps_due: int = 0  # automatic steps that are asked for and not yet answered
    is_leaving: bool = False  # it finishes its round and begins no other, for another node is to have it

    @property
    def desk(self) -> Desk:
        return self.live.desk

    @property
    def is_between_rounds(self) -> bool:
        """With nothing on its way; at a table dealt by hand the next dealer goes on from where the dice lie."""
        return not self.desk.table.electronic or not (self.live.busy or self.steps_due or self.desk.table.current)

    def closes_at_ms(self) -> int:
        closes_at_s = self.automation.closes_at()
        return int((time.time() + closes_at_s - time.monotonic()) * 1000) if closes_at_s else 0


def keep(one: FloorTable) -> None:
    """What spares whoever opens it next a long reading; of a table that has stopped."""
    with suppress(Refused):
        if not one.live.down:
            one.desk.save_snapshot()
        one.desk.anchor()
