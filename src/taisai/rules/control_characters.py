"""Characters that control a terminal or reverse a line instead of being read."""

import re
from functools import cache
from typing import Final

_OTHERS: Final = "\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff"
_ALL: Final = f"[\x00-\x1f{_OTHERS}]"
_BUT_LINES: Final = f"[\x00-\x08\x0b-\x1f{_OTHERS}]"


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Return the pattern, which takes longer to compile than most commands to answer."""
    return re.compile(pattern)


def spelled_out(text: str, *, lines: bool = False) -> str:
    """Return the text with control characters written as codes. `lines` keeps line ends and tabs."""
    if text.isprintable():
        return text
    return _compiled(_BUT_LINES if lines else _ALL).sub(_code, text)


def spelled_out_json(text: str) -> str:
    """Return the same JSON document, escaped. A JSON writer itself produces no control characters except line ends."""
    return _compiled(_BUT_LINES).sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def whole(text: str) -> str:
    """Return the text without lone surrogates, which JSON cannot hold."""
    return text.encode("utf-8", "backslashreplace").decode()


def _code(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"
