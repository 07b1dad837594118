"""The page of the notebook: its cells with their results, as they are typed."""

import ast
import json
from collections.abc import Iterator
from typing import Any, Final

from pages.writing import ROOT, headed

NOTEBOOK: Final = ROOT / "examples" / "lab.ipynb"


def notebook_page() -> str:
    first, *cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    title, _, words = "".join(first["source"]).removeprefix("# ").partition("\n\n")
    lines = [f"{words} The same as [a notebook](../../examples/lab.ipynb).\n"]
    for cell in cells:
        lines += _told(cell)
    return headed(title, lines, source="examples/lab.ipynb")


def _told(cell: dict[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] != "code":
        yield f"{source}\n"
        return
    results = [line for output in cell["outputs"] for line in "".join(output["data"]["text/plain"]).splitlines()]
    yield "\n".join(["```python", *_typed(source), *results, "", "```\n"])


def _typed(source: str) -> Iterator[str]:
    lines = source.splitlines()
    for statement in ast.parse(source).body:
        first, *others = lines[statement.lineno - 1 : statement.end_lineno]
        yield f">>> {first}"
        yield from (f"... {line}" for line in others)
