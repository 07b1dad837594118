"""A design of the lab: what it changes, what it leaves, and the rulebook that comes of it."""

from decimal import Decimal
from fractions import Fraction

import pytest
from books.house import EVERY_WAY_TO_PAY, wager
from multipliers.playing import TEXT, write

from taisai import Refused, figures, paytable, rulebook
from taisai.books.check import check
from taisai.books.design import design, odds_written
from taisai.books.shelf import shelf
from taisai.maths.design import odds_for_edge


def made(ref, odds=None, added=()):
    return design(rulebook(ref), paytable(ref), odds or {}, added)


def written(tmp_path, text):
    folder = tmp_path / "design"
    folder.mkdir(exist_ok=True)
    (folder / "rules.toml").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("ref", list(shelf()))
def test_a_design_that_changes_nothing_pays_the_same_and_passes_the_check(ref, tmp_path):
    base, designed = paytable(ref), made(ref)
    assert {spot.id: spot.wins for spot in designed.table.spots} == {spot.id: spot.wins for spot in base.spots}
    folder = written(tmp_path, designed.text)
    assert [one for one in check(folder) if one.kind == "problem"] == []
    read = paytable(str(folder))
    assert {spot.id: (spot.label, spot.wins) for spot in read.spots} == {s.id: (s.label, s.wins) for s in base.spots}


CHANGES = {
    "big": "0.95", "total-4": "65", "single-3": "1/2/20", "double-2": "12", "domino-1-4": "7:6", "any-triple": "33",
}  # fmt: skip


def test_odds_change_where_they_were_changed_and_nowhere_else(tmp_path):
    base, designed = paytable("rws-6/2"), made("rws-6/2", CHANGES)
    for spot in designed.table.spots:
        wanted = CHANGES.get(spot.id, base[spot.id].odds_words)
        assert spot.odds_words == wanted, spot.id
    read = paytable(str(written(tmp_path, designed.text)))
    assert {spot.id: spot.wins for spot in read.spots} == {spot.id: spot.wins for spot in designed.table.spots}


def test_a_spot_is_added_to_the_table(tmp_path):
    lucky = {"name": "lucky", "label": "Lucky", "pattern": "totals", "selection": [7, 14], "odds": 6}
    designed = made("nz-1998/1", {}, (lucky,))
    assert figures(designed.table["lucky"]).ways == 30
    assert paytable(str(written(tmp_path, designed.text)))["lucky"].wins == designed.table["lucky"].wins


@pytest.mark.parametrize(
    ("odds", "added"),
    [
        ({"bgi": "1"}, ()),
        ({"big": "nothing"}, ()),
        ({"single-1": "1/2"}, ()),
        ({}, ({"name": "big", "pattern": "totals", "selection": [7], "odds": 6},)),
        ({}, ({"name": "x", "pattern": "totals", "selection": [19], "odds": 6},)),
        ({}, ({"name": "x", "pattern": "nothing"},)),
        ({}, ({"name": 'x"\n[evil]', "pattern": "totals", "selection": [7], "odds": 6},)),
    ],
)
def test_what_makes_no_sense_is_refused(odds, added):
    with pytest.raises(Refused):
        made("rws-6/1", odds, added)


WRITTEN = {
    "big": "1", "field": "3", "printed": "31", "four-4": "59", "four-17": "59", "kept": "3", "half-1": "3/10",
    "half-2": "3/10", "ratio-9": "7:6", "ratio-12": "7:6", "rounded": "5", "struck-1": "1/2/3", "struck-2": "1/2/3",
}  # fmt: skip


@pytest.fixture
def every(tmp_path):
    return write(tmp_path / "every", EVERY_WAY_TO_PAY)


def test_a_design_tells_what_its_file_says_that_each_spot_pays(every):
    """To one, before a commission, and without rows for single rolls: what can be written again."""
    assert made(every).odds == WRITTEN
    assert made("rws-6/2").odds["single-3"] == "1/2/12"


@pytest.mark.parametrize("spot", WRITTEN)
def test_what_is_told_written_again_changes_nothing(every, spot):
    base = paytable(every)
    assert made(every, {spot: WRITTEN[spot]}).table[spot].wins == base[spot].wins


