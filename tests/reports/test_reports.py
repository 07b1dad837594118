"""What each report says of an evening that is known."""

import tracemalloc
from fractions import Fraction

import msgspec
import pytest
from books.house import BIG, RULES, House, wager
from house.redeeming import redeemed
from reports.evenings import MADE_AT, Evening, as_dicts, evening, report, rows, sources, total
from table.playing import displayed

from taisai.house.desk import Desk
from taisai.house.setup import Setup
from taisai.journal.entry import By, Entry
from taisai.journal.memory import MemoryFile, MemoryStore
from taisai.journal.seal import START, sealed
from taisai.people.events import HappeningAcknowledged, HappeningNoted
from taisai.reports.house_records import noted
from taisai.reports.period import Period
from taisai.reports.registry import REPORTS
from taisai.reports.sources import Noted, journals
from taisai.reports.theory import Line
from taisai.reports.vouchers import _found
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table.order import Order, Person

SECOND_DAY = "2026-03-02T01:00:00.000+00:00"


@pytest.fixture
def play():
    """Two days: a round that the house wins and one that it loses."""
    played = evening(seats=3)
    played.round("2-2-5", (1, "big", 100), (2, "double-2", 10))
    played.on(SECOND_DAY)
    played.round("4-5-6", (1, "big", 50), (3, "small", 20))
    return played


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_says_what_of_whom_and_when(name):
    kind = REPORTS[name]
    made = kind.make(sources(evening(), since="2026-03-01", until="2026-04-01", noted=()))
    assert (made.title, made.version, made.site, made.made_at) == (kind.title, "9.9", "Test Casino", MADE_AT)
    assert (made.period_from, made.period_to) == ("2026-03-01T00:00:00", "2026-04-01T00:00:00")


def test_without_bounds_the_period_is_from_the_first_entry_until_now():
    made = report("turnover", evening())
    assert (made.period_from, made.period_to) == ("the first entry", MADE_AT)


def test_turnover_by_day_by_area_and_by_table(play):
    by_day = {row["day"]: row for row in rows("turnover", play, by="day")}
    assert [(day, row["rounds"], row["staked"], row["returned"], row["win"]) for day, row in by_day.items()] == [
        ("2026-03-01", 1, 110, 120, -10),
        ("2026-03-02", 1, 70, 100, -30),
    ]
    assert by_day["2026-03-01"]["hold"] == Fraction(-1, 11)
    by_area = {row["area"]: (row["rounds"], row["staked"], row["win"]) for row in rows("turnover", play, by="area")}
    assert by_area == {"big": (2, 150, 50), "double": (1, 10, -110), "small": (1, 20, 20)}
    assert total("turnover", play, by="area")["rounds"] == 2
    assert [row["table"] for row in rows("turnover", play, evening())] == ["T1"]


def test_a_year_to_date_is_a_row(play):
    assert [row["year"] for row in rows("turnover", play, by="year")] == ["2026"]
    assert [row["month"] for row in rows("turnover", play, by="month")] == ["2026-03"]


def test_corrections_stand_in_a_row_of_their_own(play):
    play.rightly(c.CorrectRound(1, (4, 5, 6)))
    found = {row["area"]: row for row in rows("turnover", play, by="area")}
    assert found["corrections"]["corrections"] == found["corrections"]["win"] == 120 - 200
    assert total("turnover", play)["win"] == -120
    assert found["big"]["win"] == 50


def test_theory_counts_a_round_as_corrected_and_leaves_a_reversed_one_out(play):
    before = total("theory", play)
    assert (before["rounds wagered"], before["win"]) == (2, -40)
    play.rightly(c.CorrectRound(1, (4, 5, 6)))
    corrected = total("theory", play)
    assert (corrected["rounds wagered"], corrected["win"], corrected["theoretical win"]) == (
        2,
        -120,
        before["theoretical win"],
    )
    play.rightly(c.ReverseRounds((1,)))
    reversed_ = total("theory", play)
    assert (reversed_["rounds wagered"], reversed_["win"]) == (1, -30)


def test_theory_by_day_and_by_table_takes_rounds_whole(play):
    names = ("rounds wagered", "staked", "win", "theoretical win")
    whole = total("theory", play)
    assert [row["win"] for row in rows("theory", play, by="day")] == [-10, -30]
    (row,) = rows("theory", play, by="table")
    assert {**row, "table": "total"} == {**total("theory", play, by="table")}
    assert [row[name] for name in names] == [whole[name] for name in names]


