"""A running house checks every round as an outsider would, when it ends: one that fails stops the table."""

import asyncio

import pytest
from house import forged
from house.forged import forge
from house.script import Around
from house.test_floor import ENTERED, LONG, WON, Place, codes, do, opened, until
from journal.forging import KEPT, bodies, ends, export_of, fed, told
from journal.test_verify_money import MISFITS
from journal.test_verify_rolls import AMENDMENTS, FORGERIES, ROLLS, THROWS, VOIDS, WAGERS
from msgspec.structs import replace
from server.making import SELF

from taisai.house import floor as floors
from taisai.house.automation import ITSELF
from taisai.house.boundary import Boundary
from taisai.house.desk import Desk
from taisai.house.games import game
from taisai.house.proof import followed
from taisai.house.table_entry import recorded
from taisai.house.tables import TableSettings
from taisai.journal.memory import MemoryStore
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import START, sealed_bodies
from taisai.journal.verify_taisai import Bad, verify
from taisai.keeping.table_tests import Examined, Shared, rounds
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Role, Step, Trouble
from taisai.table import commands as c
from taisai.table.order import Person

BOSS = Person("boss", Role.PIT_MANAGER)
VOID = c.VoidRound(Trouble.DICE_EXPOSED)
BY_HAND = {
    forged.entered_otherwise: "5-5-6 was entered, but 4-5-6 was pressed",
    forged.paid_too_much: "seat 1 got 2005 for 1000 on big, but the pay table gives 2000",
    forged.tumbled_too_few: "without a valid tumble",
    forged.wagered_late: "a wager was placed or withdrawn after wagers closed",
}


def unsound(floor):
    return [one.words for one in floor.register.search(limit=1000).happenings if one.code == "round-unsound"]


@pytest.mark.parametrize("change", BY_HAND)
async def test_a_round_that_fails_its_checks_stops_the_table_and_is_significant(monkeypatch, change):
    async with Place().floor() as floor:
        one = floor.tables["H"]
        await opened(one, 1)
        await do(one, *WON, *ENTERED)
        assert (one.desk.table.trouble, unsound(floor)) == ("", []), "a sound round stops nothing"
        forge(monkeypatch, change)
        await do(one, *WON, *ENTERED)
        await until(lambda: one.desk.table.trouble == "malfunction")
        (words,) = unsound(floor)
        assert BY_HAND[change] in words
        with pytest.raises(Refused) as refused:
            await do(one, c.OpenBets())
        assert refused.value.code is Refusal.TABLE_STOPPED


async def test_a_bad_wager_among_good_ones_is_named_by_its_entry(monkeypatch):
    async with Place().floor() as floor:
        one = floor.tables["H"]
        await opened(one, 1)
        begun, wager, *rest = WON
        await do(one, begun, wager, wager)
        forge(monkeypatch, forged.wagered_in_another_round)
        await do(one, wager)
        bad = one.desk.head.seq
        monkeypatch.undo()
        await do(one, wager, *rest, *ENTERED)
        await until(lambda: one.desk.table.trouble == "malfunction")
        (words,) = unsound(floor)
        assert f"entry {bad}: " in words


async def test_a_void_round_that_keeps_a_stake_stops_the_table(monkeypatch):
    async with Place().floor() as floor:
        one = floor.tables["H"]
        await opened(one, 1)
        forge(monkeypatch, forged.returned_too_little)
        await do(one, *WON[:2], VOID)
        await until(lambda: one.desk.table.trouble == "malfunction")
        assert "stakes are on the layout" in unsound(floor)[0] or "was returned" in unsound(floor)[0]


async def test_after_it_was_cleared_the_table_plays_on_and_sound_rounds_stop_nothing(monkeypatch):
    async with Place().floor() as floor:
        one = floor.tables["H"]
        await opened(one, 1)
        forge(monkeypatch, forged.paid_too_much)
        await do(one, *WON, *ENTERED)
        await until(lambda: one.desk.table.trouble)
        monkeypatch.undo()
        await do(one, c.ClearTrouble("the program was replaced"), by=BOSS)
        await do(one, *WON, *ENTERED, *WON, *ENTERED)
        assert (one.desk.table.trouble, len(unsound(floor))) == ("", 1)


QUICK = replace(SELF, window_s=1)


@pytest.mark.parametrize("change", [forged.entered_otherwise, forged.wagered_late])
async def test_an_electronic_round_that_is_not_its_commitment_stops_the_table(monkeypatch, change):
    async with Place().floor(QUICK) as floor:
        one = floor.tables["E"]
        await opened(one, 1)
        forge(monkeypatch, change)
        await until(lambda: one.desk.table.trouble == "malfunction")
        await until(lambda: one.desk.table.current is None)
        number = one.desk.table.round
        await asyncio.sleep(0.3)
        assert one.desk.table.round == number, "it begins nothing by itself"
        assert unsound(floor)


# ---- starts ----


STEPS = (*WON, *ENTERED)


