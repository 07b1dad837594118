"""The numbered messages of one table. Each holds what changed since the one before."""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Final

import msgspec
from msgspec.structs import replace

from taisai.house.bus import Bus
from taisai.house.live import LiveTable
from taisai.house.views import Alerts, SeatView, SeatViews, StaffView, TableView, pages, staff_view, table_view
from taisai.table import events as e
from taisai.wire.messages import Change, Resumed, SeatChange, StaffChange, View

KEPT: Final = 512  # changes kept for clients that reconnect
CALM_S: Final = 0.2  # totals are sent at most this often,
TELLING_SHARE: Final = 20  # less often with many listeners, so that sending takes a twentieth of the time,
SELDOM_S: Final = 1.0  # but at least this often, however long one sending took
STAFF_S: Final = 0.2
RESULTS: Final = (e.RoundSettled, e.RoundReversed, e.RoundCorrected, e.RoundVoided)

encode = msgspec.json.Encoder().encode
_STAFF_FIELDS: Final = tuple(field for field in StaffView.__struct_fields__ if field != "seats")
_FIELDS: Final = tuple(field for field in TableView.__struct_fields__ if field != "boxes")


Told = Callable[[], int]
Alerting = Callable[[], Alerts]


def topic(table: str) -> str:
    return table


def seat_topic(table: str, seat: int) -> str:
    return f"{table}/seat/{seat}"


def staff_topic(table: str) -> str:
    return f"{table}/staff"


class Stream:
    """`now_ms`, `closes_at` and `alerts` give the time, the closing of wagers, and what staff must look at. `pace_s` is
    how long totals are collected before they are sent."""

    def __init__(self, live: LiveTable, bus: Bus, now_ms: Told, closes_at: Told, alerts: Alerting = Alerts) -> None:
        self.live = live
        self.name = live.desk.table.table
        self.epoch = secrets.token_hex(4)
        self.n = 0
        self.seats = SeatViews(live.desk)
        self._bus = bus
        self._now_ms = now_ms
        self._closes_at = closes_at
        self._alerts = alerts
        self._kept: deque[tuple[int, bytes]] = deque(maxlen=KEPT)
        self._seen = self._view()
        self._touched: set[int] = set()
        self._for_staff: set[int] = set()
        self._calm: asyncio.TimerHandle | None = None
        self.pace_s = CALM_S
        self._staff: asyncio.TimerHandle | None = None
        self._staff_seen: StaffView | None = None
        live.listeners.append(self.heard)

    def view(self, seat: int, *, staff: bool) -> View:
        """Return everything, for a new client. Pending changes are sent first, so that nobody gets them twice."""
        self.flush()
        return View(self.n, self._now_ms(), self.epoch, self._seen, *self._own(seat, staff=staff))

    def messages(self, seat: int, *, staff: bool) -> list[bytes]:
        """Return the view, and messages with the seats that do not fit into it."""
        view = self.view(seat, staff=staff)
        if view.staff is None:
            return [encode(view)]
        first, *more = _parts(view.staff)
        return [encode(replace(view, staff=first)), *(self._staff_change({"seats": part.seats}) for part in more)]

    def gap(self, epoch: str, after: int, seat: int, *, staff: bool) -> list[bytes] | None:
        """Return the changes after the last one seen; None if they are no longer kept."""
        self.flush()
        oldest = self._kept[0][0] if self._kept else self.n + 1
        if epoch != self.epoch or not oldest - 1 <= after <= self.n:
            return None
        mine, whole = self._own(seat, staff=staff)
        first, *more = _parts(whole) if whole else (None,)
        resumed = Resumed(self.n, self._now_ms(), mine, first)
        pages = (self._staff_change({"seats": part.seats}) for part in more if part)
        return [*(message for n, message in self._kept if n > after), encode(resumed), *pages]

    def _own(self, seat: int, *, staff: bool) -> tuple[SeatView | None, StaffView | None]:
        mine = self.seats.one(seat) if seat in self.live.desk.table.seats else None
        if not staff:
            return mine, None
        self._staff_seen = None  # this client sees more than the last message had: send everything next time
        return mine, staff_view(self.live.desk, self.seats, self._alerts())

    def heard(self, _: int, events: Sequence[e.Event]) -> None:
        for event in events:
            if type(event) is e.WagerPlaced and event.placed_by == "player":  # nearly always; the receipt is enough
                self._for_staff.add(event.seat)
                continue
            settled = self._settled() if type(event) in RESULTS else set()
            self._touched.update(settled, seats_of(event))
            self._for_staff.update(settled, seats_of(event, all_of_them=True))
        if events and all(event.quiet for event in events):
            self._soon()
        else:
            self.flush()

    def _settled(self) -> set[int]:
        """Return the seats with a wager in the last two rounds: their stakes and results changed."""
        return {award.seat for settled in self.live.desk.table.recent[-2:] for award in settled.awards}

    def tell_seat(self, seat: int) -> None:
        """Send a seat's view soon, to its other connections. A receipt goes to one connection only."""
        self._touched.add(seat)
        self._soon()

    def flush(self) -> None:
        """Send everything that is new."""
        self._tell_table()
        self._tell_seats()
        self.tell_staff_soon()

    def _soon(self) -> None:
        if self._calm is None:
            self._calm = asyncio.get_running_loop().call_later(self.pace_s, self.live.look, self._calmly)

    def _calmly(self) -> None:
        self._calm, began_s = None, perf_counter()
        self.flush()
        self.pace_s = min(max(CALM_S, TELLING_SHARE * (perf_counter() - began_s)), SELDOM_S)

    def _view(self) -> TableView:
        return table_view(self.live.desk, self._closes_at(), self.live.down)

    def _tell_table(self) -> None:
        fresh = self._view()
        changed = difference(self._seen, fresh)
        if changed:
            self.n += 1
            self._seen = fresh
            message = encode(Change(self.n, self._now_ms(), changed))
            self._kept.append((self.n, message))
            self._bus.publish(topic(self.name), message)

    def _tell_seats(self) -> None:
        touched, self._touched = self._touched, set()
        for seat in touched:
            if self._bus.is_heard(seat_topic(self.name, seat)):
                message = encode(SeatChange(self.n, self._now_ms(), self.seats.one(seat)))
                self._bus.publish(seat_topic(self.name, seat), message)

    def tell_staff_soon(self) -> None:
        if self._staff is None:
            self._staff = asyncio.get_running_loop().call_later(STAFF_S, self.live.look, self._tell_staff)

    def _tell_staff(self) -> None:
        self._staff = None
        touched, self._for_staff = self._for_staff, set()
        if not self._bus.is_heard(staff_topic(self.name)):
            return
        fresh = staff_view(self.live.desk, self.seats, self._alerts(), sorted(touched))
        seen, self._staff_seen = self._staff_seen, fresh
        changed = {name: new for name in _STAFF_FIELDS if (new := getattr(fresh, name)) != getattr(seen, name, None)}
        for place, part in enumerate(_parts(fresh)):
            if part.seats or changed:
                fields = changed if not place else {}
                self._bus.publish(staff_topic(self.name), self._staff_change(fields | {"seats": part.seats}))

    def _staff_change(self, changed: dict[str, object]) -> bytes:
        return encode(StaffChange(self.n, self._now_ms(), changed))