def test_a_round_in_which_nothing_can_happen_has_no_z():
    line = Line(rounds=1, staked=10)
    assert (line.z, line.is_inside) == ("", True)


def test_theory_knows_that_wagers_of_a_round_hang_together():
    """Big and small together can lose to a triple only: far less chance than in two rounds."""
    hedged, apart = evening(), evening()
    hedged.round("1-2-3", (1, "big", 100), (2, "small", 100))
    apart.round("1-2-3", (1, "big", 100))
    apart.round("1-2-3", (2, "small", 100))
    together, separate = total("theory", hedged), total("theory", apart)
    assert together["theoretical win"] == separate["theoretical win"] == Fraction(200 * 6, 216)
    assert together["standard deviation"] < separate["standard deviation"] / 2
    variance = Fraction(6 * 200 * 200, 216) - Fraction(200 * 6, 216) ** 2
    assert abs(together["standard deviation"] - Fraction(float(variance) ** 0.5)) < Fraction(1, 50)


def test_a_win_outside_the_interval_is_said_in_words():
    play = evening(bought=50_000)
    for _ in range(8):
        play.round("1-1-1", (1, "triple-1", 10))
    made = report("theory", play)
    (row,) = as_dicts(made.rows, made)
    assert row["verdict"] == "outside"
    assert row["z"].startswith("-")
    assert any(note.startswith("Outside, triple: the house won SGD -") for note in made.notes)
    fair = evening()
    fair.round("1-2-3", (1, "big", 10))
    made = report("theory", fair)
    assert as_dicts(made.rows, made)[0]["verdict"] == "inside"
    assert not any(note.startswith("Outside") for note in made.notes)


def test_a_rulebook_of_the_house_is_found_by_its_fingerprint_and_nowhere_else(tmp_path, monkeypatch):
    house = House(tmp_path / "house")
    single = wager("single", "show", "selections = [1, 2]", "odds = { 1 = 1, 2 = 2, 3 = 3 }")
    rules = RULES.replace('currency = "EUR"', 'currency = "EUR"\npreset = "usual"') + BIG + single
    house.write("rules.toml", rules)
    play = evening(house.ref)
    play.round("1-1-2", (1, "single-1", 10), (1, "single-2", 10), (1, "big", 10))
    monkeypatch.chdir(tmp_path)
    lost = report("theory", play)
    assert {row[0] for row in lost.rows} == {"big", "single-1", "single-2"}
    assert any("is not available" in note for note in lost.notes)
    found = report("theory", play, paytables=("rws-6/1", house.ref))
    assert {row[0] for row in found.rows} == {"big", "single"}
    assert not any("is not available" in note for note in found.notes)
    house.write("rules.toml", rules.replace("3 = 3", "3 = 4"))
    changed = report("theory", play, paytables=(house.ref,))
    assert any("is not available" in note for note in changed.notes)
    assert total("theory", play, paytables=(house.ref,)) == total("theory", play)


def test_a_table_result_by_session_and_by_day():
    play = Evening("nz-1998/1", money="chips").open()
    play.buy(1, 500)
    play.fill((1000, 500))
    play.credit_float((100,))
    play.round("1-1-1", (1, "big", 100))
    play.on(SECOND_DAY).shut()
    (row,) = rows("result", play)
    names = ("opening float", "fills", "credits", "drop", "closing float", "win", "owed")
    assert [row[name] for name in names] == [100_000, 1500, 100, 500, 101_000, 100, 0]
    assert (row["opened"], row["closed"]) == ("2026-03-01T20:00:00.000+00:00", SECOND_DAY)
    assert rows("result", play, until="2026-03-02") == rows("result", play, since="2026-03-03") == []
    assert [row["day"] for row in rows("result", play, by="day")] == ["2026-03-02"]


def test_a_session_of_credits_and_one_that_is_still_open(play):
    number = play.cash_out(2)
    play.do(3, c.BuyIn(3, 1110, number))
    notes = report("result", play).notes
    assert any("T1 has not closed: SGD -0.40" in note for note in notes)
    assert rows("result", play) == []
    play.rightly(c.CloseTable())
    (row,) = rows("result", play)
    assert [row[name] for name in ("bought in", "vouchers in", "vouchers out", "win")] == [3000, 1110, 1110, -40]
    meters = rows("meters", play)
    assert [(row["vouchers in"], row["vouchers out"]) for row in meters] == [(0, 0), (0, 1110), (1110, 0)]


