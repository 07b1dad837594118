"""The lab's designs over the wire: figures, felt and rulebook for anybody, and nothing that is nobody's business."""

import json
from fractions import Fraction

import pytest
from books.house import EVERY_WAY_TO_PAY
from multipliers.playing import write
from server.making import HAND, house

from taisai import ROLLS, Refused, figures, paytable
from taisai.books.check import check
from taisai.books.readiness import missing
from taisai.server.designs import designed
from taisai.wire.design import AddedSpot, DesignAsked

DESIGN = "/api/lab/design"


async def asked(folder, *bodies):
    async with house(folder, HAND) as server:
        return [await server.post(DESIGN, body=body) for body in bodies]


async def test_a_design_comes_back_with_figures_felt_and_rulebook(tmp_path):
    lucky = {"name": "lucky", "label": "Lucky", "pattern": "totals", "selection": [7, 14], "odds": "6"}
    (told,) = await asked(tmp_path, {"paytable": "rws-6/2", "odds": {"big": "0.95"}, "added": [lucky]})
    assert told.status == 200, told.json
    spots = {one["id"]: one for one in told.json["spots"]}
    assert spots["small"]["edge"] == str(figures(paytable("rws-6/2")["small"]).edge)
    assert (spots["big"]["odds"], spots["lucky"]["ways"]) == ("0.95", 30)
    for arrangement in told.json["felt"]["arrangements"]:
        drawn = [cell["spot"] for block in arrangement["blocks"] for cell in block["cells"]]
        assert sorted(drawn) == sorted(spots)
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "rules.toml").write_text(told.json["text"], encoding="utf-8")
    assert [one for one in check(folder) if one.kind == "problem"] == []
    assert str(figures(paytable(str(folder))["big"]).edge) == spots["big"]["edge"]


async def test_odds_are_found_for_an_edge_of_a_whole_family(tmp_path):
    spots = ["double-1", "double-2"]
    (told,) = await asked(tmp_path, {"paytable": "rws-6/1", "target": "5", "spots": spots})
    edges = {one["id"]: Fraction(one["edge"]) for one in told.json["spots"]}
    assert all(Fraction(1, 20) <= edges[spot] < Fraction(6, 100) for spot in spots)
    assert edges["double-3"] == figures(paytable("rws-6/1")["double-3"]).edge
    assert set(told.json["odds"]) == {*spots}


@pytest.mark.parametrize("spot", ["big", "total-4", "any-triple", "domino-1-2", "single-1"])
@pytest.mark.parametrize("target", ["2", "5", "7.5"])
def test_odds_are_found_for_an_edge_of_a_spot(spot, target):
    told = designed(DesignAsked("rws-6/1", target=target, spots=(spot,)), ())
    (edge,) = [Fraction(one.edge) for one in told.spots if one.id == spot]
    assert 0 <= edge - Fraction(target) / 100 < Fraction(1, 100)
    assert told.written[spot] == told.odds[spot]


@pytest.mark.parametrize(
    "spot", ["big", "field", "printed", "four-4", "kept", "rounded", "half-1", "ratio-9", "struck-1"]
)
def test_odds_are_found_whatever_else_the_rulebook_says_of_a_spot(tmp_path, spot):
    """A push, rows for single totals, odds for one, a commission, half back, multipliers."""
    ref = write(tmp_path / "own", EVERY_WAY_TO_PAY)
    spots = [str(one.id) for one in paytable(ref).spots]
    block = f"[[arrangement.block]]\nat = [0, 0, 40, 4]\nrows = [{json.dumps(spots)}]\n"
    layout = f'[[arrangement]]\nname = "landscape"\nsize = [40, 4]\n\n{block}'
    (tmp_path / "own" / "layout-1.toml").write_text(layout, encoding="utf-8")
    told = designed(DesignAsked("house/1", target="4", spots=(spot,)), (ref,))
    (edge,) = [Fraction(one.edge) for one in told.spots if one.id == spot]
    assert 0 <= edge - Fraction(4, 100) < Fraction(1, 100)
    again = designed(DesignAsked("house/1", odds={spot: told.written[spot]}), (ref,))
    assert again.spots == told.spots


