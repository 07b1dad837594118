"""A design of the lab: what it changes, what it leaves, and the rulebook that comes of it."""

from fractions import Fraction

import pytest
from books.house import wager
from multipliers.playing import TEXT, write

from taisai import Refused, figures, paytable, rulebook
from taisai.books.check import check
from taisai.books.design import design
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


@pytest.mark.parametrize("spot", ["big", "total-4", "any-triple", "domino-1-2", "single-1"])
@pytest.mark.parametrize("target", [Fraction(1, 50), Fraction(1, 20), Fraction(3, 40)])
def test_odds_are_found_for_an_edge(spot, target):
    base = paytable("rws-6/1")
    found = odds_for_edge(base[spot], target)
    words = base[spot].odds_words.split("/")
    text = "/".join([*words[:-1], str(found)])
    edge = figures(made("rws-6/1", {spot: text}).table[spot]).edge
    assert edge >= target
    assert edge - target < Fraction(1, 100)


@pytest.mark.parametrize(("spot", "target"), [("big", Fraction(9, 10)), ("single-1", Fraction(1, 4))])
def test_an_edge_that_no_odds_give_is_refused(spot, target):
    with pytest.raises(Refused, match="no odds above 0"):
        odds_for_edge(paytable("rws-6/1")[spot], target)


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
    with pytest.raises(Refused, match="no pay table"):
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
