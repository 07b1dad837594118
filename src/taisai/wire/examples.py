"""One example of each message, between a terminal at seat 3 and the table T1 in round 41."""

from typing import Final

from taisai.house.chip_views import ChipsSeen
from taisai.house.views import DiceSeen, Opening, Past, SeatView, StaffView, TableView
from taisai.table.commands import PlaceWager
from taisai.table.events import WagerPlaced
from taisai.table.limits import LimitRule
from taisai.table.own_limits import Own
from taisai.table.state import Bank, LastVoid
from taisai.wire import messages as m

SPOT: Final = "domino-1-2"
AT_MS: Final = 1_794_722_400_000
EPOCH: Final = "9f2c1ab0"
STAKE: Final = 500

_limits = (LimitRule(minimum=100, maximum=500_000, differential=300_000, exposure=10_000_000),)
_table = TableView(
    phase="betting", round=41, step="close-bets", closes_at=AT_MS + 12_000, boxes={SPOT: 2_500}, shown=None, struck={},
    limits=_limits, recent=(Past(39, "1-1-3"), Past(40, "2-4-6")), commitment=8 * "5ca1ab1e", trouble="",
    void=LastVoid(), down="",
)  # fmt: skip
_seat = SeatView(
    seat=3, credit=99_500, owed=0, stakes={SPOT: STAKE}, meter_in=100_000, meter_out=0, meter_wagered=STAKE,
    meter_won=0, meter_hand_paid=0, loss_floor=0, colour="", colour_value=0, away=False, locked="", failed=False,
    unregistered={}, uncollected=None, own=Own(), result=None, contribution=8 * "0ddba115", rack={},
)  # fmt: skip
_staff = StaffView(
    seats=(_seat,), pressed=(), checks=(), opening=Opening(), moment="before-closing",
    moment_before="next-round", posts={},
    conditions=("open", "betting", "known", "running"), exposure=12_500,
    unpaid={}, disputes=(), disputes_open=0, bank=Bank(), alerts=0, called="", attendants=(),
    excess=(), staff_placed={}, dice="",
    fairness=DiceSeen(40, (21, 18, 20, 19, 22, 20), -0.31, "quiet"), chips=ChipsSeen(),
)  # fmt: skip

SAID: Final[tuple[m.Said, ...]] = (
    m.Join("T1"),
    m.Give("7a41-1", PlaceWager(3, SPOT, STAKE), 41),
    m.Ping(AT_MS),
)
TOLD: Final[tuple[m.Told, ...]] = (
    m.View(1207, AT_MS, EPOCH, _table, _seat, None),
    m.Resumed(1207, AT_MS, _seat, _staff),
    m.Change(1208, AT_MS + 50, {"boxes": {SPOT: 3_000}}),
    m.SeatChange(1208, AT_MS + 50, _seat),
    m.StaffChange(1208, AT_MS + 200, {"exposure": 12_500, "seats": (_seat,)}),
    m.Taken(1207, "7a41-1", 5120, 5120, (WagerPlaced(41, 3, SPOT, STAKE, 0, "player"),), 99_500, {SPOT: STAKE}),
    m.Declined(1207, "7a41-2", "credit-short", "seat 3 has 99500, the stake is 100000", "100000"),
    m.Pong(1208, AT_MS + 60, AT_MS),
    m.Moving(AT_MS + 70),
)