def test_an_added_spot_is_changed_and_found_odds_for_like_any_other():
    reds = AddedSpot("reds", "Two reds", "count", (1, 4), "2=2 3=2.5")
    told = designed(DesignAsked("rws-6/1", added=(reds,)), ())
    assert told.written["reds"] == "2/2.5"
    found = designed(DesignAsked("rws-6/1", added=(reds,), target="5", spots=("reds",)), ())
    (edge,) = [Fraction(one.edge) for one in found.spots if one.id == "reds"]
    assert 0 <= edge - Fraction(5, 100) < Fraction(1, 100)
    assert found.odds == {"reds": found.written["reds"]}


def test_counts_that_pay_the_same_go_on_paying_the_same():
    """A double pays the same on two dice and on three; a single face does not, and only its last odds are found."""
    found = designed(DesignAsked("etg/1", target="5", spots=("double-1", "single-1")), ()).odds
    two, three = found["double-1"].split("/")
    assert two == three != "11.5"
    assert found["single-1"].startswith("1/2/")
    assert found["single-1"] != "1/2/12"


@pytest.mark.parametrize(("spot", "target"), [("big", "90"), ("single-1", "25")])
def test_an_edge_that_no_odds_give_is_refused(spot, target):
    with pytest.raises(Refused, match="no odds above 0"):
        designed(DesignAsked("rws-6/1", target=target, spots=(spot,)), ())


async def test_the_exposure_is_that_of_a_unit_on_every_spot(tmp_path):
    plain, dearer = await asked(
        tmp_path, {"paytable": "nz-1998/1"}, {"paytable": "nz-1998/1", "odds": {"triple-6": "200"}}
    )
    assert Fraction(plain.json["exposure"]) == worst({})
    assert Fraction(dearer.json["exposure"]) == worst({"triple-6": 200})
    assert worst({}) < worst({"triple-6": 200})


def worst(paid):
    """By adding up every spot on every roll."""
    spots = paytable("nz-1998/1").spots

    def net(spot, roll):
        odds = spot.odds(roll)
        return paid.get(spot.id, odds.to_one) if odds else -1

    return max(sum(net(spot, roll) for spot in spots) for roll in ROLLS)


@pytest.mark.parametrize(
    "body",
    [
        {"paytable": "nowhere/1"},
        {"paytable": "rws-6/1", "odds": {"bgi": "1"}},
        {"paytable": "rws-6/1", "odds": {"big": "x"}},
        {"paytable": "rws-6/1", "odds": {"big": "1" * 41}},
        {"paytable": "rws-6/1", "target": "1e9", "spots": ["big"]},
        {"paytable": "rws-6/1", "target": "90", "spots": ["big"]},
        {"paytable": "rws-6/1", "odds": {f"spot-{n}": "1" for n in range(201)}},
    ],
)
async def test_what_makes_no_sense_is_refused(tmp_path, body):
    (told,) = await asked(tmp_path, body)
    assert 400 <= told.status < 500, told.json
    assert told.json["code"]


async def test_spots_are_removed_and_what_is_downloaded_is_all_that_a_table_needs(tmp_path):
    gone = ["big", *(f"total-{total}" for total in range(4, 18))]
    lucky = {"name": "lucky", "label": "Lucky", "pattern": "totals", "selection": [7, 14], "odds": "6"}
    (told,) = await asked(tmp_path, {"paytable": "rws-6/2", "removed": gone, "added": [lucky], "odds": {"big": "2"}})
    assert told.status == 200, told.json
    spots = [one["id"] for one in told.json["spots"]]
    assert not {*gone} & {*spots}
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "rules.toml").write_text(told.json["text"], encoding="utf-8")
    (folder / "layout-1.toml").write_text(told.json["layout"], encoding="utf-8")
    assert [str(one) for one in check(folder)] == []
    assert missing(folder) == ()
    for arrangement in told.json["felt"]["arrangements"]:
        assert sorted(cell["spot"] for block in arrangement["blocks"] for cell in block["cells"]) == sorted(spots)
