"""Dice that come up wrong are seen at the table where they lie, whoever restarts, corrects or forges."""

from random import Random

import pytest
from house.script import GAME, installed, played, resumed
from house.test_floor import Place, codes, do, opened, until
from machines.people import right_person
from server.making import SELF

from taisai.house.dice_watch import CROSSINGS_KEPT, Crossing, DiceWatch, dice_notes, dice_of, thrown
from taisai.house.floor_table import looked
from taisai.house.recall import history
from taisai.house.snapshots import memory_of, packed
from taisai.house.views import Alerts, SeatViews, staff_view
from taisai.journal.keyed import KeyedStore
from taisai.journal.memory import MemoryStore
from taisai.journal.store import Snapshot
from taisai.maths.dice.watch import Watch
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.order import Order, Person

SIXES = (6, 6, 6)
WARNED, ALARMED = 3, 4  # throws of three sixes
FAIR = ((1, 2, 3), (4, 5, 6))
SECOND = Person("cat", Role.PIT_MANAGER)
MANAGER = Person("meg", Role.SHIFT_MANAGER)


def settled(number, roll="6-6-6"):
    return e.RoundSettled(number + 1, roll)


def watched(*events):
    return dice_of(enumerate(events, start=1))


def raised(dice):
    return [(one.seq, one.level) for one in dice.crossings]


def table_with(*rounds, store=None):
    """A desk where these rounds were played, without a floor that hears of it."""
    desk = installed(store or MemoryStore())
    order(desk, c.OpenTable(), 0)
    for faces in rounds:
        play(desk, faces)
    return desk


def order(desk, command, number=None, second=None):
    by = right_person(GAME, command)
    wanted = desk.table.round if number is None else number
    desk.do(Order(f"{desk.head.seq} {command}"[:100], by, command, wanted, second))


def play(desk, faces, then=()):
    number = desk.table.round + 1
    *steps, collect = played(faces)
    for command in (*steps, *then, collect):
        order(desk, command, number)


def test_a_level_is_reached_once_by_the_entry_that_reaches_it():
    dice = watched(*map(settled, range(1, 21)))
    assert raised(dice) == [(WARNED, 100), (ALARMED, 1000)]
    assert [note.code for note in dice_notes("T1", 1, 20, dice)] == ["dice-suspect", "dice-alarm"]
    assert [note.seq for note in dice_notes("T1", ALARMED, ALARMED, dice)] == [ALARMED]
    assert not list(dice_notes("T1", ALARMED + 1, 20, dice))


def test_fair_throws_raise_nothing():
    """The same throws at every run; one seed of a hundred would warn."""
    source = Random(7)
    rolls = ("-".join(sorted(str(source.randint(1, 6)) for _ in range(3))) for _ in range(2_000))
    assert raised(watched(*(settled(place, roll) for place, roll in enumerate(rolls)))) == []


def test_a_level_that_was_left_for_good_is_reached_anew_and_one_at_the_edge_is_not():
    """Left means a tenth: an e-value that goes to and fro about 100 says so once."""
    edge = watched(*map(settled, range(3)), settled(3, "1-2-3"), settled(4), settled(5, "1-2-3"))
    assert edge.watch.throws == 6
    assert [level for _, level in raised(edge)].count(100) == 1
    calmed = [settled(place, f"{one}-{two}-{three}") for place, (one, two, three) in enumerate(100 * FAIR)]
    again = watched(*map(settled, range(4)), *calmed, *map(settled, range(60)))
    assert [level for _, level in raised(again)] == [100, 1000, 100, 1000]


def test_few_crossings_are_kept():
    calm = [settled(place, f"{one}-{two}-{three}") for place, (one, two, three) in enumerate(400 * FAIR)]
    dice = watched(*(event for _ in range(3) for event in (*map(settled, range(90)), *calm)))
    assert len(dice.crossings) <= CROSSINGS_KEPT


def test_a_void_round_has_no_throw_and_an_amended_entry_counts_as_amended():
    desk = table_with(SIXES)
    number = desk.table.round + 1
    for command in (c.OpenBets(), c.CloseBets(), c.TumbleDice(3), c.VoidRound(Trouble.DICE_NOT_FLAT)):
        order(desk, command, number)
    play(desk, (1, 2, 3), then=(c.AmendEntry((1, 2, 4)),))
    assert desk.dice.watch.throws == 2
    assert desk.dice.watch.pooled == (1, 1, 0, 1, 0, 3)


def test_a_round_that_is_reversed_keeps_its_throw_for_the_dice_fell_so():
    desk = table_with(*(SIXES,) * ALARMED)
    order(desk, c.ReverseRounds((1, 2)), second=SECOND)
    assert desk.dice.watch.throws == ALARMED
    assert desk.dice.state == "alarm"


def test_a_correction_after_an_alarm_lowers_the_value_and_leaves_the_record():
    desk = table_with(*(SIXES,) * ALARMED)
    for number, faces in enumerate(((1, 2, 3), (1, 4, 5), (2, 3, 5)), start=1):
        order(desk, c.CorrectRound(number, faces), second=SECOND)
    assert desk.dice.watch.pooled == (2, 2, 2, 1, 2, 3)
    assert desk.dice.state == "quiet"
    assert [level for _, level in raised(desk.dice)] == [100, 1000]


def test_a_correction_can_raise_the_alarm_itself():
    desk = table_with(*(SIXES,) * (ALARMED - 1), (1, 2, 3))
    order(desk, c.CorrectRound(ALARMED, SIXES), second=SECOND)
    assert raised(desk.dice)[-1] == (desk.head.seq, 1000)


