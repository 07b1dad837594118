"""4.10: one list of odds in 1998, the same with five more lines in 2008."""

import pytest
from clauses.naive import FACES
from clauses.proving import check_lines, paid

from taisai import paytable

LINES = {
    "small": "1",
    "big": "1",
    "triple-*": "180",
    "double-*": "11",
    "any-triple": "31",
    "total-4 total-17": "62",
    "total-5 total-16": "31",
    "total-6 total-15": "18",
    "total-7 total-14": "12",
    "total-8 total-13": "8",
    "total-9 total-12": "7",
    "total-10 total-11": "6",
    "domino-1-*": "6",
    "domino-2-*": "6",
    "domino-3-*": "6",
    "domino-4-*": "6",
    "domino-5-6": "6",
    "single-*": "1/2/12",
}
ALTERNATIVE_LINES = LINES | {"pair-*": "60", "three-*": "30", "four-*": "7", "odd": "1", "even": "1"}


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        pytest.param("nz-1998/1", LINES, marks=pytest.mark.clause("nz-1998:4.10")),
        pytest.param("nz-2008/1", LINES, marks=pytest.mark.clause("nz-2008:4.10")),
        pytest.param("nz-2008/2", ALTERNATIVE_LINES, marks=pytest.mark.clause("nz-2008:4.10")),
    ],
)
def test_winning_wagers_are_paid_at_the_odds_of_their_line(name, lines):
    check_lines(paytable(name), lines)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("nz-1998/1", marks=pytest.mark.clause("nz-1998:4.10")),
        pytest.param("nz-2008/1", marks=pytest.mark.clause("nz-2008:4.10")),
        pytest.param("nz-2008/2", marks=pytest.mark.clause("nz-2008:4.10")),
    ],
)
@pytest.mark.parametrize("face", FACES)
def test_a_single_is_paid_by_how_many_dice_show_it(name, face):
    table, (one, other) = paytable(name), [any_face for any_face in FACES if any_face != face][:2]
    assert paid(table, f"single-{face}", one, face, other) == "1"
    assert paid(table, f"single-{face}", face, one, face) == "2"
    assert paid(table, f"single-{face}", face, face, face) == "12"
