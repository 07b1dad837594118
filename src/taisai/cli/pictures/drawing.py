"""A picture as a list of shapes, independent of the file format."""

from typing import Literal

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
