"""Figures that others published come out of our code."""

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from taisai import ROLLS
from taisai.maths.chance.lattice import Lattice
from taisai.maths.chance.tails import at_most
from taisai.maths.hold.takings import takings
from taisai.maths.plan import Plan
from taisai.maths.ruin.bankroll import Places, Walk
from taisai.maths.ruin.elimination import eliminated
from taisai.maths.ruin.ending import leaving

PUBLISHED = json.loads((Path(__file__).parent / "published.json").read_text(encoding="utf-8"))


def agrees(value, printed, *, cut=False):
    """To the last digit that was printed."""
    unit = Decimal(1).scaleb(Decimal(printed).as_tuple().exponent)
    away = Decimal(value) - Decimal(printed)
    return 0 <= away < unit if cut else abs(away) <= unit / 2 + unit / 10**6


@pytest.mark.parametrize("row", PUBLISHED["binomials"], ids=lambda row: f"{row['rounds']} of {row['win']}")
def test_binomial_tables(row):
    win = Fraction(row["win"])
    lattice = Lattice.of({Fraction(-1): win.denominator - win.numerator, Fraction(1): win.numerator})
    for wins, printed in row["at_most"].items():
        assert agrees(at_most(lattice, row["rounds"], int(wins)).value, printed), wins


@pytest.mark.parametrize("row", PUBLISHED["ruin"], ids=lambda row: row["source"][:40])
def test_ruin(row):
    win = Fraction(row["win"])
    walk = Walk(Fraction(1), Fraction(1), (-1, 1), (win.denominator - win.numerator, win.numerator))
    places = Places(walk, Fraction(row["units"]), 1 - row["units"], row["goal"] - row["units"] - 1)
    gone = np.stack([leaving(places, above=True), leaving(places, above=False)], axis=1)
    solved = eliminated(walk.moves, walk.ways, gone, np.zeros((places.count, 0)))
    assert agrees(solved[places.start, 0], row["reached"], cut="truncated" in row["source"])


def test_totals_of_three_dice():
    row = PUBLISHED["totals"]
    ways = [sum(roll.ways for roll in ROLLS if roll.total == row["from"] + place) for place in range(len(row["ways"]))]
    assert ways == row["ways"]


@pytest.mark.parametrize("row", PUBLISHED["sic_bo"], ids=lambda row: row["source"][:40])
def test_sic_bo(row):
    wins, pays = row["wins"], Fraction(row["pays"])
    expected = (wins * pays - (216 - wins)) / 216
    mix = Plan({"spot": 1}, 1, (Fraction(-1),) * 56, expected, -expected, Fraction(0))
    assert agrees(float(takings(mix, 1).hold * 100), row["edge_percent"])
    assert agrees(wins / 216 * 100, row["hit_percent"])
