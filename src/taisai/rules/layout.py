"""The positions of a pay table's spots on the felt: arrangements of blocks of equal cells, in whole units."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from taisai.rules.fault import Faults, Path
from taisai.rules.html import called, escape
from taisai.rules.paytable import PayTable
from taisai.rules.refusals import did_you_mean
from taisai.rules.rulebook import Record
from taisai.rules.wager import Name

TITLE_HEIGHT = 1
UNIT = 16  # pixels of a drawing


class Block(Record, frozen=True):
    """Rows of equal cells inside `at` = x, y, width, height. A title takes the first unit of the height."""

    at: tuple[int, int, int, int]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""


class Arrangement(Record, frozen=True):
    """The blocks of a page, for one shape of screen."""

    name: Name
    size: tuple[int, int]
    block: tuple[Block, ...]


class Layout(Record, frozen=True, dict=True):
    """The arrangements of a pay table's spots on the felt.

    >>> [arrangement.name for arrangement in layout("rws-6/2")]
    ['landscape', 'compact', 'portrait']
    """

    arrangement: tuple[Arrangement, ...]

    def __iter__(self) -> Iterator[Arrangement]:
        return iter(self.arrangement)

    def __len__(self) -> int:
        return len(self.arrangement)

    def __repr__(self) -> str:
        ref = called(self, "")
        return f"layout({ref!r})" if ref else f"<Layout of {', '.join(one.name for one in self)}>"

    def _repr_html_(self) -> str:
        """Draw the felt, with the odds if the layout was loaded with its pay table."""
        return felt_html(self.arrangement[0], vars(self).get("table")) if self.arrangement else ""


class Cell(NamedTuple):
    """The rectangle of one spot; edges in units from the top left."""

    spot: str
    left: Fraction
    top: Fraction
    right: Fraction
    bottom: Fraction


def cells(block: Block) -> Iterator[Cell]:
    x, y, width, height = block.at
    top = y + (TITLE_HEIGHT if block.title else 0)
    row_height = Fraction(y + height - top, len(block.rows))
    for line, row in enumerate(block.rows):
        cell_width = Fraction(width, len(row))
        for place, spot in enumerate(row):
            left, upper = x + place * cell_width, top + line * row_height
            yield Cell(spot, left, upper, left + cell_width, upper + row_height)


def title(block: Block, table: PayTable) -> str:
    """Return the block's title with `{odds}` from the pay table, so that a title always matches what is paid."""
    return block.title.replace("{odds}", table[block.rows[0][0]].pays_words)


def felt_html(arrangement: Arrangement, table: PayTable | None) -> str:
    """Return the felt as an SVG drawing."""
    width, height = (size * UNIT for size in arrangement.size)
    boxes = "".join(_box_html(cell, table) for block in arrangement.block for cell in cells(block))
    name = escape(table.id if table else arrangement.name)
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{name}" '
        f'font-family="sans-serif" font-size="9" text-anchor="middle">{boxes}</svg>'
    )


def _box_html(cell: Cell, table: PayTable | None) -> str:
    left, top, right, bottom = (int(edge * UNIT) for edge in cell[1:])
    spot = table.by_id.get(cell.spot) if table else None
    words = [spot.short, spot.pays_words] if spot else [cell.spot]
    middle, first = (left + right) // 2, (top + bottom) // 2 + 8 - 5 * len(words)
    lines = "".join(
        f'<text x="{middle}" y="{first + 10 * line}">{escape(text)}</text>' for line, text in enumerate(words)
    )
    shape = f'x="{left}" y="{top}" width="{right - left}" height="{bottom - top}"'
    told = f"<title>{escape(spot.label if spot else cell.spot)}</title>"
    return f'<g>{told}<rect {shape} fill="#0b5d3b" fill-opacity="0.12" stroke="currentColor"/>{lines}</g>'


def check_layout(layout: Layout, table: PayTable, faults: Faults, excused: frozenset[str] = frozenset()) -> None:
    """Check a layout.

    `excused` are areas whose spots could not be compiled; a cell for one of them is not a second fault."""
    for place, arrangement in enumerate(layout.arrangement):
        at = ("arrangement", place)
        _check_spots(arrangement, table, excused, at, faults)
        _check_places(arrangement, at, faults)


def _check_spots(arrangement: Arrangement, table: PayTable, excused: frozenset[str], at: Path, faults: Faults) -> None:
    drawn: Counter[str] = Counter()
    for number, block in enumerate(arrangement.block):
        for line, row in enumerate(block.rows):
            for place, spot in enumerate(row):
                here = (*at, "block", number, "rows", line, place)
                drawn[spot] += 1
                if spot not in table.by_id and not any(f"{spot}-".startswith(f"{area}-") for area in excused):
                    fix = f"remove it{did_you_mean(spot, table.by_id)}"
                    faults.add(here, f"no such spot on {table.id}", spot, fix)
                elif drawn[spot] == 2:
                    faults.add(here, f"spot drawn twice in {arrangement.name}", spot, "draw it once")
        _check_title(block, table, (*at, "block", number), faults)
    for spot in table.by_id:
        if spot not in drawn:
            faults.add(
                at, f"{arrangement.name} has no cell for a spot of {table.id}", spot, "add a cell for it to a block"
            )


def _check_title(block: Block, table: PayTable, at: Path, faults: Faults) -> None:
    odds = {table[spot].pays_words for row in block.rows for spot in row if spot in table.by_id}
    if "{odds}" in block.title and len(odds) > 1:
        fix = "remove {odds} from the title, or make one block for each odds"
        faults.add((*at, "title"), "one title for several odds", ", ".join(sorted(odds)), fix)


def _check_places(arrangement: Arrangement, at: Path, faults: Faults) -> None:
    width, height = arrangement.size
    for number, block in enumerate(arrangement.block):
        x, y, block_width, block_height = block.at
        room = block_height - (TITLE_HEIGHT if block.title else 0)
        here = (*at, "block", number, "at")
        if min(x, y) < 0 or x + block_width > width or y + block_height > height:
            faults.add(
                here, f"block does not fit on the page of {width} by {height}", list(block.at), "move or shrink it"
            )
        if block_width <= 0 or room <= 0 or not block.rows or not all(block.rows):
            faults.add(here, "block has no room for its cells", list(block.at), "give it cells, width and height")
    for (one, first), (other, second) in combinations(enumerate(arrangement.block), 2):
        if _overlap(first.at, second.at):
            here = (*at, "block", other, "at")
            faults.add(here, f"block overlaps block {one + 1}", list(second.at), "move one of them")


def _overlap(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return all(max(one[a], other[a]) < min(one[a] + one[a + 2], other[a] + other[a + 2]) for a in (0, 1))
