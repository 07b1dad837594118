"""Many tables in one process, over journals in memory: what follows from events, what is noted, what a start finds."""

import asyncio
import time
from contextlib import asynccontextmanager

import pytest
from house.script import Around, Counting
from msgspec.structs import replace
from patience import PATIENCE_S
from server.making import APART, CHEAP, HAND, SELF

from taisai.house import floor as floors
from taisai.house.automation import pace_of
from taisai.house.clock import now
from taisai.house.desks import Journals
from taisai.house.floor import Floor
from taisai.house.floor_table import looked
from taisai.house.opening_orders import opening
from taisai.house.settings_reader import with_values
from taisai.house.tables import TableSettings
from taisai.journal.memory import MemoryFile, MemoryStore
from taisai.journal.refusals import JournalRefusal
from taisai.people.register import Register
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act, Role, Step
from taisai.table import commands as c
from taisai.table.order import Order, Person

RWS = replace(HAND, paytable="rws-6/2", limits=APART)
DEALER = Person("dee", Role.DEALER)
LONG = replace(SELF, window_s=3600)


class Place:
    """What outlasts a floor: its journals, and the register's."""

    def __init__(self):
        self.file, self.own = MemoryFile(), MemoryStore()

    def register(self):
        return Register.open(self.own, now, hasher=CHEAP)

    def counting(self, name):
        self.counted = Counting(self.file.store(name))
        return self.counted

    @asynccontextmanager
    async def floor(self, *tables, store=None, **changes):
        settings = with_values(table=tables or (RWS,), **changes)
        journals = Journals(store or self.file.store, lambda _: lambda *_: b"h/T1\n0\n")
        made = Floor(settings, journals, self.register(), bytes(32))
        await made.start()
        try:
            yield made
        finally:
            await made.stop()


async def do(one, *commands, by=DEALER, second=None):
    for command in commands:
        table = one.desk.table
        number = table.round + (type(table.phase).__name__ == "Idle")
        answer = await one.live.do(Order(f"{one.desk.head.seq} {command}"[:100], by, command, number, second))
        if isinstance(answer, Refused):
            raise answer


async def opened(one, *seats):
    permission = one.desk.game.book.permission(Act.OPEN_TABLE)
    await do(one, *opening(one.desk.game), by=Person("boss", permission.by[0]))
    await do(one, *(c.BuyIn(seat, 100_000) for seat in seats))


async def until(is_so):
    for _ in range(PATIENCE_S * 100):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come about")


def codes(register):
    return [one.code for one in reversed(register.search(limit=1000).happenings)]


WON = (c.OpenBets(), c.PlaceWager(1, "big", 1_000), c.CloseBets(), c.TumbleDice(3), c.RevealDice())
ENTERED = (c.PressButton(4), c.PressButton(5), c.PressButton(6), c.EnterRoll(), c.CollectLosers(), c.PayArea())


async def test_a_win_from_the_hand_pay_on_locks_the_seat_with_its_amount():
    async with Place().floor(hand_pay=1_000) as floor:
        one = floor.tables["H"]
        await opened(one, 1, 2)
        await do(one, *WON, *ENTERED)
        await until(lambda: one.desk.table.seats[1].locked == "hand-pay")
        assert not one.desk.table.seats[2].locked
        await until(lambda: "seat-locked" in codes(floor.register))


async def test_a_smaller_win_locks_nobody():
    async with Place().floor(hand_pay=1_001) as floor:
        one = floor.tables["H"]
        await opened(one, 1)
        await do(one, *WON, *ENTERED, c.OpenBets())
        assert not one.desk.table.seats[1].locked


async def test_a_dispute_locks_its_seat():
    async with Place().floor() as floor:
        one = floor.tables["H"]
        await opened(one, 1)
        await do(one, c.OpenDispute(0, 0, "about nobody"), c.OpenDispute(1, 0, "a claim"))
        await until(lambda: one.desk.table.seats[1].locked == "dispute")


async def test_what_was_not_noted_when_the_process_ended_is_noted_at_the_next_start_once():
    place = Place()
    async with place.floor() as floor:
        await opened(floor.tables["H"], 1)
    place.own = MemoryStore()
    for _ in range(2):
        async with place.floor() as floor:
            assert codes(floor.register).count("table-opened") == 1


