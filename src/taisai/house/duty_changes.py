"""Changes of dealer or supervisor that the register has and the table does not know yet."""

from collections.abc import Iterable, Iterator
from typing import Final

from taisai.people.duty_events import DutyKind
from taisai.people.state import Duty
from taisai.table.commands import NoteDuty
from taisai.table.state import Table
from taisai.table.trades.counts import Duty as Changing

_KINDS: Final[dict[Changing, DutyKind]] = {"dealer": DutyKind.DEAL, "supervisor": DutyKind.SUPERVISE}


def duty_changes(table: Table, watched: Iterable[Changing], duties: Iterable[Duty]) -> Iterator[NoteDuty]:
    """Yield the changes at a table. A break is no change: the next person on duty may be the same one."""
    now = {one.duty: one.name for one in duties if one.table == table.table}
    for duty in watched:
        name = now.get(_KINDS[duty], "")
        if name and name != table.tray.duties.get(duty):
            yield NoteDuty(duty, name)
