"""A stake that comes back, whole or in part, from the felt to the last report; and whoever says otherwise is found."""

from fractions import Fraction

import pytest
from books.house import RULES, House, wager
from journal.forging import fed, told
from reports.evenings import evening, total

from taisai.house.narration import tell
from taisai.house.recall import history
from taisai.journal.export import export
from taisai.journal.verify_taisai import Bad, verify
from taisai.table import commands as c
from taisai.table import events as e

BIG = wager("big", "totals", "selection = [11, 12, 13, 14, 15, 16, 17]", 'triples = "push"', "odds = 1")
LOW = wager("low", "totals", "selection = [4, 5]", 'odds = "7/5"', 'pays = [{ when = ["triple"], returns = "2/5" }]')
RUN = RULES.replace('currency = "EUR"', 'currency = "EUR"\npreset = "usual"')


@pytest.fixture
def house(tmp_path):
    made = House(tmp_path / "house")
    made.write("rules.toml", RUN + BIG + LOW)
    (made.folder / "layout-1.toml").unlink()
    return made


@pytest.fixture
def play(house):
    """Big is staked with 100, low with 50: both come back, one of them in part; both lose; both are in one round."""
    played = evening(house.ref, seats=2)
    for roll in ("4-4-4", "1-1-1", "1-2-2", "5-5-6"):
        played.round(roll, (1, "big", 100), (2, "low", 50))
    return played


def test_stakes_come_back_whole_or_in_part(play):
    # seat 1: push, lost, lost, won; seat 2: two fifths, two fifths, 7 to 5, lost
    assert play.table.seats[1].credit == 1000 - 100 - 100 + 100
    assert play.table.seats[2].credit == 1000 - 30 - 30 + 70 - 50


def test_nothing_is_lit_that_only_comes_back(play):
    entered = [one.event for one in history(play.store) if isinstance(one.event, e.RollEntered)]
    assert [one.lit for one in entered] == [(), (), ("low",), ("big",)]


def test_a_recall_tells_what_came_back(play):
    words = [tell(one.event) for one in history(play.store) if isinstance(one.event, e.AreaPaid)]
    assert any("seat 1 gets 100 for 100 on big" in one for one in words)
    assert any("seat 2 gets 20 for 50 on low" in one for one in words)


def test_reports_expect_what_the_pay_table_gives(play, house):
    ref = (house.ref,)
    edge = {
        "big": -Fraction(105 - (216 - 105 - 2), 216),
        "low": -(Fraction(7, 5) * 9 - Fraction(3, 5) * 6 - (216 - 9 - 6)) / 216,
    }
    said = total("theory", play, paytables=ref)
    assert said["theoretical win"] == 4 * (100 * edge["big"] + 50 * edge["low"])
    assert said["win"] == 100 + 40


@pytest.fixture
def entries(play, tmp_path):
    path = tmp_path / "out.jsonl"
    export(play.store, "t1", path)
    return told(path)


def test_the_file_that_anybody_runs_knows_the_pay_table_from_the_export(play, entries, tmp_path):
    assert verify((tmp_path / "out.jsonl").read_bytes().splitlines(keepends=True))
    assert fed(entries).balances["seat:2"] == play.table.seats[2].credit


@pytest.mark.parametrize(
    ("spot", "returned", "why"),
    [("big", 200, "but the pay table gives 100"), ("low", 50, "gives 20"), ("low", 0, "gives 20"), ("big", 0, "")],
)
def test_a_forged_award_is_found(entries, spot, returned, why):
    place = next(at for at, one in enumerate(entries) if one.event["is"] == "losers-collected")
    event = entries[place].event
    winners = {
        area: [[*award[:3], returned, award[4]] if area == spot else award for award in awards]
        for area, awards in event["winners"].items()
    }
    assert winners != event["winners"]
    entries[place] = entries[place]._replace(event=event | {"winners": winners})
    with pytest.raises(Bad) as bad:
        fed(entries)
    assert why in bad.value.why


def test_a_push_that_is_said_to_be_lit_is_found(entries):
    place = next(at for at, one in enumerate(entries) if one.event["is"] == "roll-entered")
    entries[place] = entries[place]._replace(event=entries[place].event | {"lit": ["big"]})
    with pytest.raises(Bad) as bad:
        fed(entries)
    assert "the lit spots are not those that win on 4-4-4" in bad.value.why


@pytest.mark.parametrize("roll", ["4-4-4", "1-1-1"])
def test_a_round_with_a_push_is_corrected_and_the_books_hold(play, roll):
    play.round(roll, (1, "big", 100), (2, "low", 50))
    before = play.table.seats[1].credit, play.table.seats[2].credit
    play.rightly(c.CorrectRound(play.table.round, (5, 5, 6)))
    after = play.table.seats[1].credit, play.table.seats[2].credit
    back = {"4-4-4": (100, 20), "1-1-1": (0, 20)}[roll]
    assert after == (before[0] - back[0] + 200, before[1] - back[1])
