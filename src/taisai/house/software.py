"""What this software is, file by file, so that a change of any of it is seen."""

from collections.abc import Mapping
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parents[1]
RELEASED: Final = "2026-11-15"  # no clock that is right shows an earlier day


def manifest(root: Path = PACKAGE) -> dict[str, str]:
    """The SHA-256 of every file by its path; not of what Python compiles from them, which it makes anew."""
    files = sorted(path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(root).as_posix(): file_sha256(path) for path in files}


def file_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def digest(files: Mapping[str, str]) -> str:
    """Over the lines that sha256sum prints and checks, so that anybody can find it without this software."""
    lines = (f"{files[path]}  {path}\n" for path in sorted(files))
    return sha256("".join(lines).encode()).hexdigest()


def differences(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    return [_difference(path, old, new) for path in sorted({*old, *new}) if old.get(path) != new.get(path)]


def _difference(path: str, old: Mapping[str, str], new: Mapping[str, str]) -> str:
    if path not in new:
        return f"{path} is gone"
    if path not in old:
        return f"{path} is new"
    return f"{path} is another: {new[path][:16]}, recorded was {old[path][:16]}"
