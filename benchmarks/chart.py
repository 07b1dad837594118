"""Curves as SVG: medians as lines, the middle half of the measurements as a band. Equal figures give equal files."""

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor, log10
from statistics import quantiles
from typing import NamedTuple, Self

from taisai.cli.pictures.chart import ticks

WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 80, 50, 50, 60
COLOURS = ("#0b6e4f", "#b5341f", "#2f4b9c", "#8a6d00")
STYLE = "text{font:13px sans-serif;fill:#222}.title{font-weight:bold;font-size:15px}.grid{stroke:#ddd}"


class Spread(NamedTuple):
    """The median, and the bounds of the middle half."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, figures: Iterable[float]) -> Self:
        low, median, high = quantiles(figures, n=4, method="inclusive")
        return cls(low, median, high)


class Curve(NamedTuple):
    name: str
    points: Sequence[tuple[float, Spread]]


class Chart(NamedTuple):
    """`x` and `y` are the names of the axes. `x` is logarithmic; so is `y` if `by_factors`, else it starts at 0."""

    title: str
    x: str
    y: str
    curves: Sequence[Curve]
    by_factors: bool = False


class Scale(NamedTuple):
    """Maps a figure to its place on the page; `ticks` are the labelled figures."""

    ticks: Sequence[float]
    first: float
    last: float
    by_factors: bool
    start: float
    stop: float

    def at(self, figure: float) -> float:
        first, last, here = (log10(n) if self.by_factors else n for n in (self.first, self.last, figure))
        return round(self.start + (here - first) / (last - first) * (self.stop - self.start), 1)


def svg(chart: Chart) -> str:
    x, y = _scales(chart)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{escape(chart.title)}</title><style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        _text(LEFT, 20, chart.title, "start", "title"),
        *_axes(chart, x, y),
        *(part for curve, colour in zip(chart.curves, COLOURS, strict=False) for part in _drawn(curve, colour, x, y)),
        *_legend(chart.curves),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _scales(chart: Chart) -> tuple[Scale, Scale]:
    spreads = [(at, spread) for curve in chart.curves for at, spread in curve.points]
    across = sorted({at for at, _ in spreads})
    x = Scale(across, across[0], across[-1], by_factors=True, start=LEFT, stop=WIDTH - RIGHT)
    low, high = min(spread.low for _, spread in spreads), max(spread.high for _, spread in spreads)
    marks = _decades(low, high) if chart.by_factors else ticks(0.0, high)
    return x, Scale(marks, marks[0], max(marks[-1], high), chart.by_factors, start=HEIGHT - BOTTOM, stop=TOP)


def _decades(low: float, high: float) -> list[float]:
    first = floor(log10(low))
    return [10.0**power for power in range(first, max(ceil(log10(high)), first + 1) + 1)]


def _axes(chart: Chart, x: Scale, y: Scale) -> Iterable[str]:
    for tick in y.ticks:
        yield f'<line class="grid" x1="{LEFT}" y1="{y.at(tick)}" x2="{WIDTH - RIGHT}" y2="{y.at(tick)}"/>'
        yield _text(LEFT - 8, y.at(tick) + 4, _figure(tick), "end")
    for tick in x.ticks:
        yield _text(x.at(tick), HEIGHT - BOTTOM + 18, _figure(tick), "middle")
    yield _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - BOTTOM + 38, chart.x, "middle")
    yield _text(LEFT, TOP - 12, chart.y, "start")


def _drawn(curve: Curve, colour: str, x: Scale, y: Scale) -> Iterable[str]:
    high = [f"{x.at(at)},{y.at(spread.high)}" for at, spread in curve.points]
    low = [f"{x.at(at)},{y.at(spread.low)}" for at, spread in reversed(curve.points)]
    middle = [(x.at(at), y.at(spread.median)) for at, spread in curve.points]
    yield f'<polygon points="{" ".join(high + low)}" fill="{colour}" fill-opacity="0.15"/>'
    line = " ".join(f"{across},{up}" for across, up in middle)
    yield f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>'
    yield from (f'<circle cx="{across}" cy="{up}" r="3" fill="{colour}"/>' for across, up in middle)


def _legend(curves: Sequence[Curve]) -> Iterable[str]:
    """Draw the legend from right to left, on the line of the y axis name."""
    right = WIDTH - RIGHT
    for curve, colour in reversed(list(zip(curves, COLOURS, strict=False))):
        yield f'<text x="{right}" y="{TOP - 12}" text-anchor="end" style="fill:{colour}">{escape(curve.name)}</text>'
        right -= 8 * len(curve.name) + 16


def _text(x: float, y: float, words: str, anchor: str, kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}"{named}>{escape(words)}</text>'


def _figure(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 10 or figure == int(figure) else f"{figure:g}"
