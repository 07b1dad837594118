"""3.9: tables 1 and 2 pay more on a triple than table 3; which wagers win is the same on all three."""

from typing import NamedTuple

import pytest
from clauses.naive import FACES
from clauses.proving import paid_on_triples, spots_of

from taisai import PayTable, Roll, paytable


class Case(NamedTuple):
    table: PayTable
    triple: str
    any_triple: str
    double: str
    total_6_or_15: str


@pytest.fixture(
    params=[
        ("etg/1", "195", "32", "11.5", "19"),
        ("etg/2", "195", "32", "11.5", "19"),
        ("etg/3", "180", "31", "11", "18"),
    ],
    ids=lambda param: param[0],
)
def case(request):
    name, *odds = request.param
    return Case(paytable(name), *odds)


@pytest.mark.clause("etg:3.9")
def test_when_the_three_dice_are_alike_only_the_listed_wagers_win(case):
    for face, total in zip(FACES, (None, "total-6", "total-9", "total-12", "total-15", None), strict=True):
        listed = {f"triple-{face}", "any-triple", f"double-{face}", f"single-{face}", total} - {None}
        assert {spot.id for spot in case.table.lit(Roll.of(face, face, face))} == listed


@pytest.mark.clause("etg:3.9")
@pytest.mark.parametrize("kind", ["small", "big", "odd", "even", "domino-*", "three-*", "pair-*", "four-*"])
def test_every_other_wager_loses_on_every_triple(case, kind):
    assert spots_of(case.table, kind) or case.table.id == "etg/1"
    assert paid_on_triples(case.table, kind) == {face: {} for face in FACES}


@pytest.mark.clause("etg:3.9.1")
def test_on_a_triple_the_specific_triple_wins_and_the_five_others_lose(case):
    assert paid_on_triples(case.table, "triple-*") == {face: {f"triple-{face}": case.triple} for face in FACES}


@pytest.mark.clause("etg:3.9.2")
def test_on_each_triple_any_triple_wins(case):
    assert paid_on_triples(case.table, "any-triple") == {face: {"any-triple": case.any_triple} for face in FACES}


@pytest.mark.clause("etg:3.9.3")
def test_on_a_triple_the_double_of_its_face_wins_once_and_the_others_lose(case):
    assert paid_on_triples(case.table, "double-*") == {face: {f"double-{face}": case.double} for face in FACES}


@pytest.mark.clause("etg:3.9.4")
def test_on_a_triple_the_single_of_its_face_wins_at_three_dice_odds_and_the_others_lose(case):
    assert paid_on_triples(case.table, "single-*") == {face: {f"single-{face}": "12"} for face in FACES}


@pytest.mark.clause("etg:3.9.5")
def test_on_a_triple_its_total_wins_if_it_is_6_9_12_or_15_and_every_other_total_loses(case):
    outer = case.total_6_or_15
    expected = {1: {}, 2: {"total-6": outer}, 3: {"total-9": "7"}, 4: {"total-12": "7"}, 5: {"total-15": outer}, 6: {}}
    assert paid_on_triples(case.table, "total-*") == expected
