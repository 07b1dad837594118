"""Faults of a rulebook, as values, so that all are reported at once."""

from typing import Any, Literal

import msgspec

Path = tuple[str | int, ...]


class Fault(msgspec.Struct, frozen=True):
    """A fault. `at` is the path from the top of the file to the offending value."""

    file: str
    at: Path
    words: str
    value: Any
    fix: str
    kind: Literal["problem", "warning"] = "problem"


class Faults:
    """Collects the faults of one file while reading continues."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Fault] = []

    def add(self, at: Path, words: str, value: object, fix: str) -> None:
        self.found.append(Fault(self.file, at, words, value, fix))

    def warn(self, at: Path, words: str, value: object, fix: str) -> None:
        self.found.append(Fault(self.file, at, words, value, fix, "warning"))