@pytest.mark.parametrize("snapshot", [False, True])
def test_a_restart_knows_what_was_known(snapshot):
    desk = table_with(SIXES, (1, 2, 4), SIXES, SIXES)
    order(desk, c.CorrectRound(2, (3, 4, 5)), second=SECOND)
    if snapshot:
        desk.save_snapshot()
    play(desk, SIXES)
    again = resumed(desk.store)
    assert again.dice == desk.dice
    assert again.dice.counted == dice_of((told.seq, told.event) for told in history(desk.store)).counted


def test_what_could_not_be_written_was_never_thrown():
    desk = table_with(*(SIXES,) * (WARNED - 1))
    *steps, collect = played(SIXES)
    for command in steps:
        order(desk, command, WARNED)
    desk.prepare([Order("lost", right_person(GAME, collect), collect, WARNED)])
    assert desk.dice.state == "warn"
    desk.restore()
    assert desk.dice.state == "quiet"


def test_the_command_line_counts_the_same_throws():
    desk = table_with(SIXES, (1, 2, 3), (2, 2, 5))
    order(desk, c.CorrectRound(2, (1, 2, 4)), second=SECOND)
    watch = Watch()
    for throw in thrown(told.event for told in history(desk.store)):
        one, two, three = map(int, throw.split("-"))
        watch = watch.after((one, two, three), in_order=False)
    assert (watch.throws, watch.pooled) == (desk.dice.watch.throws, desk.dice.watch.pooled)


ROUND = (c.OpenBets(), c.CloseBets(), c.TumbleDice(3), c.RevealDice())
KEYED = (*map(c.PressButton, SIXES), c.EnterRoll(), c.CollectLosers())


async def test_an_alarm_is_a_significant_event_once_and_the_pit_sees_it():
    place = Place()
    async with place.floor() as floor:
        one = floor.tables["H"]
        await opened(one)
        for _ in range(ALARMED + 3):
            await do(one, *ROUND, *KEYED)
        assert codes(floor.register).count("dice-suspect") == 1
        assert codes(floor.register).count("dice-alarm") == 1
        (alarm,) = [noted for noted in floor.register.waiting() if noted.code == "dice-alarm"]
        assert alarm.table == "H"
        assert "fair dice reach 1,000 with a chance of 1 in 1,000" in alarm.words
        seen = await looked(one, lambda: staff_view(one.desk, SeatViews(one.desk), Alerts()))
        assert (seen.fairness.throws, seen.fairness.state) == (ALARMED + 3, "alarm")
        assert seen.fairness.faces == (0, 0, 0, 0, 0, 3 * (ALARMED + 3))
    async with place.floor() as floor:
        assert codes(floor.register).count("dice-alarm") == 1


def unwritable(*_, **__):
    raise Refused(Trouble.MALFUNCTION, "killed", "")


async def test_a_house_killed_between_the_settlement_and_the_event_says_it_when_it_starts():
    place = Place()
    async with place.floor() as floor:
        one = floor.tables["H"]
        await opened(one)
        for _ in range(ALARMED - 1):
            await do(one, *ROUND, *KEYED)
        floor.register.note_all = unwritable
        await do(one, *ROUND, *KEYED)
    assert "dice-alarm" not in codes(place.register())
    for _ in range(2):
        async with place.floor() as floor:
            assert codes(floor.register).count("dice-alarm") == 1
            assert codes(floor.register).count("dice-suspect") == 1


async def test_a_correction_after_the_alarm_is_noted_beside_it_and_takes_nothing_back():
    async with Place().floor() as floor:
        one = floor.tables["H"]
        await opened(one)
        for _ in range(ALARMED):
            await do(one, *ROUND, *KEYED)
        await do(one, c.CorrectRound(1, (1, 2, 3)), c.CorrectRound(2, (1, 4, 5)), by=MANAGER, second=SECOND)
        assert codes(floor.register).count("dice-alarm") == 1
        assert codes(floor.register).count("round-corrected") == 2
        assert "dice-alarm" in [noted.code for noted in floor.register.waiting()]


def test_a_forged_snapshot_raises_no_alarm_that_the_journal_does_not():
    """Whoever can write the file and has not the house's key makes no alarm, nor hides one."""
    bare = MemoryStore()
    store = KeyedStore(bare, b"k" * 32)
    desk = table_with(*(SIXES,) * WARNED, store=store)
    for level, crossings in ((1000, (Crossing(desk.head.seq, 1000, 3, 9.0),)), (0, ())):
        memory = memory_of(desk)
        memory.dice = DiceWatch(level=level, crossings=crossings)
        bare.save_snapshot(Snapshot(desk.head, bytes(32) + packed(memory)))
        again = resumed(KeyedStore(bare, b"k" * 32))
        assert again.dice == desk.dice
        assert again.dice.state == "warn"


async def test_the_dice_of_a_tumbler_are_watched_one_by_one():
    async with Place().floor(SELF) as floor:
        one = floor.tables["E"]
        await opened(one)
        await until(lambda: one.desk.dice.watch.throws > 3)
        watch = await looked(one, lambda: one.desk.dice.watch)
        assert [sum(die) for die in watch.dice] == [watch.throws] * 3
        assert tuple(map(sum, zip(*watch.dice, strict=True))) == watch.pooled


def test_one_tables_dice_say_nothing_of_another():
    dice = watched(*map(settled, range(4)))
    assert {note.table for note in dice_notes("T2", 1, 9, dice)} == {"T2"}
    assert not list(dice_notes("T2", 1, 9, DiceWatch()))