@pytest.mark.parametrize(
    ("spot", "odds", "paid"), [("printed", "33", "33"), ("kept", "4", "3.8"), ("field", "5", "5/9")]
)
def test_other_odds_are_written_whichever_way_the_file_had_them(every, spot, odds, paid, tmp_path):
    designed = made(every, {spot: odds})
    assert designed.table[spot].pays_words == paid
    assert paytable(str(written(tmp_path, designed.text)))[spot].wins == designed.table[spot].wins


@pytest.mark.parametrize(
    ("typed", "value"), [("6", 6), (" 8.5 ", Decimal("8.5")), ("7:6", "7/6"), ("2=3, 3=20", {"2": 3, "3": 20})]
)
def test_odds_are_read_as_people_type_them(typed, value):
    assert odds_written(typed) == value


@pytest.mark.parametrize("typed", ["", "x", "2=", "9=3", "=3", "1/2/12", "٣"])
def test_what_is_not_odds_is_refused(typed):
    with pytest.raises(Refused):
        odds_written(typed)


def test_odds_of_a_spot_that_was_added_are_changed_like_any_other():
    lucky = {"name": "lucky", "pattern": "count", "selection": [1, 4], "odds": {"2": 3, "3": 20}}
    assert made("rws-6/1", {"lucky": "2/9"}, (lucky,)).table["lucky"].odds_words == "2/9"


def test_odds_for_an_edge_follow_from_two_edges():
    """1 to 1 on 105 ways has an edge of 1/36; 2 to 1 would have one of -11/24."""
    found = odds_for_edge("big", Fraction(1), Fraction(1, 36), Fraction(1, 36) - Fraction(105, 216), Fraction(1, 20))
    assert str(found) == "0.95"
    with pytest.raises(Refused, match="no odds above 0"):
        odds_for_edge("big", Fraction(1), Fraction(1, 36), Fraction(-11, 24), Fraction(9, 10))
    with pytest.raises(Refused, match="do not change its edge"):
        odds_for_edge("big", Fraction(1), Fraction(1, 36), Fraction(1, 36), Fraction(1, 20))


@pytest.mark.parametrize("ref", ["rws-6/2", "nz-2008/2", "bau-cua/2", "yee-hah-hi/1"])
def test_spots_are_removed_and_all_others_stay_as_they_were(ref, tmp_path):
    base = paytable(ref)
    gone = {str(spot.id) for spot in base.spots[::2]}
    designed = design(rulebook(ref), base, {}, (), gone)
    left = {spot.id: (spot.label, spot.wins) for spot in base.spots if spot.id not in gone}
    assert {spot.id: (spot.label, spot.wins) for spot in designed.table.spots} == left
    read = paytable(str(written(tmp_path, designed.text)))
    assert {spot.id: (spot.label, spot.wins) for spot in read.spots} == left


def test_a_design_without_a_spot_or_without_one_that_is_not_there_is_refused():
    base = paytable("rws-6/1")
    with pytest.raises(Refused, match="needs at least one spot"):
        design(rulebook("rws-6/1"), base, {}, (), base.by_id)
    with pytest.raises(Refused, match="no spot 'bgi'"):
        design(rulebook("rws-6/1"), base, {}, (), ["bgi"])


def test_multipliers_and_rounding_are_in_the_rulebook_of_a_design(tmp_path):
    text = TEXT + wager("kept", "totals", "selection = [9]", "odds = 6", "commission = 5",
                        'rounding = { unit = 5, direction = "up" }')  # fmt: skip
    ref = write(tmp_path / "base", text)
    designed = design(rulebook(ref), paytable(ref), {"big": "0.9"}, (), ["low", "single-2"])
    (tmp_path / "design").mkdir()
    (tmp_path / "design" / "rules.toml").write_text(designed.text, encoding="utf-8")
    assert [one for one in check(tmp_path / "design") if one.kind == "problem"] == []
    read = paytable(str(tmp_path / "design"))
    assert read.fingerprint == designed.table.fingerprint
    assert read.multipliers.spots == ("single-1", "single-6")
    assert read["kept"].commission == paytable(ref)["kept"].commission
