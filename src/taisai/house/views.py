"""What each role may see of a table. This is decided here and nowhere else."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from copy import copy
from math import log
from typing import Protocol, TypeVar

import msgspec

from taisai.house.chip_views import ChipsSeen, chips_seen
from taisai.house.dice_watch import DiceWatch
from taisai.rules.call import call
from taisai.rules.drawn_risk import risk_of
from taisai.rules.multipliers import Struck
from taisai.rules.roll import Roll
from taisai.table.declared import conditions
from taisai.table.events import Award, Stake
from taisai.table.game import Game
from taisai.table.limits import LimitRule
from taisai.table.moments import moment_of
from taisai.table.own_limits import Own
from taisai.table.piles import rack
from taisai.table.state import (
    Bank,
    Closed,
    Dispute,
    Entered,
    Idle,
    LastVoid,
    Outstanding,
    Phase,
    Revealed,
    Round,
    SettledRound,
    Settling,
    Table,
    Tumbled,
)
from taisai.table.trades.opening import areas_unlit

RECENT: int = 60
EXCESS: int = 100
STAFF_PLACED: int = 200
POSTS: int = 50
SHARE_BYTES: int = 12 * 1024  # share of one view for seats and for disputes; a view has 64 kB at most

Paged = TypeVar("Paged")
_encode = msgspec.json.Encoder().encode


class Seen(Protocol):
    """A desk, or a past state of one."""

    @property
    def game(self) -> Game: ...

    @property
    def table(self) -> Table: ...


class Watched(Seen, Protocol):
    """A desk, which also watches its dice."""

    dice: DiceWatch


class Past(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A finished round and its roll; a void round has none."""

    round: int
    roll: str


class Shown(msgspec.Struct, frozen=True):
    """A roll that everyone may see, and its round. If the next round has begun or a later one was void, that is not the
    table's current round."""

    round: int
    roll: str
    lit: tuple[str, ...]
    call: str


class TableView(msgspec.Struct, frozen=True):
    """What anyone at the table sees: what lies on the layout, never whose it is. `closes_at` is in milliseconds since
    1970, 0 if betting does not close by itself; `boxes` are the totals on the spots. `commitment` is the hash of the
    current round's seed, or between rounds of the next one's. `struck` maps each struck spot of the shown round to the
    multiplier of its winnings."""

    phase: str
    round: int
    step: str
    closes_at: int
    boxes: dict[str, int]
    shown: Shown | None
    struck: Struck
    limits: tuple[LimitRule, ...]
    recent: tuple[Past, ...]
    commitment: str
    trouble: str
    void: LastVoid
    down: str


class Result(msgspec.Struct, frozen=True):
    """A seat's result in the last settled round, which `round` names, whatever the table does since; `won` is what each
    spot returned."""

    round: int
    roll: str
    staked: int
    returned: int
    won: dict[str, int]


class SeatView(msgspec.Struct, frozen=True):
    """What a player sees of their own seat; otherwise only staff see it. `contribution` is what its terminal gave to
    the throw of this round; `rack` is the player's chips by denomination."""

    seat: int
    credit: int
    owed: int
    stakes: dict[str, int]
    meter_in: int
    meter_out: int
    meter_wagered: int
    meter_won: int
    meter_hand_paid: int
    loss_floor: int
    colour: str
    colour_value: int
    away: bool
    locked: str
    failed: bool
    unregistered: dict[str, int]
    uncollected: Outstanding | None
    own: Own
    result: Result | None
    contribution: str
    rack: dict[str, int]


class Alerts(msgspec.Struct, frozen=True):
    """What needs attention: the number of unacknowledged critical events of the house, since when a supervisor has been
    called to this table (empty if not), and the seats that call an attendant."""

    waiting: int = 0
    called: str = ""
    attendants: tuple[int, ...] = ()


class Opening(msgspec.Struct, frozen=True):
    """A closed table that is being prepared for opening: failed checks with reasons, the lit test roll that nobody has
    judged yet, test rolls found right, and the areas that none of them has lit."""

    failed: dict[str, str] = {}
    testing: str = ""
    lit: tuple[str, ...] = ()
    tested: tuple[str, ...] = ()
    unlit: tuple[str, ...] = ()


class DiceSeen(msgspec.Struct, frozen=True):
    """What all throws of a table say about its dice: how often each face came up, and the e-value's base-10 logarithm.
    `state` is "quiet", "warn" from 100 or "alarm" from 1000."""

    throws: int
    faces: tuple[int, ...]
    log10_e: float
    state: str