@pytest.mark.parametrize("at", range(1, len(STEPS)))
async def test_a_restart_at_any_step_by_hand_leaves_the_follower_right(at):
    place = Place()
    async with place.floor() as floor:
        await opened(floor.tables["H"], 1)
        await do(floor.tables["H"], *STEPS, *STEPS[:at])
    async with place.floor() as floor:
        one = floor.tables["H"]
        await do(one, *STEPS[at:], *STEPS)
        assert (one.desk.table.trouble, unsound(floor), one.desk.table.round) == ("", [], 3)


@pytest.mark.parametrize("at", [8, 9])
async def test_a_bad_round_that_was_under_way_at_the_start_stops_the_table(monkeypatch, at):
    """The roll was entered, or its losers collected, before the process ended."""
    place = Place()
    async with place.floor() as floor:
        await opened(floor.tables["H"], 1)
        forge(monkeypatch, forged.entered_otherwise)
        await do(floor.tables["H"], *STEPS[: at + 1])
    monkeypatch.undo()
    async with place.floor() as floor:
        one = floor.tables["H"]
        await until(lambda: one.desk.table.trouble == "malfunction")
        assert "5-5-6 was entered, but" in unsound(floor)[0]


PHASES = ("Betting", "BetsShut", "Tumbled", "Revealed", "Entered", "Settling")


@pytest.mark.parametrize("phase", PHASES)
async def test_a_restart_in_the_middle_of_an_electronic_round_leaves_the_follower_right(monkeypatch, phase):
    monkeypatch.setattr(floors, "pace_of", lambda _: dict.fromkeys(Step, 0.2))
    place = Place()
    async with place.floor(SELF) as floor:
        one = floor.tables["E"]
        await opened(one, 1)
        await until(lambda: one.desk.table.current and type(one.desk.table.phase).__name__ == "Betting")
        player = Person("p", Role.PLAYER, 1)
        wagers = (c.PlaceWager(1, spot, 1_000) for spot in ("big", "small", "any-triple"))
        await do(one, *wagers, by=player)
        await until(lambda: type(one.desk.table.phase).__name__ == phase)
    async with place.floor(SELF) as floor:
        one = floor.tables["E"]
        await until(lambda: one.desk.table.round >= 3)
        assert (one.desk.table.trouble, unsound(floor)) == ("", [])


# ---- what was written and never answered ----


class Forgetful(Around):
    """Writes one batch, and says that it did not."""

    lost = False

    def append(self, *batch):
        self.store.append(*batch)
        if Forgetful.lost:
            Forgetful.lost = False
            raise Refused(JournalRefusal.FULL, "no space left", "disk")


async def lose_one(monkeypatch, change=None):
    """Plays a round in which the answer to the wager or to the entry is lost; gives back what was unsound."""
    monkeypatch.setattr("taisai.house.live.RETRY_S", 0.01)

    async def play(lost_at):
        place = Place()
        async with place.floor(store=lambda name: Forgetful(place.file.store(name))) as floor:
            one = floor.tables["H"]
            await opened(one, 1)
            if change:
                forge(monkeypatch, change)
            await do(one, *STEPS[:lost_at])
            Forgetful.lost = True
            with pytest.raises(Refused):
                await do(one, STEPS[lost_at])
            await until(lambda: not one.live.down)
            await do(one, *STEPS[lost_at + 1 :])
            if change:
                await until(lambda: one.desk.table.trouble)
            return one.desk.table.trouble, unsound(floor)

    return [await play(lost_at) for lost_at in (1, 8, 9)]


async def test_what_was_written_without_an_answer_is_followed_too(monkeypatch):
    assert await lose_one(monkeypatch) == [("", [])] * 3


async def test_and_is_found_where_it_is_bad(monkeypatch):
    for trouble, words in await lose_one(monkeypatch, forged.entered_otherwise):
        assert trouble == "malfunction"
        assert "5-5-6 was entered, but" in words[0]


async def test_a_table_is_stopped_as_soon_as_its_journal_can_be_written(monkeypatch):
    class Down(Around):
        down = False

        def append(self, *batch):
            if Down.down:
                raise Refused(JournalRefusal.FULL, "no space left", "disk")
            self.store.append(*batch)
            kinds = b"".join(entry.body for entry in batch[1])
            Down.down = b'"round-settled"' in kinds

        def save_snapshot(self, snapshot):
            if Down.down:
                raise Refused(JournalRefusal.FULL, "no space left", "disk")

    monkeypatch.setattr("taisai.house.live.RETRY_S", 0.01)

    place = Place()
    async with place.floor(store=lambda name: Down(place.file.store(name))) as floor:
        one = floor.tables["H"]
        await opened(one, 1)
        forge(monkeypatch, forged.paid_too_much)
        await do(one, *STEPS)
        await until(lambda: one.live.down)
        Down.down = False
        await until(lambda: one.desk.table.trouble == "malfunction")


# ---- who tries ----


