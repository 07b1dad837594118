"""The files of this software and their hashes, so that any change is noticed."""

import marshal
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import file_digest, sha256
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from pathlib import Path
from typing import Final

from taisai.keeping.packages import PACKAGE, Stamp, records, site_files, stamp

PYC_HEAD_BYTES: Final = 16
RELEASED: Final = "2026-11-15"  # no correct clock shows an earlier day


def manifest(root: Path = PACKAGE) -> dict[str, str]:
    """Return the SHA-256 of every file of ours by its path. `planted` checks the files that Python compiles from
    them."""
    files = sorted(path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(root).as_posix(): file_sha256(path) for path in files}


def installed() -> dict[str, str]:
    """Return all that someone is responsible for: our files, the record of each package, and what Python runs at its
    start."""
    return manifest() | records() | site_files()


def planted(root: Path = PACKAGE) -> Iterator[str]:
    """Yield each compiled file that Python would run although its source says something else."""
    for source in sorted(root.rglob("*.py")):
        compiled = _beside(source)
        if compiled.exists() and not _is_made_of(compiled, source, (stamp(compiled), stamp(source))):
            yield f"{compiled.relative_to(root).as_posix()} is not made of its source; delete it"


def _beside(source: Path) -> Path:
    """Return where Python looks by default, whatever cache this process uses."""
    return source.parent / "__pycache__" / Path(cache_from_source(str(source))).name


@cache
def _is_made_of(compiled: Path, source: Path, _: tuple[Stamp, Stamp]) -> bool:
    """Return whether a compiled file matches its source, or is so old that Python would ignore it."""
    found, text = compiled.read_bytes(), source.read_bytes()
    if not _would_run(found[:PYC_HEAD_BYTES], text, int(source.stat().st_mtime)):
        return True
    try:
        code = marshal.loads(found[PYC_HEAD_BYTES:])  # noqa: S302 - compared, never run
        return bool(code == compile(text, str(source), "exec", dont_inherit=True))
    except (EOFError, ValueError, TypeError, SyntaxError):
        return False


def _would_run(head: bytes, source: bytes, changed_s: int) -> bool:
    """Apply PEP 552: compiled from a source with that time and size, or with that hash, or never checked."""
    magic, flags, rest = head[:4], int.from_bytes(head[4:8], "little"), head[8:]
    if flags == 0:
        fits = rest == b"".join((number & 0xFFFFFFFF).to_bytes(4, "little") for number in (changed_s, len(source)))
    else:
        fits = not flags & 0b10 or rest == source_hash(source)
    return magic == MAGIC_NUMBER and fits


def file_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def digest(files: Mapping[str, str]) -> str:
    """Return a digest over the lines that sha256sum prints and checks, so that anyone can compute it without this
    software."""
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