def test_what_is_corrected_while_the_table_is_closed_counts_in_the_next_session(play):
    play.rightly(c.CloseTable())
    play.rightly(c.CorrectRound(1, (4, 5, 6)))
    play.open().rightly(c.CloseTable())
    assert [row["win"] for row in rows("result", play)] == [-40, -80]
    assert total("result", play)["win"] == total("turnover", play)["win"]


def test_what_is_owed_is_in_the_turnover_and_beside_the_result():
    play = evening(bought=100)
    play.round("4-5-6", (1, "big", 100))
    play.cash_out(1)
    play.rightly(c.ReverseRounds((1,)))
    play.rightly(c.CloseTable())
    assert (total("result", play)["win"], total("result", play)["owed"]) == (-100, 100)
    assert total("turnover", play)["win"] == 0
    assert total("meters", play)["owed"] == 100


def test_voids_and_corrections_tell_who_by_which_clause_and_what_moved(play):
    play.begin()
    play.wager(1, "big", 40)
    play.void()
    play.rightly(c.CorrectRound(1, (4, 5, 6)))
    play.rightly(c.ReverseRounds((2,)))
    play.rightly(c.ReportTrouble(Trouble.MALFUNCTION, "=dead lamp"))
    play.rightly(c.ClearTrouble("lamp changed"))
    play.do(1, c.OpenDispute(1, 1, "my chip", ""))
    play.do(Role.SHIFT_MANAGER, c.DecideDispute(1, "on film", 5), None, Role.PIT_MANAGER)
    found = rows("voids", play)
    assert [row["what"] for row in found] == [
        "round void", "round corrected", "round reversed", "trouble reported", "trouble cleared", "dispute opened",
        "dispute decided",
    ]  # fmt: skip
    moved = [(row["voided stakes"], row["to players"], row["to house"], row["owed"]) for row in found]
    assert moved == [(40, 0, 0, 0), (0, 200, 120, 0), (0, 20, 50, 0), *[(0, 0, 0, 0)] * 3, (0, 5, 0, 0)]
    assert [row["round"] for row in found] == ["3", "1", "2", "", "", "1", ""]
    assert found[0]["clause"]
    assert found[0]["person"].endswith(")")
    assert "with a pit-manager" in found[-1]["words"]
    assert total("voids", play)["voided stakes"] == 40
    assert total("voids", play)["to players"] == 225
    assert rows("voids", play, until=SECOND_DAY) == []


def test_an_amended_entry_is_told():
    play = evening()
    play.bets((1, "big", 10)).close()
    play.roll("1-2-3")
    play.rightly(c.AmendEntry((6, 5, 4)))
    (row,) = rows("voids", play)
    assert (row["what"], row["words"], row["round"]) == ("entry amended", "1-2-3 to 4-5-6", "1")


def late(play):
    """Seat 1 has been paid its 200 on big, and not yet its 40 on single-6; seat 2 has lost 50."""
    play.bets((1, "big", 100), (1, "single-6", 20), (2, "small", 50)).close()
    play.roll("4-5-6")
    play.do(Role.DEALER, c.CollectLosers())
    play.do(Role.DEALER, c.PayArea("big"))
    return play


def test_a_settlement_that_was_undone_is_counted_once_as_it_was_paid_at_last():
    play = late(evening(seats=2))
    play.rightly(c.AmendEntry((1, 2, 4)))
    play.settle()
    sums = total("turnover", play)
    assert (sums["rounds"], sums["staked"], sums["returned"], sums["win"]) == (1, 170, 100, 70)
    assert [(row["wagered"], row["won"], row["credit"]) for row in rows("meters", play)] == [
        (120, 0, 880),
        (50, 100, 1050),
    ]
    assert total("theory", play)["win"] == total("performance", play)["staked"] - 100 == 70
    assert [row["what"] for row in rows("voids", play)] == ["settlement undone", "entry amended"]


