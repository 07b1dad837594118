"""The lab's designs over the wire: figures, felt and rulebook for anybody, and nothing that is nobody's business."""

import asyncio
from fractions import Fraction

import pytest
from server.making import HAND, house

from taisai import ROLLS, figures, paytable
from taisai.books.check import check
from taisai.books.readiness import missing

DESIGN = "/api/lab/design"


def asked(folder, *bodies):
    async def play():
        async with house(folder, HAND) as server:
            return [await server.post(DESIGN, body=body) for body in bodies]

    return asyncio.run(play())


def test_a_design_comes_back_with_figures_felt_and_rulebook(tmp_path):
    lucky = {"name": "lucky", "label": "Lucky", "pattern": "totals", "selection": [7, 14], "odds": "6"}
    (told,) = asked(tmp_path, {"paytable": "rws-6/2", "odds": {"big": "0.95"}, "added": [lucky]})
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


def test_odds_are_found_for_an_edge_of_a_whole_family(tmp_path):
    spots = ["double-1", "double-2"]
    (told,) = asked(tmp_path, {"paytable": "rws-6/1", "target": "5", "spots": spots})
    edges = {one["id"]: Fraction(one["edge"]) for one in told.json["spots"]}
    assert all(Fraction(1, 20) <= edges[spot] < Fraction(6, 100) for spot in spots)
    assert edges["double-3"] == figures(paytable("rws-6/1")["double-3"]).edge
    assert set(told.json["odds"]) == {*spots}


def test_the_exposure_is_that_of_a_unit_on_every_spot(tmp_path):
    plain, dearer = asked(tmp_path, {"paytable": "nz-1998/1"}, {"paytable": "nz-1998/1", "odds": {"triple-6": "200"}})
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
def test_what_makes_no_sense_is_refused(tmp_path, body):
    (told,) = asked(tmp_path, body)
    assert 400 <= told.status < 500, told.json
    assert told.json["code"]


def test_spots_are_removed_and_what_is_downloaded_is_all_that_a_table_needs(tmp_path):
    gone = ["big", *(f"total-{total}" for total in range(4, 18))]
    lucky = {"name": "lucky", "label": "Lucky", "pattern": "totals", "selection": [7, 14], "odds": "6"}
    (told,) = asked(tmp_path, {"paytable": "rws-6/2", "removed": gone, "added": [lucky], "odds": {"big": "2"}})
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
