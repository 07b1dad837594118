"""Checksums in the format of sha256sum."""

from collections.abc import Iterable
from hashlib import file_digest
from pathlib import Path


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def sums(files: Iterable[Path]) -> str:
    return "".join(f"{sha256_of(path)}  {path.name}\n" for path in sorted(files))