class StaffView(msgspec.Struct, frozen=True):
    """What the table's staff see in addition. `moment` is the stage of the last round, which decides the remedies, and
    `moment_before` that of every round before it; `conditions` are those that hold now of the ones that orders wait
    for; `posts` says who acts in which post; `unpaid` is what is still to be paid in each area. `alerts` is the number
    of unacknowledged critical events of the house; `called` is since when a supervisor has been called here;
    `attendants` are the seats that call one. `excess` is what exceeded a limit in this round and was refused or
    returned; `staff_placed` are the seats for which staff placed a wager, by spot; `dice` is what the dice were
    recorded to show, apart from the entry. `disputes` are the oldest of the `disputes_open`; `seats` may be sent in
    several messages. `fairness` is about the dice; `chips` says where the chips are."""

    seats: tuple[SeatView, ...]
    pressed: tuple[int, ...]
    checks: tuple[str, ...]
    opening: Opening
    moment: str
    moment_before: str
    conditions: tuple[str, ...]
    posts: dict[str, str]
    exposure: int
    unpaid: dict[str, int]
    disputes: tuple[Dispute, ...]
    disputes_open: int
    bank: Bank
    alerts: int
    called: str
    attendants: tuple[int, ...]
    excess: tuple[Stake, ...]
    staff_placed: dict[str, tuple[int, ...]]
    dice: str
    fairness: DiceSeen
    chips: ChipsSeen


def table_view(desk: Seen, closes_at: int, down: str) -> TableView:
    """Return the view for anyone. It shows no roll and no button press before the roll is entered."""
    table = desk.table
    following = desk.game.next_step(table.phase)
    made = table.commitments.get(table.round + (table.current is None))
    return TableView(
        phase=phase_name(table.phase),
        round=table.round,
        step=following.step.value if following else "",
        closes_at=closes_at,
        boxes={spot: total for spot, total in table.current.boxes.items() if total} if table.current else {},
        shown=_shown(desk),
        struck=_struck(table),
        limits=table.limits,
        recent=past_rounds(table),
        commitment=made.commitment if made else "",
        trouble=table.trouble,
        void=table.void,
        down=down,
    )


def phase_name(phase: Phase) -> str:
    return str(type(phase).__struct_config__.tag)


def past_rounds(table: Table) -> tuple[Past, ...]:
    """Return the recent rounds, newest last."""
    settled = [Past(one.number, "" if one.reversed else one.roll) for one in table.recent[-RECENT:]]
    void = [Past(one.number, "") for one in table.voids[-RECENT:]]
    both = sorted((*settled, *void), key=lambda one: one.round) if void else settled
    return tuple(both[-RECENT:])


def _shown(desk: Seen) -> Shown | None:
    """Return the shown roll. The layout stays lit until betting opens again."""
    game, table = desk.game, desk.table
    match table.phase:
        case Entered(roll=roll) | Settling(roll=roll):
            number = table.round
        case Idle() | Tumbled(closed=False) if (last := _last(table)) is not None:
            number, roll = last.number, last.roll
        case _:
            return None
    return Shown(number, roll, game.paytable.lights[roll], call(Roll.parse(roll), game.book.phrases, game.book.dice))


def _struck(table: Table) -> Struck:
    """Return the struck spots while the layout stays lit."""
    match table.phase:
        case Entered() | Settling():
            return table.phase.round.struck
        case Idle() | Tumbled(closed=False) if (last := _last(table)) is not None:
            return last.struck
    return {}


def _last(table: Table) -> SettledRound | None:
    """Return the round that ended last, unless it is void."""
    last = table.recent[-1] if table.recent else None
    return None if last is None or last.reversed or last.number <= table.void.number else last