def _parts(whole: StaffView) -> list[StaffView]:
    """Return the view in parts, each with as many seats as fit into one message."""
    return [replace(whole, seats=page) for page in pages(whole.seats)] or [whole]


def difference(old: TableView, new: TableView) -> dict[str, object]:
    changed = {name: getattr(new, name) for name in _FIELDS if getattr(new, name) != getattr(old, name)}
    boxes = {spot: total for spot, total in new.boxes.items() if old.boxes.get(spot) != total}
    boxes |= {spot: 0 for spot in old.boxes if spot not in new.boxes}
    return changed | {"boxes": boxes} if boxes else changed


def seats_of(event: e.Event, *, all_of_them: bool = False) -> set[int]:
    """Return the seats that an event concerns.

    By default this leaves out a player's own wager, because the receipt covers it, and seats that wait for
    settlement."""
    match event:
        case e.WagerPlaced(placed_by="player") | e.ContributionGiven() if not all_of_them:
            return set()
        case e.LosersCollected(lost=lost, winners=winners):
            awards = (*lost, *(one for paid in winners.values() for one in paid))
            return {one.seat for one in awards if one.refused or all_of_them}
        case e.AreaPaid(awards=stakes) | e.ExcessRejected(rejected=stakes):
            return {one.seat for one in stakes}
        case e.RoundVoided(returned=stakes, corrections=moved):
            return {one.seat for one in stakes} | {one.seat for one in moved}
        case (
            e.SettlementUndone(corrections=moved)
            | e.RoundReversed(corrections=moved)
            | e.RoundCorrected(corrections=moved)
            | e.DisputeDecided(corrections=moved)
        ):
            return {one.seat for one in moved}
        case _:
            seat = getattr(event, "seat", 0)
            return {seat} if seat else set()
