"""The page of the library: every public name with its signature, description and a tested example."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from pages.writing import headed

import taisai

CALLED: Final = (FunctionType, classmethod, staticmethod)
EXAMPLES: Final = Path(__file__).with_name("library_examples.txt")
INTRO = """\
Everything that `import taisai` offers. A name is loaded when it is first used. Names of the lab need NumPy and SciPy:
`pip install 'taisai[lab]'`. Every example runs in the test suite, in the order of this page and from nothing.

Money and stakes are whole numbers. What is exact is a `Fraction`; what is not says how far it can be off
([the mathematics](../mathematics.md)).
"""
GROUPS: Final = {
    "Rolls": ("Roll", "ROLLS", "call"),
    "Rulebooks and pay tables": (
        "paytable", "paytables", "rulebook", "rulebooks", "clauses", "layout", "PayTable", "Spot", "Odds",
    ),
    "Refusals": ("Refused", "Refusal"),
    "Exact figures": ("figures", "Figures", "edges", "Edges", "covariance", "plan", "Plan"),
    "Limits and exposure": ("Book", "Box", "apportion", "apportion_pair", "Apportionment"),
    "The lab: many rounds": ("evening", "Evening", "Bounded", "simulated", "Estimate"),
    "The lab: goal and ruin": ("ending", "Ending", "horizon", "bankroll_for", "Stand", "course", "course_to_end"),
    "The lab: the house's side": ("takings", "reserve", "rounds_to_tell"),
    "The lab: dice": ("Watch", "throws_to_see"),
}  # fmt: skip


def library_page() -> str:
    examples = _examples()
    lines = [INTRO]
    for group, names in GROUPS.items():
        lines.append(f"## {group}\n")
        for name in names:
            lines += _entry(name, getattr(taisai, name), examples[name])
    return headed("The library", lines, source="docstrings or scripts/pages/library_examples.txt")


def _examples() -> dict[str, str]:
    """Return the examples by name: the text after `== name` up to the next one."""
    _, *parts = re.split(r"^== (\w+)\n", EXAMPLES.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[::2], (part.strip() for part in parts[1::2]), strict=True))


def _entry(name: str, value: Any, example: str) -> Iterator[str]:
    yield f"### {name}\n"
    if callable(value):
        yield f"```text\n{name}{_signature(value)}\n```\n"
        if words := _words(value):
            yield f"{words}\n"
    if isinstance(value, type):
        yield from _members(value)
    yield f"```python\n{example}\n\n```\n"


def _signature(value: Any) -> str:
    """Return the signature without module names and memory addresses; an enumeration has none."""
    if isinstance(value, type) and hasattr(value, "__members__"):
        return ""
    told = re.sub(r"<function .*? at 0x\w+>", "...", str(inspect.signature(value)))
    return re.sub(r"\b(?:\w+\.)+(?=[A-Za-z_])", "", told).replace("'", "")


def _words(value: Any) -> str:
    """Return the object's own docstring, without examples."""
    own = value.__dict__.get("__doc__") if isinstance(value, type) else value.__doc__
    return inspect.cleandoc(own or "").partition("\n>>>")[0].strip()


def _members(value: type) -> Iterator[str]:
    found = [line for name, member in sorted(vars(value).items()) if (line := _member(name, member))]
    if found and not hasattr(value, "__members__"):
        yield "\n".join(found) + "\n"


def _member(name: str, member: Any) -> str | None:
    if name.startswith("_"):
        return None
    called = getattr(member, "__func__", member) if isinstance(member, CALLED) else None
    told = called or getattr(member, "func", None) or getattr(member, "fget", None)
    if told is None:
        return None
    signature = _signature(called) if called else ""
    words = inspect.cleandoc(told.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
    return f"- `{name}{signature}`" + (f": {words}" if words else "")
