"""Helpers to write generated pages."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def headed(title: str, lines: Iterable[str], *, source: str) -> str:
    head = f"<!-- Written by `make docs`; edit {source}, not this page. -->\n"
    return "\n".join([head, f"# {title}\n", *lines])


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """Return a table and an empty line, with bars in cells escaped."""
    lines = [list(heads), *(list(row) for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    first, ruler, *rest = (f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)
    return [first, ruler.replace(" ", ""), *rest, ""]


def codes(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def as_json(document: Any) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
