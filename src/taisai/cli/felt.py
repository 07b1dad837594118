"""A layout drawn in the terminal: heavy frames and a warm colour for the lit spots."""

from collections.abc import Iterator
from typing import NamedTuple

from rich.text import Text

from taisai.rules.layout import Arrangement, Block, Cell, Layout, cells, title
from taisai.rules.paytable import PayTable

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
LIGHT = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the arms that meet in a character
HEAVY = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
WIDEST = 2  # columns per unit of the layout, at most


class Box(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int


class Canvas:
    def __init__(self, width: int, height: int) -> None:
        self.arms = [[0] * (width + 1) for _ in range(height + 1)]
        self.heavy = [[False] * (width + 1) for _ in range(height + 1)]
        self.ink: dict[tuple[int, int], tuple[str, str]] = {}

    def frame(self, box: Box, *, lit: bool) -> None:
        for x in range(box.left, box.right + 1):
            for y in (box.top, box.bottom):
                self._join(x, y, (x < box.right) * RIGHT | (x > box.left) * LEFT, lit=lit)
        for y in range(box.top, box.bottom + 1):
            for x in (box.left, box.right):
                self._join(x, y, (y < box.bottom) * DOWN | (y > box.top) * UP, lit=lit)

    def _join(self, x: int, y: int, arms: int, *, lit: bool) -> None:
        self.arms[y][x] |= arms
        self.heavy[y][x] |= lit

    def write(self, x: int, y: int, text: str, style: str) -> None:
        for place, letter in enumerate(text):
            self.ink[x + place, y] = (letter, style)

    def text(self) -> Text:
        out = Text(no_wrap=True)
        for y, row in enumerate(self.arms):
            for x, arms in enumerate(row):
                lit = self.heavy[y][x]
                out.append(*self.ink.get((x, y), ((HEAVY if lit else LIGHT)[arms], "bold yellow" if lit else "dim")))
            out.append("\n")
        return out


def draw(layout: Layout, table: PayTable, lit: frozenset[str], width: int) -> Text:
    arrangement = _fitting(layout, width)
    scale = min(WIDEST, (width - 1) / arrangement.size[0])
    canvas = Canvas(round(arrangement.size[0] * scale), arrangement.size[1])
    placed = [(cell, block, _box(cell, scale)) for block in arrangement.block for cell in cells(block)]
    for cell, block, box in sorted(placed, key=lambda item: item[0].spot in lit):
        canvas.frame(box, lit=cell.spot in lit)
        _label(canvas, cell, block, box, table, lit=cell.spot in lit)
    for block in arrangement.block:
        _title(canvas, block, table, [box for _, owner, box in placed if owner is block])
    return canvas.text()


def _fitting(layout: Layout, width: int) -> Arrangement:
    """Return the widest arrangement with at least one column per unit, or else the narrowest."""
    by_width = sorted(layout.arrangement, key=lambda arrangement: -arrangement.size[0])
    return next((one for one in by_width if one.size[0] < width), by_width[-1])


def _box(cell: Cell, scale: float) -> Box:
    left, right = (round(float(edge) * scale) for edge in (cell.left, cell.right))
    return Box(left, round(cell.top), right, round(cell.bottom))


def _label(canvas: Canvas, cell: Cell, block: Block, box: Box, table: PayTable, *, lit: bool) -> None:
    style = "bold black on yellow" if lit else "bold" if box.bottom - box.top > 2 else ""
    room = box.right - box.left - 1
    lines = list(_words(cell, block, table, box.bottom - box.top - 1))
    top = box.top + 1 + (box.bottom - box.top - 1 - len(lines)) // 2
    for y in range(box.top + 1, box.bottom):
        words = lines[y - top] if 0 <= y - top < len(lines) else ""
        canvas.write(box.left + 1, y, words[:room].center(room), style)


def _words(cell: Cell, block: Block, table: PayTable, lines: int) -> Iterator[str]:
    """Yield the spot's short name, and its odds if there is a second line and the title does not show them."""
    spot = table[cell.spot]
    yield spot.short
    if lines > 1 and "{odds}" not in block.title:
        yield spot.odds_words


def _title(canvas: Canvas, block: Block, table: PayTable, boxes: list[Box]) -> None:
    words = title(block, table)
    left, right, top = min(b.left for b in boxes), max(b.right for b in boxes), min(b.top for b in boxes)
    room = right - left - 1
    if len(words) + 2 > room:
        words = words.rpartition(" ")[2]
    if words and len(words) <= room:
        canvas.write(left + (room - len(words)) // 2 + 1, top, words, "cyan")
