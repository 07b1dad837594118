import pytest
from clauses.naive import FACES
from clauses.proving import TRIPLES, lost, paid_on_triples, spots_of, won

from taisai import Roll, paytable

DOUBLES = {
    "rws-6/1": {f"double-{face}" for face in FACES},
    "rws-6/2": {f"double-{face}" for face in FACES},
    "rws-6/3": set(),
}


@pytest.fixture(params=["rws-6/1", "rws-6/2", "rws-6/3"])
def table(request):
    return paytable(request.param)


@pytest.mark.clause("rws-6:3.10")
@pytest.mark.parametrize(
    ("face", "winners"),
    [
        (1, "triple-1 any-triple double-1 single-1"),
        (2, "triple-2 any-triple double-2 single-2 total-6"),
        (3, "triple-3 any-triple double-3 single-3 total-9"),
        (4, "triple-4 any-triple double-4 single-4 total-12"),
        (5, "triple-5 any-triple double-5 single-5 total-15"),
        (6, "triple-6 any-triple double-6 single-6"),
    ],
)
def test_when_the_three_dice_are_alike_only_the_listed_wagers_win(table, face, winners):
    lit = {spot.id for spot in table.lit(Roll.of(face, face, face))}
    assert lit == {spot for spot in winners.split() if not spot.startswith("double") or spot in DOUBLES[table.id]}


@pytest.mark.clause("rws-6:3.10.1")
def test_on_a_triple_the_specific_triple_wins_and_the_five_others_lose(table):
    assert paid_on_triples(table, "triple-*") == {face: {f"triple-{face}": "180"} for face in FACES}


@pytest.mark.clause("rws-6:3.10.2")
def test_on_each_triple_any_triple_wins(table):
    assert paid_on_triples(table, "any-triple") == {face: {"any-triple": "31"} for face in FACES}
    assert won(table, "any-triple") == set(TRIPLES)


@pytest.mark.clause("rws-6:3.10.3")
def test_on_a_triple_the_double_of_its_face_wins_once_and_the_others_lose(table):
    offered = spots_of(table, "double-*")
    assert offered == DOUBLES[table.id]
    expected = {face: {f"double-{face}": "11"} if offered else {} for face in FACES}
    assert paid_on_triples(table, "double-*") == expected


@pytest.mark.clause("rws-6:3.10.4")
def test_on_a_triple_the_single_of_its_face_wins_at_three_dice_odds_and_the_others_lose(table):
    assert paid_on_triples(table, "single-*") == {face: {f"single-{face}": "12"} for face in FACES}


@pytest.mark.clause("rws-6:3.10.5")
def test_on_a_triple_its_total_wins_if_it_is_6_9_12_or_15_and_every_other_total_loses(table):
    assert paid_on_triples(table, "total-*") == {
        1: {},
        2: {"total-6": "18"},
        3: {"total-9": "7"},
        4: {"total-12": "7"},
        5: {"total-15": "18"},
        6: {},
    }


@pytest.mark.clause("rws-6:3.10")
@pytest.mark.parametrize("kind", ["small", "big", "odd", "even", "domino-*", "three-*", "pair-*", "four-*"])
def test_every_other_wager_loses_on_every_triple(table, kind):
    assert all(lost(table, spot) >= set(TRIPLES) for spot in spots_of(table, kind))
