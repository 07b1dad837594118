"""Characters that command a terminal, or turn a line round, instead of being read."""

import re
from typing import Final

_OTHERS: Final = "\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff"
_ALL: Final = re.compile(f"[\x00-\x1f{_OTHERS}]")
_BUT_LINES: Final = re.compile(f"[\x00-\x08\x0b-\x1f{_OTHERS}]")


def spelled_out(text: str, *, lines: bool = False) -> str:
    """As anybody can read it: what could do something else is written as its code. `lines` lets line ends and tabs
    pass."""
    return (_BUT_LINES if lines else _ALL).sub(_code, text)


def spelled_out_json(text: str) -> str:
    """The same document; of a JSON writer's own making there are only line ends."""
    return _BUT_LINES.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def whole(text: str) -> str:
    """Without halves of letters, which no JSON holds."""
    return text.encode("utf-8", "backslashreplace").decode()


def _code(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"
