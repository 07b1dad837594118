"""Where the drop boxes of a house are: no two tables have one of the same name."""

from collections.abc import Iterable

from taisai.rules.refusals import Refusal, Refused
from taisai.table.commands import Command, ExchangeBox
from taisai.table.state import Table


def check_box(tables: Iterable[Table], table: Table, command: Command) -> None:
    """Of what the rules allow; other commands pass. Another table has a box until that was counted."""
    if not isinstance(command, ExchangeBox) or not command.box:
        return
    for other in tables:
        if other.table != table.table and command.box in other.tray.boxes:
            place = f"table {other.table}"
            there = f"is on {place}" if other.tray.box == command.box else f"from {place} is not counted yet"
            words = f"drop box {command.box} {there}; use a box with another name"
            raise Refused(Refusal.BOX_UNKNOWN, words, command.box)
