"""TOML as text, with comments."""

import json
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

Comments = Callable[[str], Iterable[str]]


def lines(head: str, values: Iterable[tuple[str, Any]], comments: Comments = lambda _: ()) -> list[str]:
    """Return the lines of a table under this head, such as `[[table]]`; each name after the comments about it."""
    found = ["", head]
    for name, one in values:
        found += [*(f"# {line}" for line in comments(name)), f"{name} = {value(one)}"]
    return found


def value(given: Any) -> str:
    match given:
        case bool() | str():
            return json.dumps(given, ensure_ascii=False)
        case list() | tuple():
            return f"[{', '.join(map(value, given))}]"
        case msgspec.Struct():
            return value(msgspec.structs.asdict(given))
        case dict():
            return f"{{ {', '.join(f'{key} = {value(one)}' for key, one in given.items())} }}"
    return str(given)
