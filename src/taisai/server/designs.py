"""What comes of a design: figures, felt and rulebook."""

from fractions import Fraction
from functools import partial

import msgspec

from taisai.books.design import Design, design, layout_text
from taisai.books.load import layout
from taisai.books.shelf import Shelved, shelved
from taisai.maths.design import odds_for_edge
from taisai.maths.exact import figures
from taisai.maths.exposure import Book
from taisai.rules.layout import Arrangement, Block
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
        odds |= _found(made.table, asked.spots, Fraction(asked.target) / 100)
        made = _made(asked, base, odds)
    table = made.table
    return w.DesignFigures(
        base.table.id, odds, tuple(map(_spot, table.spots)), _felt(base, table), f.Lit(table.lights), _exposure(table),
        made.text, layout_text(_drawn_on(base, table)),
    )  # fmt: skip


def _made(asked: w.DesignAsked, base: Shelved, odds: dict[str, str]) -> Design:
    added = tuple(
        {"name": one.name, "label": one.label, "pattern": one.pattern, "selection": list(one.selection),
         "odds": _plain(one.odds)} for one in asked.added
    )  # fmt: skip
    kept = {spot: told for spot, told in odds.items() if spot not in asked.removed}
    return design(base.book, base.table, kept, added, asked.removed)


def _plain(odds: str) -> object:
    return int(odds) if odds.isdecimal() and len(odds) < 8 else odds


def _found(table: PayTable, spots: tuple[str, ...], edge: Fraction) -> dict[str, str]:
    """The last of a spot's odds by count is the best, and the one that is found."""
    return {spot: "/".join([*_all_odds(table[spot])[:-1], str(odds_for_edge(table[spot], edge))]) for spot in spots}


def _all_odds(spot: Spot) -> list[str]:
    return spot.pays_words.rstrip("*").split("/")


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
    """With a row for what was added below; a title says no odds where its spots differ in them now."""
    width, height = one.size
    blocks = tuple(_titled(block, table) for block in map(partial(_left, table=table), one.block) if block.rows)
    if not added:
        return msgspec.structs.replace(one, block=blocks)
    more = Block((0, height, width, ADDED_HEIGHT), (added,))
    return msgspec.structs.replace(one, size=(width, height + ADDED_HEIGHT), block=(*blocks, more))


def _left(block: Block, table: PayTable) -> Block:
    """Without what was removed; the cells of a row share its width."""
    rows = (tuple(spot for spot in row if spot in table.by_id) for row in block.rows)
    return msgspec.structs.replace(block, rows=tuple(row for row in rows if row))


def _titled(block: Block, table: PayTable) -> Block:
    odds = {table[spot].pays_words for row in block.rows for spot in row}
    return msgspec.structs.replace(block, title=block.title.replace("{odds}", "…")) if len(odds) > 1 else block