ATTEMPTS = (c.Resume("6-6-6"), c.Resume(disturbed=True), c.PressButton(6), c.EnterRoll(), c.AmendEntry((6, 6, 6)))


@pytest.mark.parametrize("command", ATTEMPTS, ids=lambda command: str(command)[:20])
async def test_whoever_tries_to_bring_a_roll_to_an_electronic_table_is_on_record(command):
    async with Place().floor(LONG) as floor:
        one = floor.tables["E"]
        await opened(one)
        await until(lambda: one.desk.table.current and one.desk.table.commitments)
        await do(one, c.CloseBets(), by=ITSELF)
        before = one.desk.table.round
        with pytest.raises(Refused) as refused:
            await do(one, command, by=BOSS)
        assert (refused.value.code, one.desk.table.round) == (Refusal.ROLL_COMMITTED, before)
        (noted,) = [one for one in floor.register.search().happenings if one.code == "roll-refused"]
        assert (noted.table, noted.severity) == ("E", "critical")
        assert "boss (pit-manager) ordered" in noted.words


async def test_whoever_tells_a_roll_at_a_table_dealt_by_hand_is_on_record_and_other_refusals_are_not():
    async with Place().floor() as floor:
        one = floor.tables["H"]
        await opened(one)
        await do(one, c.OpenBets())
        for command in (c.OpenBets(), c.Resume("6-6-6")):
            with pytest.raises(Refused):
                await do(one, command)
        assert codes(floor.register).count("roll-refused") == 1


# ---- one set of checks ----


SUSPECT = FORGERIES | MISFITS
OF_ROUNDS = ROLLS | AMENDMENTS | VOIDS | THROWS | WAGERS
OF_ALL_MONEY = {"nothing is taken back", "too little is taken back", "another pays for it", "what was paid is kept"}
OF_ALL_MONEY |= {"too little comes back", "a test roll that nobody pressed"}


def stored(store, entries):
    after = store.head()
    fresh = [*bodies(entries)][after.seq :]
    store.append(after, sealed_bodies(after, fresh))
    return store


def judged(store, *, whole=False):
    paytable = recorded(next(store.read()).clear).event.paytable
    return rounds(Examined(TableSettings("T1", paytable), store, Shared()), whole)


@pytest.mark.parametrize("name", SUSPECT)
def test_the_self_test_finds_what_the_verifier_finds_at_the_same_entry(name):
    entries, _ = SUSPECT[name]
    found = verify(export_of(entries))
    for whole in (False, True):
        ok, words, value = judged(stored(MemoryStore(), entries), whole=whole)
        assert (ok, value) == (False, str(found.bad_seq))
        assert words.startswith(f"entry {found.bad_seq}: {found.bad_why}")


@pytest.mark.parametrize("name", sorted(OF_ROUNDS.keys() - OF_ALL_MONEY))
def test_the_quick_self_test_finds_it_wherever_the_snapshot_lies_before_it(name):
    """Between rounds or in the middle of the bad one; all that it cannot see is money of which only history knows."""
    entries, _ = OF_ROUNDS[name]
    bad = verify(export_of(entries)).bad_seq
    for at in (at for at in ends(entries) if 1 < at < bad):
        store = stored(MemoryStore(), entries[:at])
        Desk.resume(store, game(entries[0].event["paytable"]), lambda: "now").save_snapshot()
        ok, words, value = judged(stored(store, entries))
        assert (ok, value) == (False, str(bad)), (at, words)


OURS = [path for path in KEPT if path.stem != "table-29-multipliers"]  # whose rulebook was a house's own


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_the_quick_self_test_has_nothing_to_say_of_a_sound_journal_wherever_its_snapshot_lies(path):
    """Also where rules were stated in the middle of it: what was before is checked as it was then."""
    entries = told(path)
    for at in ends(entries)[1:]:
        store = stored(MemoryStore(), entries[:at])
        Desk.resume(store, game(entries[0].event["paytable"]), lambda: "now").save_snapshot()
        assert judged(stored(store, entries))[0]


def what_is_said(follow, given):
    try:
        return dict(follow(given).balances)
    except Bad as bad:
        return bad.seq, bad.why


def followed_in_a_store(entries):
    store = MemoryStore()
    store.append(START, sealed_bodies(START, list(bodies(entries))))
    return followed(store, Boundary())


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_start_says_of_every_forged_wager_what_the_verifier_says(path):
    """A start follows wagers with less work."""
    entries = told(path)
    assert what_is_said(followed_in_a_store, entries) == what_is_said(fed, entries)
    for place, one in enumerate(entries):
        if one.event["is"] != "wager-placed":
            continue
        for name, value in one.event.items():
            for other in (value + 1, value - 1, -value, 10**12, True, 1.5) if type(value) is int else ("no such", 1):
                forged = [*entries[:place], one._replace(event=one.event | {name: other}), *entries[place + 1 :]]
                assert what_is_said(followed_in_a_store, forged) == what_is_said(fed, forged), (place, name, other)