def unwritable(*_):
    raise Refused(JournalRefusal.FULL, "no space left", "disk")


@pytest.mark.parametrize("together", [1, 300])
async def test_the_last_that_was_written_is_noted_at_the_next_start_however_much_it_was(together):
    """The process ends between writing orders and noting what they brought about."""
    place = Place()
    async with place.floor() as floor:
        one = floor.tables["H"]
        await opened(one, 1)
        floor.register.note_all = unwritable
        asked = [c.OpenDispute(0, 0, "about nobody")] + [c.BuyIn(1, 5)] * (together - 1)
        orders = [Order(f"last {place}", DEALER, command) for place, command in enumerate(asked)]
        await asyncio.gather(*map(one.live.do, orders))
    assert "dispute-opened" not in codes(place.register())
    for _ in range(2):
        async with place.floor() as floor:
            assert codes(floor.register).count("dispute-opened") == 1


async def test_what_could_not_be_noted_is_noted_with_the_next_orders_whatever_they_are():
    async with Place().floor() as floor:
        one = floor.tables["H"]
        await opened(one, 1)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(floor.register, "note_all", unwritable)
            await do(one, c.OpenDispute(0, 0, "about nobody"))
        await do(one, c.BuyIn(1, 5))
        assert codes(floor.register).count("dispute-opened") == 1


async def test_a_start_reads_little_of_a_long_history():
    place = Place()
    async with place.floor() as floor:
        one = floor.tables["H"]
        await opened(one, 1)
        for number in range(40):
            await asyncio.gather(*(one.live.do(Order(f"{number} {at}", DEALER, c.BuyIn(1, 5))) for at in range(50)))
    async with place.floor(store=place.counting):
        assert place.counted.read_count < 250


async def test_throws_that_were_told_before_a_start_can_be_checked_after_it():
    place, told = Place(), {}
    async with place.floor(SELF) as floor:
        one = floor.tables["E"]
        await opened(one, 1)
        await until(lambda: one.desk.table.round > 3)
        await one.live.stop()
        last = one.desk.table.round
        told = {number: one.opened.get(number) for number in range(1, last + 1)}
    assert sum(found is not None for found in told.values()) >= 3
    async with place.floor(SELF, store=place.counting) as floor:
        one, before = floor.tables["E"], place.counted.read_count
        for number, found in told.items():
            assert one.opened.get(number) == found or found is None
        assert place.counted.read_count - before <= 20 * len(told)
        assert [one.opened.get(number) for number in (0, -1, one.desk.table.round + 5)] == [None] * 3


class Disk(Around):
    failing = False

    def append(self, *batch):
        if Disk.failing:
            raise Refused(JournalRefusal.FULL, "no space left", "disk")
        self.store.append(*batch)

    def save_snapshot(self, snapshot):
        if Disk.failing:
            raise Refused(JournalRefusal.FULL, "no space left", "disk")
        self.store.save_snapshot(snapshot)


async def test_a_journal_that_cannot_be_written_is_noted_and_so_is_its_return(monkeypatch):
    monkeypatch.setattr("taisai.house.live.RETRY_S", 0.01)
    place = Place()
    async with place.floor(store=lambda name: Disk(place.file.store(name))) as floor:
        one = floor.tables["H"]
        await opened(one, 1)
        Disk.failing = True
        with pytest.raises(Refused):
            await do(one, c.OpenBets())
        assert codes(floor.register)[-1] == "journal-unwritable"
        Disk.failing = False
        await until(lambda: not one.live.down)
        assert codes(floor.register)[-1] == "journal-writable"
    Disk.failing = False


async def test_an_interrupted_electronic_round_is_concluded_and_one_by_hand_waits_for_its_dealer():
    place = Place()
    async with place.floor(RWS, LONG) as floor:
        for one in floor.tables.values():
            await opened(one, 1)
        await do(floor.tables["H"], c.OpenBets())
        await until(lambda: type(floor.tables["E"].desk.table.phase).__name__ == "Betting")
    async with place.floor(RWS, LONG) as floor:
        assert floor.tables["H"].desk.table.current is not None
        assert floor.tables["E"].desk.table.void.trouble == "interruption"
        assert codes(floor.register).count("round-interrupted") == 2