def test_a_round_that_was_void_while_it_was_paid_counts_as_void_and_nothing_else():
    play = late(evening(seats=2))
    play.rightly(c.VoidRound(Trouble.DICE_NOT_FLAT))
    sums = total("turnover", play)
    assert (sums["rounds"], sums["staked"], sums["win"]) == (0, 0, 0)
    assert [(row["wagered"], row["won"], row["credit"]) for row in rows("meters", play)] == [(0, 0, 1000), (0, 0, 1000)]
    found = total("performance", play)
    assert (found["voided rounds"], found["voided stakes"], found["staked"]) == (1, 170, 0)


@pytest.fixture
def floor():
    """Two tables of a house; a voucher of the first is redeemed at the second, another is not."""
    file, desks = MemoryFile(), {}
    for name in ("T1", "T2"):
        play = Evening("rws-6/1", seats=3)
        play.store = file.store(name)
        setup = Setup(name, limits=displayed(play.game))
        play.desk = Desk.install(play.store, play.game, setup, lambda play=play: play.at)
        desks[name] = play.open()
    one, other = desks.values()
    for seat in (1, 2, 3):
        one.buy(seat, 100 * seat)
    number = one.cash_out(1)
    one.on(SECOND_DAY).cash_out(2)
    other.desk.cage._tables = lambda: (one.table, other.table)
    other.on("2026-03-03T00:00:00.000+00:00")
    redeemed(one.desk, other.desk, Order("in", Person("terminal-1", Role.PLAYER, 1), c.BuyIn(1, 100, number)))
    return one, other


def test_vouchers_of_several_tables_meet(floor):
    found = rows("vouchers", *floor)
    names = ("table", "seat", "amount", "redeemed at table", "outstanding")
    assert [tuple(row[name] for name in names) for row in found] == [
        ("T1", "1", 100, "T2", 0),
        ("T1", "2", 200, "", 200),
    ]
    sums = total("vouchers", *floor)
    assert (sums["issued now"], sums["redeemed now"], sums["outstanding"]) == (300, 100, 200)
    assert rows("vouchers", *reversed(floor))[0]["redeemed"]


def test_vouchers_are_outstanding_until_they_are_redeemed(floor):
    sums = total("vouchers", *floor, until="2026-03-03")
    assert (sums["issued now"], sums["redeemed now"], sums["outstanding"]) == (300, 0, 300)
    sums = total("vouchers", *floor, since="2026-03-03")
    assert (sums["issued now"], sums["redeemed now"], sums["outstanding"]) == (0, 100, 200)
    assert [row["amount"] for row in rows("vouchers", *floor, since="2026-03-04")] == [200]


def test_vouchers_that_are_long_over_are_not_held(floor):
    for tables in (floor, floor[::-1]):
        held = _found(list(journals(sources(*tables, since="2026-03-04"))), Period.of("2026-03-04", ""))
        assert [voucher.amount for voucher in held] == [200]


def test_a_voucher_is_out_when_it_was_collected_and_a_cancelled_one_is_not_outstanding(floor):
    one, _ = floor
    one.do(3, c.CashOut(3, "800000000001"))
    made = report("vouchers", *floor)
    assert (
        made.notes[1]
        == "1 of the outstanding vouchers, SGD 3.00 in total, have not been collected from their printers."
    )
    assert [row["vouchers out"] for row in rows("meters", one)][:3] == [100, 200, 0]
    one.on("2026-03-05T00:00:00.000+00:00").do(Role.DEALER, c.CancelVoucher(3, "0001", "no paper"))
    assert len(report("vouchers", *floor).notes) == 1
    (row,) = [row for row in rows("vouchers", *floor) if row["cancelled"]]
    assert [row[name] for name in ("amount", "cancelled now", "outstanding")] == [300, 300, 0]
    sums = total("vouchers", *floor)
    assert sums["issued now"] - sums["redeemed now"] - sums["cancelled now"] == sums["outstanding"] == 200
    assert total("vouchers", *floor, until="2026-03-04")["outstanding"] == 500
    assert [row["amount"] for row in rows("vouchers", *floor, since="2026-03-06")] == [200]
    assert [row["credit"] for row in rows("meters", one)][2] == 300


def test_vouchers_show_their_ending_alone_and_when_they_expire(floor):
    made = report("vouchers", *floor)
    found = as_dicts(made.rows, made)
    assert [len(row["ending"]) for row in found] == [4, 4]
    assert found[1]["expires"].startswith("2026-05-31")
    assert total("vouchers", *floor)["of it expired"] == 200
    assert total("vouchers", *floor, until="2026-04-01")["of it expired"] == 0


