"""Notebook display of answers: a small table, with the error of every figure that is not exact."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape


def rows_html(title: str, rows: Mapping[str, object]) -> str:
    lines = "".join(f"<tr><th>{escape(name)}</th><td>{escape(_words(value))}</td></tr>" for name, value in rows.items())
    return f"<table><caption>{escape(title)}</caption>{lines}</table>"


BARS = 41
WIDTH, LINE = 640, 16


def distribution_html(title: str, chances: Sequence[tuple[object, float]]) -> str:
    """Return the chances of results, in ascending order, as bars; many results are drawn together."""
    each = max(1, -(-len(chances) // BARS))
    parts = [chances[at : at + each] for at in range(0, len(chances), each)]
    sums = [sum(chance for _, chance in part) for part in parts]
    most = max(sums, default=0) or 1
    lines = "".join(
        _bar_html(place, part, share, share / most) for place, (part, share) in enumerate(zip(parts, sums, strict=True))
    )
    height = LINE * len(parts)
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'font-family="sans-serif" font-size="11" role="img" aria-label="{escape(title)}">{lines}</svg></figure>'
    )


def _bar_html(place: int, part: Sequence[tuple[object, float]], share: float, length: float) -> str:
    top, (first, last) = LINE * place, (part[0][0], part[-1][0])
    name = f"{first}" if first == last else f"{first} to {last}"
    return (
        f'<text x="190" y="{top + 12}" text-anchor="end">{escape(name)}</text>'
        f'<rect x="200" y="{top + 3}" width="{360 * length:.1f}" height="{LINE - 4}" fill="#2a6f97"/>'
        f'<text x="{206 + 360 * length:.1f}" y="{top + 12}">{share:.3%}</text>'
    )


def _words(value: object) -> str:
    if isinstance(value, Fraction):
        return f"{value} = {float(value):,.6g}" if value.denominator > 1 else f"{value.numerator:,}"
    return f"{value:,}" if isinstance(value, int) else str(value)