async def test_a_house_for_trying_out_opens_its_electronic_tables_by_itself():
    async with Place().floor(RWS, LONG, demo=True) as floor:
        assert [one.desk.table.electronic for one in floor.tables.values()] == [False, True]
        assert type(floor.tables["H"].desk.table.phase).__name__ == "Closed"
        assert type(floor.tables["E"].desk.table.phase).__name__ != "Closed"


@pytest.mark.parametrize(
    "other", [{"seats": 5}, {"money": "chips"}, {"automation": "electronic"}, {"chips": (100,)}], ids=str
)
async def test_a_table_that_was_installed_otherwise_does_not_start(other):
    place = Place()
    async with place.floor(RWS):
        pass
    with pytest.raises(Refused) as caught:
        async with place.floor(replace(RWS, **other)):
            pass
    assert caught.value.code is Refusal.SETUP_INVALID
    assert next(iter(other)) in caught.value.words


async def test_a_table_that_cannot_go_on_by_itself_is_noted_once_and_holds_up_no_other():
    place = Place()
    async with place.floor(SELF, replace(SELF, id="F"), demo=True) as floor:
        stuck, other = floor.tables["E"], floor.tables["F"]
        due = stuck.automation.due

        def wrong(_):
            raise OSError("the tumbler's key cannot be read")

        stuck.automation.due = wrong
        await until(lambda: stuck.is_stuck)
        at, played = stuck.desk.table.round, other.desk.table.round
        await until(lambda: other.desk.table.round >= played + 2)
        assert stuck.desk.table.round == at
        stuck.automation.due = due
        await until(lambda: stuck.desk.table.round > at)
        assert codes(floor.register).count(Happening.PROGRAM_ERROR) == 1


@pytest.mark.parametrize("watch", ["_watch_duties", "_watch_players", "_watch_clock"])
async def test_a_watch_that_fails_stops_no_table(watch, caplog):
    def wrong(*_):
        raise OSError("an error of the program")

    async with Place().floor(SELF, demo=True) as floor:
        setattr(floor, watch, wrong)
        one = floor.tables["E"]
        begun = one.desk.table.round
        await until(lambda: one.desk.table.round >= begun + 2)
    assert "a turn of the floor" in caplog.text


async def test_a_clock_that_jumps_is_noted_once(monkeypatch):
    async with Place().floor() as floor:
        real = time.time
        monkeypatch.setattr(floors.time, "time", lambda: real() + 3600)
        await until(lambda: floor.register.newest_seq(Happening.CLOCK_CHANGED))
        seq = floor.register.newest_seq(Happening.CLOCK_CHANGED)
        await asyncio.sleep(3 * floors.TICK_S)
        assert floor.register.newest_seq(Happening.CLOCK_CHANGED) == seq
        monkeypatch.undo()


async def test_whoever_looks_sees_what_is_written():
    async with Place().floor() as floor:
        one = floor.tables["H"]
        await opened(one)
        doing = asyncio.ensure_future(do(one, c.BuyIn(1, 500)))
        await asyncio.sleep(0)
        seen = await looked(one, lambda: (one.desk.head, one.desk.store.head()))
        assert seen[0] == seen[1]
        await doing


async def test_whoever_looks_at_a_busy_table_is_told_what_went_wrong_and_may_stop_waiting():
    def wrong():
        raise OSError("the disk is full")

    async with Place().floor() as floor:
        one = floor.tables["H"]
        one.live.busy = True
        looking = asyncio.ensure_future(looked(one, wrong))
        seen = []
        waiting = asyncio.ensure_future(looked(one, lambda: seen.append(1)))
        await asyncio.sleep(0)
        waiting.cancel()
        one.live._rest()
        with pytest.raises(OSError, match="disk is full"):
            await asyncio.wait_for(looking, PATIENCE_S)
        assert not seen, "nobody waits for it"


def test_a_table_without_pauses_does_all_at_once_and_another_lets_people_see():
    quick, slow = (pace_of(TableSettings("T", "rws-6/2", window_s=9, pause_s=pause)) for pause in (0, 6))
    assert {step for step, pause_s in quick.items() if pause_s} == {Step.CLOSE_BETS}
    assert (slow[Step.OPEN_BETS], slow[Step.CLOSE_BETS], slow[Step.TUMBLE], slow[Step.REVEAL]) == (6, 9, 1, 1)
    assert slow[Step.COLLECT] == 5, "as long as dice are seen to tumble and are read out, once their roll is known"
