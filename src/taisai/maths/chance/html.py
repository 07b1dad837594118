"""Notebook display of answers: a small table, with the error of every figure that is not exact."""

from collections.abc import Mapping
from fractions import Fraction
from html import escape


def rows_html(title: str, rows: Mapping[str, object]) -> str:
    lines = "".join(f"<tr><th>{escape(name)}</th><td>{escape(_words(value))}</td></tr>" for name, value in rows.items())
    return f"<table><caption>{escape(title)}</caption>{lines}</table>"


def _words(value: object) -> str:
    if isinstance(value, Fraction):
        return f"{value} = {float(value):,.6g}" if value.denominator > 1 else f"{value.numerator:,}"
    return f"{value:,}" if isinstance(value, int) else str(value)
