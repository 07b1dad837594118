"""A picture as a list of shapes, and as SVG: text stays text, so it can be searched, copied and read aloud."""

from html import escape
from typing import Literal, assert_never

import msgspec

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]


class Rectangle(msgspec.Struct, frozen=True):
    x: float
    y: float
    width: float
    height: float
    colour: str


class Line(msgspec.Struct, frozen=True):
    points: tuple[Point, ...]
    colour: str
    width: float = 1.5


class Words(msgspec.Struct, frozen=True):
    """`y` is the baseline."""

    x: float
    y: float
    text: str
    anchor: Anchor = "start"
    size: int = 12


Shape = Rectangle | Line | Words


class Drawing(msgspec.Struct, frozen=True):
    title: str
    width: int
    height: int
    shapes: tuple[Shape, ...]


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
