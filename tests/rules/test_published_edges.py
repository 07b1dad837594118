"""Our house edges against figures that our code did not produce."""

import tomllib
from fnmatch import fnmatchcase
from fractions import Fraction
from pathlib import Path

import pytest
from shipped import TABLES

from taisai import figures

EDGES = tomllib.loads(Path(__file__).with_name("published_edges.toml").read_text())["edge"]
SPOTS = [(table.id, spot) for table in TABLES for spot in table.spots]


def odds_of(spot):
    rising = sorted({odds.to_one: str(odds) for _, odds in spot.wins}.items())
    return "/".join(words for _, words in rising)


def matching(spot):
    return [
        entry
        for entry in EDGES
        if entry["odds"] == odds_of(spot) and any(fnmatchcase(spot.id, pattern) for pattern in entry["spots"])
    ]


def rounds_to(exact, printed):
    decimals = len(printed.partition(".")[2])
    return abs(exact - Fraction(printed)) <= Fraction(1, 2 * 10**decimals)


def test_every_spot_of_every_table_has_the_edge_of_its_one_entry():
    for table, spot in SPOTS:
        entries = matching(spot)
        assert len(entries) == 1, (table, spot.id, odds_of(spot), entries)
        assert rounds_to(figures(spot).edge * 100, entries[0]["edge"]), (table, spot.id, figures(spot).edge)


def test_every_entry_is_the_edge_of_some_spot():
    used = [entry for _, spot in SPOTS for entry in matching(spot)]
    assert [entry for entry in EDGES if entry not in used] == []


@pytest.mark.parametrize("entry", EDGES, ids=lambda entry: f"{entry['spots'][0]} at {entry['odds']}")
def test_an_entry_agrees_with_its_own_arithmetic_and_its_source(entry):
    numerator, _, denominator = entry["by_hand"].rpartition("= ")[2].partition("/")
    exact = Fraction(numerator) / Fraction(denominator) * 100
    assert denominator == "216"
    assert rounds_to(exact, entry["edge"])
    assert len(entry["edge"].partition(".")[2]) == 4
    if entry["source"] == "published":
        assert entry["where"]
        assert rounds_to(exact, entry["printed"])
    else:
        assert entry["source"] == "by hand"
        assert entry.keys().isdisjoint({"printed", "where"})
