"""A drawing as PNG, without fonts or libraries."""

import struct
import zlib
from itertools import pairwise
from typing import Final, assert_never

import numpy as np
from numpy.typing import NDArray

from taisai.cli.pictures.drawing import Drawing, Line, Rectangle, Shape, Words
from taisai.cli.pictures.strokes import strokes

SCALE: Final = 2  # pixels per unit of a drawing
LETTER: Final = 0.52  # width of a letter, relative to its size
Dots = NDArray[np.uint8]


def png(drawing: Drawing) -> bytes:
    dots = np.full((drawing.height * SCALE, drawing.width * SCALE, 3), 255, dtype=np.uint8)
    for shape in drawing.shapes:
        _draw(dots, shape)
    height, width, _ = dots.shape
    raw = np.hstack([np.zeros((height, 1), dtype=np.uint8), dots.reshape(height, width * 3)]).tobytes()
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    title = b"Title\0" + drawing.title.encode("latin-1", "replace")
    parts = ((b"IHDR", head), (b"tEXt", title), (b"IDAT", zlib.compress(raw, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_part(name, content) for name, content in parts)


def _part(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def _draw(dots: Dots, shape: Shape) -> None:
    match shape:
        case Rectangle(x, y, width, height, colour):
            left, top, right, bottom = (round(edge * SCALE) for edge in (x, y, x + width, y + height))
            dots[max(top, 0) : max(bottom, top + 1), max(left, 0) : max(right, left + 1)] = _rgb(colour)
        case Line(points, colour, width):
            for (x, y), (to_x, to_y) in pairwise(points):
                _stroke(dots, (x, y, to_x, to_y), _rgb(colour), width)
        case Words():
            _write(dots, shape)
        case _:
            assert_never(shape)


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def _stroke(dots: Dots, ends: tuple[float, float, float, float], colour: tuple[int, ...], width: float) -> None:
    x, y, to_x, to_y = (edge * SCALE for edge in ends)
    count = int(max(abs(to_x - x), abs(to_y - y))) + 1
    half = max(0, round(width * SCALE / 2) - 1)
    columns, rows = (
        np.linspace(x, to_x, count + 1).round().astype(int),
        np.linspace(y, to_y, count + 1).round().astype(int),
    )
    for right in range(-half, half + 1):
        for down in range(-half, half + 1):
            inside = (rows + down >= 0) & (rows + down < len(dots)) & (columns + right >= 0)
            inside &= columns + right < dots.shape[1]
            dots[(rows + down)[inside], (columns + right)[inside]] = colour


def _write(dots: Dots, words: Words) -> None:
    wide, unit = words.size * LETTER, words.size * 0.72 / 6
    left = words.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor] * wide * len(words.text)
    for place, letter in enumerate(words.text):
        at = left + place * wide
        for run in strokes(letter):
            for bold in (0.0, 0.5):
                points = tuple((at + x * unit * 0.8 + bold, words.y - y * unit) for x, y in run)
                _draw(dots, Line(points, "#202020", 1.0))
