"""Layouts: every spot once, nothing overlapping, nothing off the page."""

from collections import Counter
from itertools import combinations

import pytest
from books.house import House, wager
from shipped import REFS

from taisai import layout, paytable
from taisai.books.check import check
from taisai.rules.layout import cells


def told(house: House) -> list[tuple[int, str, str]]:
    found = [p for p in check(house.folder) if p.file == "layout-1.toml"]
    assert all(p.fix for p in found), "each says what to do"
    return [(p.line, p.words, p.value) for p in found]


@pytest.mark.parametrize("ref", REFS)
def test_every_spot_has_one_cell_on_the_page_and_none_overlap(ref):
    table = paytable(ref)
    for arrangement in layout(ref, table).arrangement:
        drawn = [cell for block in arrangement.block for cell in cells(block)]
        assert Counter(cell.spot for cell in drawn) == Counter(list(table.by_id))
        width, height = arrangement.size
        assert all(0 <= c.left < c.right <= width and 0 <= c.top < c.bottom <= height for c in drawn)
        for one, other in combinations(drawn, 2):
            beside = one.right <= other.left or other.right <= one.left
            assert beside or one.bottom <= other.top or other.bottom <= one.top


@pytest.mark.parametrize("ref", REFS)
def test_each_layout_has_a_wide_a_tall_and_a_compact_arrangement(ref):
    arrangements = layout(ref, paytable(ref)).arrangement
    sizes = {one.name: one.size for one in arrangements}
    assert [one.name for one in arrangements] == ["landscape", "compact", "portrait"]
    assert sizes["landscape"][0] >= 2 * sizes["portrait"][0]
    assert sizes["portrait"][0] == sizes["compact"][0]


def test_new_zealand_has_small_on_the_left_and_singapore_big():
    for ref in REFS:
        wide = next(one for one in layout(ref, paytable(ref)).arrangement if one.name == "landscape")
        left = {cell.spot: cell.left for block in wide.block for cell in cells(block)}
        rising = ref.startswith("nz-")
        assert (left["small"] < left["big"]) is rising
        assert (left["single-1"] < left["single-6"]) is rising
        assert (left["total-4"] < left["total-17"]) is rising


SPOILT = [
    ('[["big"]]', '[["bigg"]]', "no such spot on house/1", "bigg"),
    ('[["big"]]', '[["big", "big"]]', "spot drawn twice in landscape", "big"),
    ("at = [0, 0, 10, 4]", "at = [1, 0, 10, 4]", "block does not fit on the page of 10 by 4", "[1, 0, 10, 4]"),
    ("at = [0, 0, 10, 4]", "at = [-1, 0, 10, 4]", "block does not fit on the page of 10 by 4", "[-1, 0, 10, 4]"),
    ("at = [0, 0, 10, 4]", "at = [0, 1, 10, 4]", "block does not fit on the page of 10 by 4", "[0, 1, 10, 4]"),
    ("at = [0, 0, 10, 4]", "at = [0, 0, 10, 0]", "block has no room for its cells", "[0, 0, 10, 0]"),
    ("at = [0, 0, 10, 4]", "at = [0, 0, 0, 4]", "block has no room for its cells", "[0, 0, 0, 4]"),
    ("at = [0, 0, 10, 4]", 'at = [0, 0, 10, 1]\ntitle = "Big"', "block has no room for its cells", "[0, 0, 10, 1]"),
    ("size = [10, 4]", "size = [10]", "expected a list of length 2, got 1", "[10]"),
]


@pytest.mark.parametrize(("old", "new", "words", "value"), SPOILT)
def test_a_layout_that_does_not_work_is_a_problem(house, old, new, words, value):
    line = house.spoil("layout-1.toml", old, new)
    assert (line, words, value) in told(house)


def test_a_row_without_a_spot_is_a_problem_of_its_block(house):
    line = house.spoil("layout-1.toml", '[["big"]]', '[["big"], []]')
    assert told(house) == [(line - 1, "block has no room for its cells", "[0, 0, 10, 4]")]


@pytest.mark.parametrize("at", ["[0, 0, 10, 1]", '[0, 0, 10, 2]\ntitle = "Big"'])
def test_a_block_has_room_in_one_unit_of_height_and_a_title_takes_one_more(house, at):
    house.spoil("layout-1.toml", "at = [0, 0, 10, 4]", f"at = {at}")
    assert told(house) == []


@pytest.mark.parametrize(
    ("one", "other", "overlap"),
    [
        ("[0, 0, 5, 4]", "[5, 0, 5, 4]", False),
        ("[0, 0, 6, 4]", "[5, 0, 5, 4]", True),
        ("[5, 0, 5, 4]", "[0, 0, 6, 4]", True),
        ("[0, 0, 10, 2]", "[0, 2, 10, 2]", False),
        ("[0, 0, 10, 3]", "[0, 2, 10, 2]", True),
        ("[0, 2, 10, 2]", "[0, 0, 10, 3]", True),
    ],
)
def test_blocks_may_touch_and_not_overlap(house, one, other, overlap):
    text = house.read("layout-1.toml").replace("[0, 0, 10, 4]", one)
    house.add(wager("four", "totals", "selection = [4]", "odds = 50"))
    house.write("layout-1.toml", f'{text}\n[[arrangement.block]]\nat = {other}\nrows = [["four"]]\n')
    line = text.count("\n") + 3
    assert told(house) == ([(line, "block overlaps block 1", other)] if overlap else [])


def test_a_missed_spot_an_overlap_and_a_title_for_two_odds(house):
    text = house.read("layout-1.toml")
    house.add(wager("total", "totals", "pays = [{ selections = [4], odds = 50 }, { selections = [5, 6], odds = 9 }]"))
    block = '\n[[arrangement.block]]\nat = [9, 0, 1, 4]\ntitle = "{odds}"\nrows = [["total-4"], ["total-5"]]\n'
    house.write("layout-1.toml", text + block)
    first, last = text.count("\n") + 2, text.count("\n") + 4
    assert told(house) == [
        (1, "landscape has no cell for a spot of house/1", "total-6"),
        (first + 1, "block overlaps block 1", "[9, 0, 1, 4]"),
        (last, "one title for several odds", "50, 9"),
    ]
