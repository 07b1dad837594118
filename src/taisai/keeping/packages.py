"""The packages that this software needs, checked by the hashes recorded at their installation."""

import csv
import os
import re
import sys
import sysconfig
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from hashlib import file_digest, sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from os.path import isfile
from pathlib import Path
from typing import Final

OURS: Final = "taisai"
PACKAGE: Final = Path(__file__).parents[1]
RECORD: Final = "RECORD"
AT_START: Final = ("*.pth", "sitecustomize.py", "usercustomize.py", "_virtualenv.py")
Stamp = tuple[int, int, int]
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_OLDER: Final = re.compile(r"python(?:_full)?_version < [\"']3\.(\d+)[\"']$")
_EXTRA: Final = re.compile(r"extra == [\"']([^\"']+)[\"']")


@cache
def needed(name: str = OURS) -> tuple[str, ...]:
    """Return all direct and indirect requirements that are installed; for our own package, those of all extras too."""
    found, waiting = set[tuple[str, frozenset[str]]](), [name]
    while waiting:
        wanted = waiting.pop()
        one = _normal(wanted), _extras(wanted)
        if one not in found and (requires := _requires(one[0])) is not None:
            found.add(one)
            waiting += [line for line in requires if _is_wanted(line, *one)]
    return tuple(sorted({named for named, _ in found}))


def _requires(name: str) -> list[str] | None:
    """Return the requirements of a package; None if it is not installed, because it is for another system or version,
    or belongs to an extra that nobody asked for."""
    try:
        return distribution(name).requires or []
    except PackageNotFoundError:
        return None


def _is_wanted(line: str, name: str, extras: frozenset[str]) -> bool:
    of, older = _EXTRA.findall(line), _OLDER.search(line)
    is_old = older is not None and sys.version_info >= (3, int(older[1])) and " or " not in line
    return not is_old and (not of or name == OURS or not extras.isdisjoint(of))


def _extras(requirement: str) -> frozenset[str]:
    """Return the extras that a requirement names, as in psycopg[binary]."""
    asked = re.match(r"[^;\[]*\[([^\]]*)\]", requirement)
    return frozenset(one.strip() for one in asked[1].split(",")) if asked else frozenset()


def _normal(requirement: str) -> str:
    named = _NAME.match(requirement)
    assert named is not None, requirement
    return re.sub(r"[-_.]+", "-", named[0]).lower()


def records() -> dict[str, str]:
    """Return the SHA-256 of each package's own record of its files."""
    wanted = (distribution(name) for name in needed() if name != OURS)
    return {f"packages/{_title(one)}/{RECORD}": sha256(_record(one)).hexdigest() for one in wanted}


def _title(one: Distribution) -> str:
    """Return name and version. Only these two lines are read, because parsing all of them takes long."""
    text = one.read_text("METADATA") or one.read_text("PKG-INFO") or ""
    name, version = (re.search(rf"(?m)^{head}: *(.*?)\s*$", text) for head in ("Name", "Version"))
    assert name is not None
    assert version is not None
    return f"{name[1]}-{version[1]}"


def site_files(folders: Iterable[Path] | None = None) -> dict[str, str]:
    """Return the SHA-256 of the files that Python runs by itself at its start, whichever package they belong to."""
    places = site_folders() if folders is None else folders
    paths = (path for folder in places for pattern in AT_START for path in sorted(folder.glob(pattern)))
    return {f"site/{path.name}": sha256(path.read_bytes()).hexdigest() for path in paths}


def misfits(files: Iterable[Path | str] | None = None, folders: Iterable[Path] | None = None) -> Iterator[str]:
    """Yield each file that differs from its package's record: of the given files, or of all that are needed."""
    places = tuple(map(str, site_folders() if folders is None else folders))
    recorded = _recorded(places, all_there=files is not None)
    inside = tuple(f"{folder}/" for folder in places)
    for file in sorted(recorded) if files is None else map(str, files):
        if file in recorded:
            if not isfile(file) or _digest(file, stamp(file)) != recorded[file]:  # noqa: PTH113 - a Path takes longer
                yield f"{file} does not match the record of its package"
        elif file.startswith(inside) and not any(map(Path(file).match, AT_START)):
            yield f"{file} belongs to no package"


def strangers(files: Iterable[Path | str]) -> Iterator[str]:
    """Yield each file that belongs neither to Python nor to a package nor to us."""
    homes = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib")]
    inside = tuple(f"{home}/" for home in (*homes, sys.base_prefix, *site_folders(), PACKAGE))
    for file in map(str, files):
        if not file.startswith(inside):
            yield f"{file} is loaded from an unknown place"


def loaded_files() -> list[str]:
    """Return the files that Python has loaded, including compiled ones. The main script is left out, because
    multiprocessing lists it under another name."""
    modules = (module for module in tuple(sys.modules.values()) if module is not sys.modules["__main__"])
    files = (getattr(module, "__file__", None) for module in modules)
    return sorted({_plain(file) for file in files if file})


@cache
def _plain(file: str) -> str:
    """Return a path without doubled slashes and dots. There are thousands, and a Path takes long."""
    return str(Path(file))


def site_folders() -> tuple[Path, ...]:
    return tuple(dict.fromkeys(Path(folder) for folder in sys.path if Path(folder).name.endswith("-packages")))


def _recorded(folders: Iterable[str], *, all_there: bool) -> Mapping[str, str]:
    """Return each file with its hash, of all packages there or of those that are needed. No other package can speak for
    the files of those. Files compiled later are left out."""
    found = [(folder, one) for folder in folders for one in Path(folder).glob(f"*.dist-info/{RECORD}")]
    ours = _rows(tuple((folder, one.read_bytes()) for folder, one in found if _of(one) in needed()))
    if not all_there:
        return ours
    return _rows(tuple((folder, one.read_bytes()) for folder, one in found if _of(one) not in needed())) | ours


def _of(record: Path) -> str:
    return _normal(record.parent.name.partition("-")[0])


@lru_cache(maxsize=4)
def _rows(records: tuple[tuple[str, bytes], ...]) -> dict[str, str]:
    """Return files with their hashes; a file with two hashes fits neither."""
    found: dict[str, str] = {}
    for root, record in records:
        for name, noted, *_ in csv.reader(record.decode().splitlines()):
            if noted.startswith("sha256="):
                file, told = _located(root, name), noted.removeprefix("sha256=")
                found[file] = told if found.get(file, told) == told else ""
    return found


def _located(root: str, name: str) -> str:
    return str(Path(root, name).resolve()) if name.startswith("..") else f"{root}/{name}"


def stamp(path: Path | str) -> Stamp:
    """Return a value that differs after every change of the file: its last time can only be forged by setting the
    clock."""
    known = os.stat(path)  # noqa: PTH116 - thousands of them, and a Path takes longer
    return known.st_size, known.st_mtime_ns, known.st_ctime_ns


def _record(one: Distribution) -> bytes:
    return (one.read_text(RECORD) or "").encode()


@cache
def _digest(path: Path | str, _: Stamp) -> str:
    with Path(path).open("rb") as file:
        return urlsafe_b64encode(file_digest(file, "sha256").digest()).rstrip(b"=").decode()
