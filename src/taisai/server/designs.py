"""Results of a pay-table design: figures, felt and rulebook."""

from fractions import Fraction
from functools import partial

import msgspec

from taisai.books.design import Design, design, layout_text, odds_written
from taisai.books.load import layout
from taisai.books.shelf import Shelved, shelved
from taisai.maths.design import odds_for_edge
from taisai.maths.exact import figures
from taisai.maths.exposure import Book
from taisai.rules.layout import Arrangement, Block
from taisai.rules.odds import Odds
from taisai.rules.paytable import PayTable
from taisai.rules.spot import Spot
from taisai.server import felts
from taisai.wire import design as w
from taisai.wire import felts as f
from taisai.wire import lab

ADDED_HEIGHT = 4


def designed(asked: w.DesignAsked, refs: tuple[str, ...]) -> w.DesignFigures:
    base = shelved(asked.paytable, refs)
    made, odds = _made(asked, base, asked.odds), dict(asked.odds)
    if asked.target:
        odds |= _found(asked, base, made, Fraction(asked.target) / 100)
        made = _made(asked, base, odds)
    table = made.table
    return w.DesignFigures(
        base.table.id, odds, tuple(map(_spot, table.spots)), _felt(base, table), f.Lit(table.lights), _exposure(table),
        made.text, layout_text(_drawn_on(base, table)), made.odds,
    )  # fmt: skip


def _made(asked: w.DesignAsked, base: Shelved, odds: dict[str, str]) -> Design:
    added = tuple(
        {"name": one.name, "label": one.label, "pattern": one.pattern, "selection": list(one.selection),
         "odds": odds_written(one.odds)} for one in asked.added
    )  # fmt: skip
    kept = {spot: told for spot, told in odds.items() if spot not in asked.removed}
    return design(base.book, base.table, kept, added, asked.removed)


def _found(asked: w.DesignAsked, base: Shelved, made: Design, edge: Fraction) -> dict[str, str]:
    """Return odds that give this edge. Of a spot's odds by count the last one is found.

    The edge is linear in it, whatever else the rulebook says of the spot, so two edges are enough."""
    now = {
        spot: Odds.parse(made.odds[made.table[spot].id].rpartition("/")[2].replace(":", "/")) for spot in asked.spots
    }
    more = _made(asked, base, asked.odds | {spot: _last(made, spot, odds.to_one + 1) for spot, odds in now.items()})
    return {
        spot: _last(made, spot, odds_for_edge(spot, odds.to_one, _edge(made, spot), _edge(more, spot), edge).to_one)
        for spot, odds in now.items()
    }


def _edge(made: Design, spot: str) -> Fraction:
    return figures(made.table[spot]).edge


def _last(made: Design, spot: str, odds: Fraction) -> str:
    """Return a spot's odds by count with another last one. Counts that paid the same go on paying the same."""
    before, new = made.odds[spot].split("/"), Odds(odds.numerator, odds.denominator).words
    return "/".join(new if one == before[-1] else one for one in before)


def _spot(spot: Spot) -> lab.LabSpot:
    return lab.LabSpot(**felts.spot_fields(spot), variance=str(figures(spot).variance), reason=spot.inferred)


def _exposure(table: PayTable) -> str:
    book = Book(table)
    for spot in table.by_id:
        book.add(spot, table.per)
    return str(book.exposure / table.per)


def _drawn_on(base: Shelved, table: PayTable) -> tuple[Arrangement, ...]:
    added = tuple(str(spot.id) for spot in table.spots if spot.id not in base.table.by_id)
    return tuple(_drawn(one, table, added) for one in layout(base.ref, base.table).arrangement)


def _felt(base: Shelved, table: PayTable) -> f.Felt:
    drawn = _drawn_on(base, table)
    spots = tuple(f.SpotInfo(**felts.spot_fields(spot)) for spot in table.spots)
    return f.Felt(table.id, table.name, table.fingerprint, spots, tuple(felts.arrangement(one, table) for one in drawn))


def _drawn(one: Arrangement, table: PayTable, added: tuple[str, ...]) -> Arrangement:
    """Return the arrangement with an extra row below for added spots. A title shows no odds if its spots now differ."""
    width, height = one.size
    blocks = tuple(_titled(block, table) for block in map(partial(_left, table=table), one.block) if block.rows)
    if not added:
        return msgspec.structs.replace(one, block=blocks)
    more = Block((0, height, width, ADDED_HEIGHT), (added,))
    return msgspec.structs.replace(one, size=(width, height + ADDED_HEIGHT), block=(*blocks, more))


def _left(block: Block, table: PayTable) -> Block:
    """Return the block without removed spots. The cells that remain share the width of their row."""
    rows = (tuple(spot for spot in row if spot in table.by_id) for row in block.rows)
    return msgspec.structs.replace(block, rows=tuple(row for row in rows if row))


def _titled(block: Block, table: PayTable) -> Block:
    odds = {table[spot].pays_words for row in block.rows for spot in row}
    return msgspec.structs.replace(block, title=block.title.replace("{odds}", "…")) if len(odds) > 1 else block
