"""Finds people's names in a text, however many people there are."""

import re
from collections.abc import Callable
from typing import Final

_BEGINNING: Final = re.compile(r"(?<![\w.-]).", re.DOTALL)
_GOES_ON: Final = re.compile(r"\.?[\w-]")


class Names:
    """A set of names.

    A name must be a whole word, in whatever case; the longest match wins. The search cost depends on the number of
    different lengths, not of names."""

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._lengths: list[int] = []  # without duplicates, longest first

    def add(self, name: str) -> None:
        if name and name.casefold() not in self._names:
            self._names.add(name.casefold())
            if len(name) not in self._lengths:
                self._lengths = sorted({*self._lengths, len(name)}, reverse=True)

    def clear(self) -> None:
        self._names.clear()
        self._lengths = []

    def replaced(self, text: str, by: Callable[[str], str]) -> str:
        pieces: list[str] = []
        end = 0
        for begins in _BEGINNING.finditer(text) if self._names else ():
            at = begins.start()
            name = self._at(text, at) if at >= end else ""
            if name:
                pieces += text[end:at], by(name)
                end = at + len(name)
        return "".join([*pieces, text[end:]])

    def _at(self, text: str, at: int) -> str:
        for length in self._lengths:
            name = text[at : at + length]
            if name.casefold() in self._names and not _GOES_ON.match(text, at + length):
                return name
        return ""
