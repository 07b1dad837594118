"""What staff see of a table's chips."""

import msgspec

from taisai.table.accounts import FLOAT, TIPS
from taisai.table.float_needs import fill_needed
from taisai.table.game import Game
from taisai.table.state import Table
from taisai.table.trades.payouts import Proposal, proposed
from taisai.table.tray import NOT_COUNTED, Count, Slip

SLIPS: int = 20
PAYOUTS: int = 100
BOXES: int = 20


class BoxSeen(msgspec.Struct, frozen=True):
    """A drop box that was removed, and the step its soft count has reached. Its contents are not shown."""

    name: str
    step: str
    people: tuple[str, ...]


class ChipsSeen(msgspec.Struct, frozen=True):
    """The chips of a table: the float by denomination, the last count since it changed, and the slips in progress.
    `count_due` is the duty whose change requires a count before the next round. `payouts` are the first of the chips
    that winners would be paid in. `fill` is what the float needs before it runs out. `box` is the drop box on the
    table. `tips` says whether the house allows them, `tipped` which chips are in the tip box."""

    counted: bool = False
    float: dict[str, int] = {}
    count: Count = NOT_COUNTED
    slips: tuple[Slip, ...] = ()
    count_due: str = ""
    payouts: tuple[Proposal, ...] = ()
    fill: dict[str, int] = {}
    box: str = ""
    boxes: tuple[BoxSeen, ...] = ()
    tips: bool = False
    tipped: dict[str, int] = {}


def chips_seen(game: Game, table: Table) -> ChipsSeen:
    if table.money != "chips":
        return ChipsSeen()
    tray = table.tray
    seen = (tray.counted, dict(tray.pile(FLOAT)), tray.count, tuple(tray.slips.values())[-SLIPS:], tray.count_due)
    away = tuple(BoxSeen(one.name, one.step, one.people) for one in tray.boxes.values() if one.name != tray.box)
    needs = (proposed(game, table)[:PAYOUTS], fill_needed(game, table))
    return ChipsSeen(*seen, *needs, tray.box, away[:BOXES], table.tips, dict(tray.pile(TIPS)))
