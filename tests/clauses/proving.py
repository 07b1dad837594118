"""What clause tests ask of a pay table; faces are ascending tuples, odds are words such as "8.5"."""

import re
from fnmatch import fnmatchcase
from math import ceil

from clauses.naive import FACES, NAIVE, THROWS, winners

from taisai import ROLLS, Roll, layout
from taisai.cli.felt import draw
from taisai.rules.layout import TITLE_HEIGHT, Layout, cells

TRIPLES = tuple((face, face, face) for face in FACES)


def rolls(condition):
    """The faces of every roll that meets a condition on its three dice."""
    return {tuple(sorted(throw)) for throw in THROWS if condition(throw)}


def won(table, spot):
    return {roll.faces for roll in ROLLS if table[spot].odds(roll) is not None}


def lost(table, spot):
    return {roll.faces for roll in ROLLS if table[spot].odds(roll) is None}


def paid(table, spot, *faces):
    """In words, None where the spot loses."""
    odds = table[spot].odds(Roll.of(*faces))
    return None if odds is None else str(odds)


def spots_of(table, kind):
    return {spot.id for spot in table.spots if fnmatchcase(spot.id, kind)}


def paid_on_triples(table, kind):
    """For each face, the spots of a kind that win on the triple of it, with their odds."""
    return {
        face: {
            spot: paid(table, spot, face, face, face)
            for spot in spots_of(table, kind)
            if (face,) * 3 in won(table, spot)
        }
        for face in FACES
    }


def odds_words(spot):
    rising = sorted({odds.to_one: str(odds) for _, odds in spot.wins}.items())
    return "/".join(words for _, words in rising)


def check_lines(table, lines):
    """Every spot stands on exactly one line of the printed table and has its odds; every line has a spot."""
    idle = set(lines)
    for spot in table.spots:
        on = [line for line in lines if any(fnmatchcase(spot.id, pattern) for pattern in line.split())]
        assert len(on) == 1, (spot.id, on)
        assert odds_words(spot) == lines[on[0]], spot.id
        idle.discard(on[0])
    assert idle == set()


def check_against_document(table):
    for throw in THROWS:
        roll = Roll.of(*throw)
        assert {spot.id: spot.odds(roll).to_one for spot in table.lit(roll)} == winners(table.id, throw), throw


def document_odds(table, spot):
    rising = sorted({NAIVE[table.id][spot](throw) for throw in THROWS} - {None})
    return "/".join(f"{float(odds):g}" for odds in rising)


def check_layout_spots(table):
    """Every arrangement has each spot of the document, once."""
    drawn = layout(table.id, table)
    assert drawn.arrangement
    for arrangement in drawn.arrangement:
        placed = [cell.spot for block in arrangement.block for cell in cells(block)]
        assert sorted(placed) == sorted(NAIVE[table.id]), arrangement.name


def check_layout_odds(table):
    """Every arrangement, drawn, shows a spot's odds in its cell or in the title over it."""
    for arrangement in layout(table.id, table).arrangement:
        felt = draw(Layout((arrangement,)), table, frozenset(), 2 * arrangement.size[0] + 1).plain.splitlines()
        for block in arrangement.block:
            for cell in cells(block):
                ink = ink_for(block, cell, felt)
                assert document_odds(table, cell.spot) in ink, (table.id, arrangement.name, cell.spot, ink)


def ink_for(block, cell, felt):
    """Words on the title line where the title gives the odds, else those in the cell; a unit is two columns wide."""
    x, y, width, _ = block.at
    titled = (x, y + TITLE_HEIGHT, x + width, y + TITLE_HEIGHT + 1)
    left, top, right, bottom = titled if "{odds}" in block.title else cell[1:]
    lines = [line[int(2 * left) + 1 : ceil(2 * right)] for line in felt[int(top) : ceil(bottom)]]
    return re.findall(r"[\w./]+", " ".join(lines))