def test_a_voucher_of_a_table_that_is_not_in_the_report_is_said(floor):
    made = report("vouchers", floor[1])
    assert "1 redeemed vouchers were issued at tables that are not in this report." in made.notes
    assert as_dicts(made.rows, made)[0]["issued"] == ""
    assert as_dicts(made.totals, made)[0]["outstanding"] == 0


def test_performance_tells_voided_wagers_and_a_round_under_way(play):
    play.bets((1, "big", 30)).void()
    assert total("performance", play)["unfinished rounds"] == 0
    play.bets((1, "big", 40), (2, "small", 5))
    found = total("performance", play)
    assert (found["rounds"], found["staked"], found["returned"]) == (2, 180, 220)
    assert (found["voided rounds"], found["voided stakes"]) == (1, 30)
    assert (found["unfinished rounds"], found["funds in them"]) == (1, 45)
    assert found["actual return"] == Fraction(220, 180)
    assert found["theoretical return"] == 1 - total("theory", play)["theoretical win"] / 180
    assert total("performance", play, evening())["rounds"] == 2


def test_a_table_without_a_round_has_no_hold_and_no_return():
    assert total("turnover", evening())["hold"] == ""
    assert total("performance", evening())["actual return"] == ""
    assert rows("turnover", evening()) == []


def test_meters_of_a_period_move_and_credit_stands(play):
    first, second = rows("meters", play, until=SECOND_DAY), rows("meters", play, since=SECOND_DAY)
    assert [row["wagered"] for row in first] == [100, 10, 0]
    assert [row["wagered"] for row in second] == [50, 0, 20]
    assert [row["credit"] for row in first] == [900, 1110, 1000]
    assert [row["credit"] for row in second] == [950, 1110, 980]


def test_significant_events_are_told_as_they_were_noted():
    one = Noted(7, "2026-03-01T20:00:00Z", "door-open", "high", "T1", "terminal 3", "a technician", "door open")
    later = Noted(8, "2026-03-02T00:00:00Z", "door-shut", "low", "T1", "terminal 3", "", "door shut")
    found = rows("events", noted=iter((one, later)), until="2026-03-02")
    assert [tuple(row.values()) for row in found] == [
        ("2026-03-01T20:00:00Z", 7, "door-open", "high", "T1", "terminal 3", "a technician", "door open")
    ]


def test_an_empty_store_is_no_table(play):
    stores = {"T0": MemoryStore(), "T1": play.store}
    made = REPORTS["meters"].make(msgspec.structs.replace(sources(play), stores=stores))
    assert {row[0] for row in made.rows} == {"T1"}


def test_significant_events_are_read_from_the_journal_of_the_house():
    store = MemoryStore()
    events = (
        HappeningNoted("power-reset", "critical", "the power was gone", "T1", "server"),
        HappeningAcknowledged(1),
    )
    entries = [
        Entry(seq, "2026-03-01T20:00:00Z", By("taisai", "automation"), "", "", msgspec.Raw(msgspec.json.encode(event)))
        for seq, event in enumerate(events, start=1)
    ]
    store.append(START, sealed(START, entries))
    assert list(noted(store, Period.of("", ""))) == [
        Noted(1, "2026-03-01T20:00:00Z", "power-reset", "critical", "T1", "server", "taisai", "the power was gone")
    ]


@pytest.mark.parametrize("name", [name for name in REPORTS if name not in ("events", "duties", "ratings")])
def test_a_long_journal_is_read_without_being_held(name):
    play = evening(bought=10**6)
    for number in range(60):
        play.round("1-2-3", *((seat, spot, 10) for seat in play.table.seats for spot in ("big", "small", "odd")))
        if number == 20:
            short = len(list(play.store.read()))
    long = list(play.store.read())
    assert peak_of(name, play, long) < peak_of(name, play, long[:short]) * 1.5


def peak_of(name, play, entries):
    """Of what Python holds while the report is made, entries aside."""

    class Store(MemoryStore):
        def read(self, after=0):
            return iter(entries)

    made_from = msgspec.structs.replace(sources(play), stores={"T1": Store()})
    REPORTS[name].make(made_from)
    tracemalloc.start()
    try:
        REPORTS[name].make(made_from)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
