from itertools import pairwise

import pytest
from clauses.proving import check_layout_odds, check_layout_spots

from taisai import layout, paytable
from taisai.rules.layout import cells


def places():
    table = paytable("nz-1998/1")
    landscape = next(drawn for drawn in layout(table.id, table).arrangement if drawn.name == "landscape")
    return {cell.spot: cell for block in landscape.block for cell in cells(block)}


def rising(numbers):
    return list(numbers) == sorted(set(numbers))


@pytest.mark.clause("nz-1998:3.2")
def test_the_layout_is_marked_with_every_wager_and_its_odds():
    check_layout_spots(paytable("nz-1998/1"))
    check_layout_odds(paytable("nz-1998/1"))


@pytest.mark.clause("nz-1998:3.2")
def test_the_layout_is_arranged_as_the_appendix_draws_it():
    place = places()
    top = ["small", "double-1", "double-2", "double-3", "triple-1", "any-triple"]
    top += ["triple-4", "double-4", "double-5", "double-6", "big"]
    rows = [
        top,
        [f"total-{total}" for total in range(4, 18)],
        [f"domino-{one}-{other}" for one in range(1, 6) for other in range(one + 1, 7)],
        [f"single-{face}" for face in range(1, 7)],
    ]
    assert all(rising([place[spot].left for spot in row]) for row in rows)
    for stack in (["triple-1", "triple-2", "triple-3"], ["triple-4", "triple-5", "triple-6"]):
        assert rising([place[spot].top for spot in stack])
        assert len({place[spot].left for spot in stack}) == 1
    for above, below in pairwise(rows):
        assert max(place[spot].bottom for spot in above) <= min(place[spot].top for spot in below)
