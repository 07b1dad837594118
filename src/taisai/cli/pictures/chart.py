"""Charts: columns, lines and a fan, each with its axes and a title."""

from collections.abc import Mapping, Sequence
from math import floor, log10
from typing import Final, NamedTuple

from taisai.cli.pictures.drawing import Drawing, Line, Rectangle, Shape, Words

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 80, 20, 40, 50
COLUMNS_MAX: Final = 160
INK, PALE, RED, GREEN, BLUE = "#202020", "#d0d7de", "#b3261e", "#1a7f37", "#1f5fbf"
COLOURS: Final = (BLUE, RED, GREEN, "#8a5a00", "#6f3fa0", "#00707a", "#a03070", "#505050", "#b36b00")
SHADES: Final = ("#dce8f8", "#b3cdf0", "#7fa9e0")


class Names(NamedTuple):
    title: str
    across: str
    up: str


class Axes(NamedTuple):
    """The values at the edges."""

    left: float
    right: float
    low: float
    high: float

    def x(self, value: float) -> float:
        return LEFT + (value - self.left) / ((self.right - self.left) or 1) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        return HEIGHT - BOTTOM - (value - self.low) / ((self.high - self.low) or 1) * (HEIGHT - TOP - BOTTOM)


def columns(names: Names, xs: Sequence[float], chances: Sequence[float], zero: float = 0.0) -> Drawing:
    """Draw columns. Neighbours are merged if there are too many; those below `zero` are red, those above green."""
    together = -(-len(xs) // COLUMNS_MAX)
    grouped = [(xs[at], sum(chances[at : at + together])) for at in range(0, len(xs), together)]
    step = (xs[-1] - xs[0]) / max(len(xs) - 1, 1) * together or 1.0
    axes = Axes(xs[0] - step / 2, grouped[-1][0] + step, 0.0, max(chance for _, chance in grouped) or 1.0)
    shapes: list[Shape] = []
    for x, chance in grouped:
        colour = RED if x < zero else GREEN if x > zero else INK
        wide = max(axes.x(x + step) - axes.x(x) - 0.5, 0.6)
        shapes.append(Rectangle(axes.x(x - step / 2), axes.y(chance), wide, axes.y(0) - axes.y(chance), colour))
    return _framed(names, axes, shapes)


def lines(
    names: Names, xs: Sequence[float], series: Mapping[str, Sequence[float]], levels: Mapping[str, float] | None = None
) -> Drawing:
    values = [value for line in series.values() for value in line] + list((levels or {}).values())
    axes = Axes(xs[0], max(xs[-1], xs[0] + 1), min(values), max(values))
    shapes: list[Shape] = []
    for name, value in (levels or {}).items():
        shapes.append(Line(((axes.x(axes.left), axes.y(value)), (axes.x(axes.right), axes.y(value))), PALE))
        shapes.append(Words(axes.x(axes.right) - 4, axes.y(value) - 4, name, "end", 11))
    for place, (name, line) in enumerate(series.items()):
        colour = COLOURS[place % len(COLOURS)]
        points = tuple((axes.x(x), axes.y(y)) for x, y in zip(xs, line, strict=False))
        shapes.append(Line(points, colour))
        if name.strip():
            shapes += [Rectangle(LEFT + 10, TOP + 4 + 15 * place, 10, 10, colour)]
            shapes += [Words(LEFT + 26, TOP + 13 + 15 * place, name, "start", 11)]
    return _framed(names, axes, shapes)


def fan(names: Names, xs: Sequence[float], bands: Sequence[tuple[Sequence[float], Sequence[float]]],
        middle: Sequence[float]) -> Drawing:  # fmt: skip
    """Draw bands from the widest to the narrowest, one over the other."""
    values = [value for band in bands for side in band for value in side]
    axes = Axes(xs[0], max(xs[-1], xs[0] + 1), min(*values, 0.0), max(*values, 0.0))
    shapes: list[Shape] = []
    for place, (low, high) in enumerate(bands):
        for at in range(len(xs) - 1):
            top, bottom = axes.y((high[at] + high[at + 1]) / 2), axes.y((low[at] + low[at + 1]) / 2)
            wide = axes.x(xs[at + 1]) - axes.x(xs[at]) + 0.3
            shapes.append(Rectangle(axes.x(xs[at]), top, wide, bottom - top, SHADES[place % len(SHADES)]))
    shapes.append(Line(((axes.x(xs[0]), axes.y(0)), (axes.x(xs[-1]), axes.y(0))), INK, 1.0))
    shapes.append(Line(tuple((axes.x(x), axes.y(y)) for x, y in zip(xs, middle, strict=True)), RED, 2.0))
    return _framed(names, axes, shapes)


def _framed(names: Names, axes: Axes, inside: Sequence[Shape]) -> Drawing:
    shapes: list[Shape] = [Words(WIDTH / 2, 22, names.title, "middle", 14)]
    for value in ticks(axes.low, axes.high):
        shapes.append(Line(((LEFT, axes.y(value)), (WIDTH - RIGHT, axes.y(value))), "#eceff2", 1.0))
        shapes.append(Words(LEFT - 6, axes.y(value) + 4, f"{value:g}", "end", 11))
    shapes += inside
    for value in ticks(axes.left, axes.right):
        shapes.append(Words(axes.x(value), HEIGHT - BOTTOM + 16, f"{value:g}", "middle", 11))
    edges = ((LEFT, TOP), (LEFT, HEIGHT - BOTTOM), (WIDTH - RIGHT, HEIGHT - BOTTOM))
    shapes.append(Line(edges, INK, 1.0))
    shapes.append(Words(WIDTH / 2, HEIGHT - 12, names.across, "middle", 12))
    shapes.append(Words(8, TOP - 8, names.up, "start", 12))
    return Drawing(names.title, WIDTH, HEIGHT, tuple(shapes))


def ticks(low: float, high: float) -> list[float]:
    """Return about five round numbers between the two."""
    if high <= low:
        return [low]
    raw = (high - low) / 5
    size = 10.0 ** floor(log10(raw))
    step = next(times * size for times in (1, 2, 5, 10) if times * size >= raw)
    return [step * count for count in range(-floor(-low / step), floor(high / step) + 1)]
