"""A distribution drawn with text characters, for a terminal."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console

ROWS: Final = 21
WIDTH: Final = 48


def draw_bars(out: Console, xs: Sequence[float], chances: Sequence[float]) -> None:
    """Draw about twenty rows: losses red, gains green."""
    rows = list(_rows(xs, chances))
    most = max(chance for _, _, chance in rows) or 1.0
    for low, high, chance in rows:
        style = "red" if high < 0 else "green" if low > 0 else "white"
        bar = "█" * round(WIDTH * chance / most)
        name = f"{low:,.10g}" if low == high else f"{low:,.10g} to {high:,.10g}"
        out.print(f"{name:>26} [{style}]{bar:<{WIDTH}}[/] {chance:>8.3%}", soft_wrap=True)


def _rows(xs: Sequence[float], chances: Sequence[float]) -> Iterator[tuple[float, float, float]]:
    each = max(1, -(-len(xs) // ROWS))
    for at in range(0, len(xs), each):
        yield xs[at], xs[min(at + each, len(xs)) - 1], sum(chances[at : at + each])


def middle_part(xs: Sequence[float], chances: Sequence[float], outside: float = 5e-4) -> slice:
    """Return the part worth drawing, without the extremes."""
    low, high, below, above = 0, len(xs), 0.0, 0.0
    while low < high - 1 and below + chances[low] < outside:
        below, low = below + chances[low], low + 1
    while high > low + 1 and above + chances[high - 1] < outside:
        above, high = above + chances[high - 1], high - 1
    return slice(low, high)
