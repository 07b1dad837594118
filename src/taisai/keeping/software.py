"""The files of this software and their hashes, so that any change is noticed."""

import marshal
import os
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import file_digest, sha256
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from os.path import isfile
from pathlib import Path
from types import CodeType
from typing import Final

from taisai.keeping.bytecode import is_own_cache
from taisai.keeping.packages import PACKAGE, Stamp, records, site_files, stamp

PYC_HEAD_BYTES: Final = 16
RELEASED: Final = "2026-11-15"  # no correct clock shows an earlier day


def manifest(root: Path = PACKAGE) -> dict[str, str]:
    """Return the SHA-256 of every file of ours by its path. `planted` checks the files that Python compiles from
    them."""
    return {path.removeprefix(f"{root}/"): _sha256(path, stamp(path)) for path in sorted(_files(root))}


def _files(root: Path) -> Iterator[str]:
    for folder, inside, names in os.walk(root):
        inside[:] = [name for name in inside if name != "__pycache__"]
        yield from filter(isfile, (f"{folder}/{name}" for name in names))


def installed() -> dict[str, str]:
    """Return all that someone is responsible for: our files, the record of each package, and what Python runs at its
    start."""
    return manifest() | records() | site_files()


def planted(root: Path = PACKAGE, *, anew: bool = False) -> Iterator[str]:
    """Yield each compiled file that Python would run although its source says something else. With `anew` every source
    is compiled for the comparison, which takes several times as long."""
    for source in sorted(path for path in _files(root) if path.endswith(".py")):
        compiled = _beside(source)
        there = isfile(compiled)  # noqa: PTH113 - a Path takes longer
        if there and not _is_made_of(compiled, source, (stamp(compiled), stamp(source)), anew=anew):
            yield f"{compiled.removeprefix(f'{root}/')} does not match its source; delete it"


@cache
def _beside(source: str) -> str:
    """Return where Python looks by default, whatever cache this process uses."""
    return str(Path(source).parent / "__pycache__" / Path(cache_from_source(source)).name)


@cache
def _is_made_of(compiled: str, source: str, _: tuple[Stamp, Stamp], *, anew: bool) -> bool:
    """Return whether a compiled file matches its source, or is so old that Python would ignore it."""
    found, text = Path(compiled).read_bytes(), Path(source).read_bytes()
    changed_s = int(Path(source).stat().st_mtime)
    if not _would_run(found[:PYC_HEAD_BYTES], text, changed_s):
        return True
    try:
        code = marshal.loads(found[PYC_HEAD_BYTES:])  # noqa: S302 - compared, never run
        own = None if anew else _compiled_by_us(source, text, changed_s)
        return bool(code == (own or compile(text, source, "exec", dont_inherit=True)))
    except (EOFError, ValueError, TypeError, SyntaxError):
        return False


def _compiled_by_us(source: str, text: bytes, changed_s: int) -> CodeType | None:
    """Return what this house compiled from a source, which is faster than to compile it again."""
    own = Path(cache_from_source(source))
    if not is_own_cache() or not own.exists():
        return None
    found = own.read_bytes()
    if not _would_run(found[:PYC_HEAD_BYTES], text, changed_s):
        return None
    code: CodeType = marshal.loads(found[PYC_HEAD_BYTES:])  # noqa: S302 - it is what this process runs
    return code


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


@cache
def _sha256(path: str, _: Stamp) -> str:
    return file_sha256(Path(path))


def read_anew() -> None:
    """Forget the hashes of our files, so that the next look reads each of them, whatever its times say."""
    _sha256.cache_clear()


def digest(files: Mapping[str, str]) -> str:
    """Return a digest over the lines that sha256sum prints and checks, so that anyone can compute it without this
    software."""
    lines = (f"{files[path]}  {path}\n" for path in sorted(files))
    return sha256("".join(lines).encode()).hexdigest()


def differences(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    return [_difference(path, old, new) for path in sorted({*old, *new}) if old.get(path) != new.get(path)]


def _difference(path: str, old: Mapping[str, str], new: Mapping[str, str]) -> str:
    if path not in new:
        return f"{path} is missing"
    if path not in old:
        return f"{path} is new"
    return f"{path} was changed: it is {new[path][:16]}, recorded was {old[path][:16]}"
