"""Finds the line of a value in a TOML file. Only this needs the extra `check`; without it, lines are not known."""

from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from taisai.rules.fault import Path

if TYPE_CHECKING:
    from tree_sitter import Node

UNKNOWN: Final = 0
_KEYS = {"bare_key", "quoted_key", "dotted_key"}


def line_of(text: str, at: Path) -> int:
    """Return the line of the value, or of the nearest enclosing one in the file; 0 if lines are not known."""
    if find_spec("tree_sitter_toml") is None:
        return UNKNOWN
    lines = _lines(text)
    while at not in lines:
        at = at[:-1]
    return lines[at]


@lru_cache(maxsize=4)
def _lines(text: str) -> dict[Path, int]:
    import tree_sitter_toml  # noqa: PLC0415 - see above
    from tree_sitter import Language, Parser  # noqa: PLC0415

    lines: dict[Path, int] = {}
    language = Language(tree_sitter_toml.language())
    for place, line in _places(Parser(language).parse(text.encode()).root_node, (), {}):
        lines.setdefault(place, line)
    return lines


def _places(node: "Node", at: Path, arrays: dict[Path, int]) -> Iterator[tuple[Path, int]]:
    match node.type:
        case "table":
            at = _under(_key(node), arrays)
        case "table_array_element":
            array = _under(_key(node), arrays)
            arrays[array] = arrays.get(array, -1) + 1
            at = (*array, arrays[array])
        case "pair":
            at = (*at, *_key(node))
    yield at, node.start_point[0] + 1
    values = [child for child in node.named_children if child.type not in _KEYS | {"comment"}]
    for place, child in enumerate(values):
        yield from _places(child, (*at, place) if node.type == "array" else at, arrays)


def _under(key: tuple[str, ...], arrays: dict[Path, int]) -> Path:
    """Return the path of a header. Below an array of tables, it refers to the latest element."""
    at: Path = ()
    for part in key[:-1]:
        at = (*at, part)
        at = (*at, arrays[at]) if at in arrays else at
    return (*at, key[-1])


def _key(node: "Node") -> tuple[str, ...]:
    key = next(child for child in node.named_children if child.type in _KEYS)
    return tuple(_parts(key))


def _parts(key: "Node") -> Iterator[str]:
    if key.type == "dotted_key":
        for part in key.named_children:
            yield from _parts(part)
    else:
        yield (key.text or b"").decode().strip("\"'")
