"""The two pictures of docs/architecture.md: the layers of the import contract, and the path of a wager."""

import tomllib
from collections.abc import Iterable
from html import escape
from typing import Final

from pages.writing import ROOT

WIDTH, ROW, GAP, LEFT = 720, 40, 8, 24
STYLE: Final = (
    "<style>rect{fill:#f3f6f4;stroke:#2f6f4f}text{font:15px system-ui,sans-serif;fill:#14281d;text-anchor:middle}"
    ".back{fill:#fff;stroke:none}path{stroke:#2f6f4f;fill:none;marker-end:url(#tip)}#tip path{fill:#2f6f4f}"
    "@media (prefers-color-scheme:dark){rect{fill:#1b2a22;stroke:#6fbf95}text{fill:#e8f2ec}.back{fill:#14181c}"
    "path{stroke:#6fbf95}#tip path{fill:#6fbf95}}</style>"
    '<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">'
    '<path d="M0,0 L8,4 L0,8 z"/></marker></defs>'
)
STEPS: Final = (
    ("terminal", "an order with its id and its round"),
    ("server: socket", "knows the sender by the cookie alone"),
    ("house: live table", "takes all waiting orders as one batch"),
    ("table: decide", "events, or a refusal with its reason"),
    ("table: evolve", "the state follows; nobody sees it yet"),
    ("journal: append", "sealed, durable; only now is it true"),
    ("wire: stream", "a receipt to the sender, changes to everybody"),
    ("terminal", "accepted, with a receipt number"),
)


def layers() -> list[list[str]]:
    """Return the layers from the outermost to the innermost, as in import-linter's contract."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = (one for one in project["tool"]["importlinter"]["contracts"] if one["type"] == "layers")
    return [layer.split(" | ") for layer in contract["layers"]]


def layers_picture() -> str:
    shapes = []
    for row, names in enumerate(layers()):
        wide = (WIDTH - 2 * LEFT - GAP * (len(names) - 1)) / len(names)
        for column, name in enumerate(names):
            shapes += _box(LEFT + column * (wide + GAP), _top(row), wide, name)
    shapes.append(f'<path d="M10,{_top(0)} V{_top(len(layers())) - GAP}"/>')
    return _svg("The layers: a package imports only packages below it", shapes, len(layers()))


def wager_picture() -> str:
    shapes = []
    for row, (name, note) in enumerate(STEPS):
        shapes += _box(LEFT, _top(row), 260, name)
        middle = _top(row) + ROW / 2 + 5
        shapes.append(f'<text x="{LEFT + 290}" y="{middle:g}" style="text-anchor:start">{escape(note)}</text>')
        if row:
            shapes.append(f'<path d="M{LEFT + 130},{_top(row) - GAP} v{GAP - 1}"/>')
    return _svg("The way of a wager", shapes, len(STEPS))


def _top(row: int) -> int:
    return GAP + row * (ROW + GAP)


def _box(left: float, top: int, wide: float, name: str) -> list[str]:
    middle = left + wide / 2
    return [
        f'<rect x="{left:g}" y="{top}" width="{wide:g}" height="{ROW}" rx="6"/>',
        f'<text x="{middle:g}" y="{top + ROW // 2 + 5}">{escape(name)}</text>',
    ]


def _svg(title: str, shapes: Iterable[str], rows: int) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {_top(rows)}" role="img">'
    back = f'<rect class="back" width="{WIDTH}" height="{_top(rows)}"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", STYLE, back, *shapes, "</svg>"]) + "\n"