class SeatViews:
    """The views of all seats of a table. Awards are grouped once per round, not once per seat."""

    def __init__(self, desk: Seen) -> None:
        self.desk = desk
        self._sorted: tuple[Award, ...] | None = None
        self._awards: dict[int, list[Award]] = {}

    def one(self, number: int) -> SeatView:
        table = self.desk.table
        seat, current = table.seats[number], table.current
        stakes = {spot: seats[number] for spot, seats in current.stakes.items() if number in seats} if current else {}
        seen = msgspec.structs.asdict(seat) | {"uncollected": table.vouchers.get(seat.uncollected)}
        given = current.contributions.get(number, "") if current else ""
        held = dict(table.tray.pile(rack(number)))
        return SeatView(number, stakes=stakes, result=self._result(number), contribution=given, rack=held, **seen)

    def _result(self, number: int) -> Result | None:
        table = self.desk.table
        settled = _last(table)
        if settled is None:
            return None
        if settled.awards is not self._sorted:
            self._sorted, self._awards = settled.awards, _by_seat(settled.awards)
        awards = self._awards.get(number, [])
        won = {award.spot: award.returned for award in awards if award.returned}
        staked = sum(award.stake for award in awards)
        return Result(settled.number, settled.roll, staked, sum(won.values()), won) if awards else None


def _by_seat(awards: tuple[Award, ...]) -> dict[int, list[Award]]:
    found: dict[int, list[Award]] = defaultdict(list)
    for award in awards:
        found[award.seat].append(award)
    return found


def staff_view(desk: Watched, seats: SeatViews, alerts: Alerts, wanted: Iterable[int] | None = None) -> StaffView:
    """Return the view for staff, with all seats or only the wanted ones."""
    table = desk.table
    phase, current = table.phase, table.current
    unpaid = phase.unpaid if isinstance(phase, Settling) else {}
    waiting = tuple(one for one in table.disputes.values() if not one.decided)
    return StaffView(
        seats=tuple(seats.one(number) for number in (table.seats if wanted is None else wanted)),
        pressed=_pressed(phase),
        checks=tuple(phase.checks) if isinstance(phase, Closed) else (),
        opening=_opening(desk.game, phase) if isinstance(phase, Closed) else Opening(),
        moment=moment_of(desk.game, table, table.round),
        moment_before=moment_of(desk.game, table, table.round - 1),
        conditions=conditions(desk.game, table),
        posts=dict(list(table.posts.items())[-POSTS:]),
        exposure=_exposure(desk.game, current) if current else 0,
        unpaid={area: sum(award.returned for award in awards) for area, awards in unpaid.items()},
        disputes=next(pages(waiting), ()),
        disputes_open=len(waiting),
        bank=copy(table.bank),
        alerts=alerts.waiting,
        called=alerts.called,
        attendants=alerts.attendants,
        excess=tuple(current.excess[-EXCESS:]) if current else (),
        staff_placed=_staff_placed(current) if current else {},
        dice=current.dice if current else "",
        fairness=_fairness(desk.dice),
        chips=chips_seen(desk.game, table),
    )


def _fairness(dice: DiceWatch) -> DiceSeen:
    watch = dice.watch
    return DiceSeen(watch.throws, watch.pooled, round(watch.log_e / log(10), 2), dice.state)


def pages(items: Iterable[Paged], most_bytes: int = SHARE_BYTES) -> Iterator[tuple[Paged, ...]]:
    """Yield as many items at a time as a view has room for, at least one."""
    page: list[Paged] = []
    size = 0
    for item in items:
        length = len(_encode(item))
        if page and size + length > most_bytes:
            yield tuple(page)
            page, size = [], 0
        page.append(item)
        size += length
    if page:
        yield tuple(page)


def _staff_placed(current: Round) -> dict[str, tuple[int, ...]]:
    """Return the newest wagers placed by staff that are still on the layout."""
    lying = [(seat, spot) for seat, spot in dict.fromkeys(current.called) if current.stake(seat, spot)]
    found: dict[str, list[int]] = defaultdict(list)
    for seat, spot in lying[-STAFF_PLACED:]:
        found[spot].append(seat)
    return {spot: tuple(seats) for spot, seats in found.items()}


def _pressed(phase: Phase) -> tuple[int, ...]:
    match phase:
        case Closed(pressed=pressed):
            return tuple(pressed)
        case Revealed(round=current) | Entered(round=current):
            return tuple(current.pressed)
    return ()


def _exposure(game: Game, current: Round) -> int:
    risk = current.risk or risk_of(game.paytable, current.boxes)
    return max(0, risk.worst // risk.per)


def _opening(game: Game, phase: Closed) -> Opening:
    lit = game.paytable.lights[phase.testing] if phase.testing else ()
    unlit = tuple(areas_unlit(game, phase.tested))
    return Opening(dict(phase.failed), phase.testing, lit, tuple(phase.tested), unlit)
