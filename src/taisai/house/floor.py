"""All tables of a house in one process: they start, tick and stop together."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec

from taisai.house.automation import ITSELF, NO_BEACON, Automation, pace_of
from taisai.house.beacon import Beacons
from taisai.house.cage import Cage
from taisai.house.clock import now
from taisai.house.commitments import Commitments
from taisai.house.desk import Answer, Desk
from taisai.house.desks import Journals, all_ready
from taisai.house.dice_watch import dice_notes
from taisai.house.duty_changes import duty_changes
from taisai.house.floor_table import FloorTable, keep, went_down
from taisai.house.live import LiveTable
from taisai.house.notable_events import notes
from taisai.house.opening_orders import opening
from taisai.house.own_limits import due
from taisai.house.proof import Proof
from taisai.house.redemptions import Redemptions
from taisai.house.refused_rolls import RefusedRolls
from taisai.house.retired import Retired
from taisai.house.seat_history import LivedRounds
from taisai.house.settings import Settings
from taisai.house.table_entry import recorded
from taisai.house.tables import TableSettings
from taisai.house.tumbler import Tumbler
from taisai.house.void_rate import alarms
from taisai.house.writer import Job, Writer
from taisai.journal.leases import lane_of
from taisai.people.event_log import Note
from taisai.people.register import Register
from taisai.people.significant_events import Happening
from taisai.privacy.fields import NOTED_TYPED
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Act
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.order import Order, Person
from taisai.table.state import Closed

TICK_S: Final = 0.05
CLOCK_SLACK_S: Final = 2.0
PLAYERS_S: Final = 1.0
STOP_AGAIN_S: Final = 0.2
LAST_BATCHES: Final = 10_000  # entries
STUCK: Final = "the table cannot continue automatically: {}; fix the cause or stop the table"

WAGERING: Final = frozenset((e.WagerPlaced, e.ContributionGiven))

log = logging.getLogger(__name__)


class Floor:
    """`key` is the house's secret for vouchers; the `tumbler` has its own key."""

    def __init__(
        self, settings: Settings, journals: Journals, register: Register, key: bytes, tumbler: Tumbler | None = None,
        beacons: Beacons = NO_BEACON,
    ) -> None:  # fmt: skip
        self.settings = settings
        self.register = register
        self.tables: dict[str, FloorTable] = {}
        self.cage = Cage(key, settings.voucher_days, lambda: (one.desk.table for one in self.tables.values()))
        self._journals = journals
        self._tumbler = tumbler or Tumbler(key)
        self._beacons = beacons
        self._writers: list[Writer] = []
        self._ticking: asyncio.Task[None] | None = None
        self._clock_s = time.time() - time.monotonic()
        self._players_s = 0.0
        self._running = True
        self.is_draining = False
        self._refused_rolls = RefusedRolls(register)
        self._retired = Retired(journals, self.cage, self._writer_of, [one.id for one in settings.tables])
        self.redemptions = Redemptions(self._lives, self._retired, self.cage, self._note_mended)

    def _lives(self) -> list[LiveTable]:
        return [*(one.live for one in self.tables.values()), *self._retired.lives.values()]

    async def start(self, tested: Mapping[str, Desk] | None = None) -> None:
        """Start all tables. `tested` are desks that have already read their journals."""
        self._begin_writing()
        ready = all_ready(self.settings.tables, self._journals, self.cage, tested or {}, tips=self.settings.tips)
        for table in self.settings.tables:
            self.tables[table.id] = self._opened(table, ready[table.id].desk)
        self.renew_tumbler()
        for name, one in self.tables.items():
            self._note_unreadable(one)
            self._catch_up(one, ready[name].unheard)
        self._note_interrupted(self.tables.values())
        await asyncio.gather(*map(self._begin, self.tables.values()))
        self.redemptions.mend()
        self._ticking = asyncio.create_task(self._tick())

    def _begin_writing(self) -> None:
        journals = self._journals
        self._writers = [Writer(journals.together, journals.then) for _ in range(journals.lanes)]

    async def stop(self) -> None:
        """Stop all tables. Rounds stay as they are; the next start finishes or voids them."""
        self._running = False
        self.redemptions.stop()
        if self._ticking is not None:
            self._ticking.cancel()
            with suppress(asyncio.CancelledError):
                await self._ticking
        for one in tuple(self.tables.values()):
            await one.live.stop()
            keep(one)
        await self._retired.stop()
        self._refused_rolls.tell(all_of_them=True)
        for writer in self._writers:
            writer.shutdown()

    def sign_rest(self) -> None:
        """Sign the remaining entries of idle tables. Active tables sign as they write."""
        for name, one in self.tables.items():
            self._writer_of(name).submit(one.desk.sign_rest)

    def drain(self) -> None:
        """Let electronic tables finish their rounds and begin no new ones. Hand-dealt tables need not wait: the dealer
        continues from where the dice lie, whichever process has the table."""
        self.is_draining = True

    def is_between_rounds(self) -> bool:
        """Return whether all electronic tables are between rounds with nothing pending."""
        return all(one.is_between_rounds for one in self.tables.values())

    async def written(self, job: Job) -> None:
        """Run a job in a writing thread, in its turn."""
        await asyncio.wrap_future(self._writers[0].submit(job))

    def _writer_of(self, table: str) -> Writer:
        return self._writers[lane_of(table, len(self._writers))]

    def renew_tumbler(self) -> None:
        """Replace the tumbler's key at each start, gaming day, opening and close, so that a copied key soon opens
        nothing. A process without the lease leaves the file alone, because another process may have written it."""
        if self._journals.holds and not self._journals.holds():
            return
        hidden = [
            (table.table, number, made.kept)
            for table in (one.desk.table for one in self.tables.values())
            for number, made in table.commitments.items()
        ]
        with suppress(Refused):
            self._tumbler.renew(hidden)

    def _note_unreadable(self, one: FloorTable) -> None:
        table = one.desk.table
        made = table.commitments.get(table.round) if table.current else None
        if made and self._tumbler.seed(table.table, table.round, made.kept) is None:
            words = f"the key that hides the throw of round {table.round} is missing; the round will be void"
            self.register.note(Happening.THROW_UNREADABLE, words, table=table.table)

    def _opened(self, table: TableSettings, desk: Desk) -> FloorTable:
        desk.loosen_hours = self.settings.care.loosen_hours
        live = LiveTable(desk, self._writer_of(table.id), self._journals.holds)
        automation = Automation(desk, self._tumbler, pace_of(table), self._beacons)
        one = FloorTable(table, live, automation, Commitments(desk), LivedRounds(desk))
        self.redemptions.serve(live)
        live.listeners.append(lambda first, events: self._heard(one, first, events))
        live.refusers.append(lambda order, refused: self._refused_rolls.heard(table.id, order, refused))
        proof = Proof(desk)
        live.provers.append(lambda facts: self._prove(one, proof.heard(facts)))
        self._prove(one, proof.start())
        return one

    def _prove(self, one: FloorTable, why: str) -> None:
        """Stop the table if a round fails its checks."""
        if why:
            self._stop(one, f"a round fails its checks: {why}")
            with suppress(Refused):
                self.register.note(Happening.ROUND_UNSOUND, why, table=one.desk.table.table)

    def _stop(self, one: FloorTable, why: str) -> None:
        """Stop the table, and retry until it works: the journal may be down at the moment."""

        def told(_: Order, answer: Answer) -> None:
            if isinstance(answer, Refused) and self._running:
                asyncio.get_running_loop().call_later(STOP_AGAIN_S, self._stop, one, why)

        order = Order(f"stop-{one.desk.head.seq}", ITSELF, c.StopTable(why), one.desk.table.round)
        one.live.submit(order, told)

    def _heard(self, one: FloorTable, first: int, events: Sequence[e.Event]) -> None:
        one.automation.watch(time.monotonic())
        if not self.settings.events.wager and events and WAGERING.issuperset(map(type, events)):
            return  # the usual case; nothing below uses these events
        one.lived.heard(now(), events)
        self._note(one, first, events)
        self._note_journal(one)
        if any(isinstance(event, e.TableOpened | e.TableClosed) for event in events):
            self.renew_tumbler()
        for command in self._consequences(events):
            self._order(one, command)
        self.redemptions.heard(one.settings.id, events)

    def _consequences(self, events: Sequence[e.Event]) -> Iterator[c.Command]:
        """Yield locks for seats: a win too large for the terminal is paid by hand, and a seat in dispute waits for the
        decision."""
        for event in events:
            match event:
                case e.AreaPaid(awards=awards) if self.settings.hand_pay:
                    large = [one for one in awards if one.returned - one.stake >= self.settings.hand_pay]
                    yield from (c.LockSeat(one.seat, "hand-pay", one.returned - one.stake) for one in large)
                case e.DisputeOpened(seat=seat) if seat:
                    yield c.LockSeat(seat, "dispute")

    def _order(self, one: FloorTable, command: c.Command) -> None:
        table = one.desk.table
        name = f"house-{one.desk.head.seq}-{type(command).__name__}-{command}"[:120]
        order = Order(name, ITSELF, command, table.round)
        one.live.submit(order, lambda *_: None)

    def _note(self, one: FloorTable, first: int, events: Sequence[e.Event]) -> None:
        name, last, currency = one.desk.table.table, first + len(events) - 1, one.desk.game.book.rulebook.currency
        noted = [
            *notes(name, first, events, self.settings.events, currency),
            *dice_notes(name, first, last, one.desk.dice),
        ]
        if not noted and not one.is_behind:
            return
        try:
            if one.is_behind:
                self._catch_up(one)
            else:
                self.register.note_all([_caused(one, note) for note in noted])
                self._watch_voids(sum(note.code is Happening.ROUND_VOID for note in noted))
        except Refused:  # the journal is down
            one.is_behind = True

    def _watch_voids(self, fresh: int) -> None:
        voids = self.register.voids()
        for place in range(len(voids) - fresh, len(voids)):
            told = list(alarms(voids[: place + 1], self.settings))
            if told:
                self.register.note_all(told)

    def _note_mended(self, note: Note) -> None:
        with suppress(Refused):
            self.register.note_all([note])

    def _note_journal(self, one: FloorTable) -> None:
        """Note that a journal cannot be written. Usually that is possible only once it can be written again."""
        why, name = one.live.down, one.desk.table.table
        if bool(why) == bool(one.down):
            return
        try:
            if why:
                one.down, one.down_since, one.is_down_noted = why, now(), False
                self.register.note(went_down(why), why, table=name)
                one.is_down_noted = True
            else:
                late = [] if one.is_down_noted else [Note(went_down(one.down), one.down, name)]
                words = f"the journal can be written again; writing had failed since {one.down_since}"
                one.down = ""
                self.register.note_all([*late, Note(Happening.JOURNAL_WRITABLE, words, name)])
                if one.is_behind:
                    self._catch_up(one)
        except Refused:  # the house's own journal is down too
            pass

    def _catch_up(self, one: FloorTable, after: int = 0) -> None:
        """Note the events that were not noted when the process ended or the journal went down, in the last batches."""
        one.is_behind = False
        noted = self.register.noted_seq(one.desk.table.table)
        seq = max(noted, one.desk.head.seq - LAST_BATCHES, after if noted else 0)
        events = [recorded(entry.clear).event for entry in one.desk.store.read(seq)]
        self._note(one, seq + 1, events)

    def _note_interrupted(self, tables: Iterable[FloorTable]) -> None:
        under_way = [one.desk.table for one in tables if one.desk.table.current]
        if under_way:
            kind, words = Happening.ROUND_INTERRUPTED, "round {} was in progress"
            self.register.note_all([Note(kind, words.format(table.round), table.table) for table in under_way])

    async def _begin(self, one: FloorTable) -> None:
        await self._conclude(one)
        for order in one.automation.seeds_due():
            await one.live.do(order)
        if self.settings.demo and one.desk.table.electronic:
            await self._open_for_demo(one)

    async def _conclude(self, one: FloorTable) -> None:
        """Resume an interrupted electronic round: it ends with the committed throw if betting was closed, and is void
        if not. At a hand-dealt table the dealer continues from where the dice lie."""
        table = one.desk.table
        if table.current is not None and table.electronic:
            await one.live.do(Order(f"resume-{one.desk.head.seq}", ITSELF, c.Resume(), table.round))

    async def _open_for_demo(self, one: FloorTable) -> None:
        """Open a table when there are no staff to open it or to inspect the lit layout. The journal says so."""
        permission = one.desk.game.book.permission(Act.OPEN_TABLE)
        if permission is None or not isinstance(one.desk.table.phase, Closed):
            return
        nobody = Person("demo, nobody looked", permission.by[0])
        for place, command in enumerate(opening(one.desk.game)):
            await one.live.do(Order(f"demo-{one.desk.head.seq}-{place}", nobody, command))

    async def _tick(self) -> None:
        while True:
            for one in tuple(self.tables.values()):
                _logged(self._take_steps, one)
                _logged(self._watch_duties, one)
            for watch in (self._watch_players, self._watch_clock, self._refused_rolls.tell):
                _logged(watch)
            await asyncio.sleep(TICK_S)

    def _take_steps(self, one: FloorTable) -> None:
        """Ask a table for its next automatic steps once it has answered the last ones: each decision depends on those
        before."""
        if not one.live.down and not one.steps_due:
            one.steps_due = 1
            one.live.look(lambda: self._take_due(one))

    def _take_due(self, one: FloorTable) -> None:
        """Submit the steps that are due. A busy table is never found idle, so it calls this itself when it pauses; that
        way betting closes on time."""
        leaves = self.is_draining or one.is_leaving
        rests = one.live.down or (leaves and one.desk.table.current is None)
        orders = [] if rests else self._due(one)
        one.steps_due = len(orders)
        for order in orders:
            one.live.submit(order, lambda *_: _answered(one))

    def _due(self, one: FloorTable) -> Sequence[Order]:
        """Return the steps that are due; none if they cannot be worked out, which is noted once and tried again."""
        try:
            orders = one.automation.due(time.monotonic())
        except Exception as error:
            if not one.is_stuck:
                log.exception("a table cannot continue automatically", extra={"table": one.settings.id})
                self._note_mended(Note(Happening.PROGRAM_ERROR, STUCK.format(error), one.settings.id))
            one.is_stuck = True
            return ()
        one.is_stuck = False
        return orders

    def _watch_duties(self, one: FloorTable) -> None:
        """Note a duty change that requires a count, if the settings ask for it."""
        if one.settings.count_at_change and not one.live.down:
            one.live.look(partial(self._note_duties, one))

    def _note_duties(self, one: FloorTable) -> None:
        for command in duty_changes(one.desk.table, one.settings.count_at_change, self.register.duties()):
            self._order(one, command)

    def _watch_players(self) -> None:
        """Once a second, end the breaks and play times that players chose and loosen limits that are due."""
        if time.monotonic() - self._players_s < PLAYERS_S:
            return
        self._players_s = time.monotonic()
        for one in tuple(self.tables.values()):
            if not one.live.down:
                one.live.look(partial(self._end_chosen, one))

    def _end_chosen(self, one: FloorTable) -> None:
        for command in due(one.desk.table, now()):
            self._order(one, command)

    def _watch_clock(self) -> None:
        offset_s = time.time() - time.monotonic()
        jump_s = offset_s - self._clock_s
        if abs(jump_s) > CLOCK_SLACK_S:
            self._clock_s = offset_s
            with suppress(Refused):
                self.register.note(
                    Happening.CLOCK_CHANGED, f"the clock jumped by {jump_s:+.1f} s", value=f"{jump_s:.1f}"
                )


def _caused(one: FloorTable, note: Note) -> Note:
    """Add to a void round who ordered it and the trouble, which is counted; add to a typed text who wrote it."""
    if note.code is not Happening.ROUND_VOID and note.code not in NOTED_TYPED:
        return note
    entry = recorded(next(one.desk.store.read(note.seq - 1)).clear)
    value = entry.event.trouble.value if isinstance(entry.event, e.RoundVoided) else note.value
    return msgspec.structs.replace(note, by=entry.by.name, value=value)


def _logged(work: Callable[..., None], *given: FloorTable) -> None:
    """Do some work of a turn. If it fails, the rest of the turn is done all the same."""
    try:
        work(*given)
    except Exception:
        log.exception("a turn of the floor failed")


def _answered(one: FloorTable) -> None:
    one.steps_due -= 1
