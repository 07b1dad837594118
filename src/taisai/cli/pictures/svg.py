"""A drawing as SVG: text stays text, so it can be searched, copied and read aloud."""

from html import escape
from typing import assert_never

from taisai.cli.pictures.drawing import Drawing, Line, Rectangle, Shape, Words


def svg(drawing: Drawing) -> str:
    title = escape(drawing.title)
    box = f'viewBox="0 0 {drawing.width} {drawing.height}" width="{drawing.width}" height="{drawing.height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box} font-family="sans-serif" role="img" aria-label="{title}">'
    white = f'<rect width="{drawing.width}" height="{drawing.height}" fill="#ffffff"/>'
    return "\n".join([head, f"<title>{title}</title>", white, *map(_shape, drawing.shapes), "</svg>", ""])


def _shape(shape: Shape) -> str:
    match shape:
        case Rectangle(x, y, width, height, colour):
            return f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" fill="{colour}"/>'
        case Line(points, colour, width):
            path = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
            return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
        case Words(x, y, text, anchor, size):
            return f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size}" text-anchor="{anchor}">{escape(text)}</text>'
        case _:
            assert_never(shape)
