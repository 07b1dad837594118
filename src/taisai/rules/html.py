"""How values show themselves in a notebook, and by which reference they are loaded."""

from collections.abc import Iterable
from typing import Final, TypeVar

Loaded = TypeVar("Loaded")
LINE: Final = 120


def escape(text: str) -> str:
    """Return the text for a page."""
    from html import escape as escaped  # noqa: PLC0415 - only notebooks need it

    return escaped(text)


def table_html(title: str, headings: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><caption>{escape(title)}</caption><tr>{head}</tr>{body}</table>"


def called(loaded: object, name: str) -> str:
    """Return the reference that a value was loaded by: its name, or a path for a rulebook of one's own."""
    return str(vars(loaded).get("ref", name))


def pasted(value: object, otherwise: str) -> str:
    """Return the words that make the value again if they are known and fit on a line, otherwise what it is."""
    ref = str(vars(value).get("ref", ""))
    return ref if ref and "<" not in ref and len(ref) <= LINE else otherwise


def loaded_by(value: Loaded, ref: str) -> Loaded:
    vars(value)["ref"] = ref
    return value
