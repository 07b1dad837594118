"""The packages that this software needs, checked by the hashes recorded at their installation."""

import csv
import os
import re
import sys
import sysconfig
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import file_digest, sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions
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


def misfits(files: Iterable[Path] | None = None, folders: Iterable[Path] | None = None) -> Iterator[str]:
    """Yield each file that differs from its package's record: of the given files, or of all that are needed."""
    places = tuple(site_folders() if folders is None else folders)
    recorded = _recorded(places, needed() if files is None else None)
    inside = tuple(f"{folder}/" for folder in places)
    for file in sorted(recorded) if files is None else files:
        if file in recorded:
            if not file.is_file() or _digest(file, stamp(file)) != recorded[file]:
                yield f"{file} does not match the record of its package"
        elif str(file).startswith(inside) and not any(map(file.match, AT_START)):
            yield f"{file} belongs to no package"


def strangers(files: Iterable[Path]) -> Iterator[str]:
    """Yield each file that belongs neither to Python nor to a package nor to us."""
    homes = {Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")}
    homes |= {Path(sys.base_prefix), *site_folders(), PACKAGE}
    for file in files:
        if not any(home in file.parents for home in homes):
            yield f"{file} is loaded from an unknown place"


def loaded_files() -> list[Path]:
    """Return the files that Python has loaded, including compiled ones. The main script is left out, because
    multiprocessing lists it under another name."""
    modules = (module for module in tuple(sys.modules.values()) if module is not sys.modules["__main__"])
    files = (getattr(module, "__file__", None) for module in modules)
    return sorted({Path(file) for file in files if file})


def site_folders() -> tuple[Path, ...]:
    return tuple(dict.fromkeys(Path(folder) for folder in sys.path if Path(folder).name.endswith("-packages")))


def _recorded(folders: Iterable[Path], names: tuple[str, ...] | None) -> Mapping[Path, str]:
    """Return each file with its hash, of all packages there or of the named ones. Files compiled later are left out."""
    found: dict[Path, str] = {}
    for one in distributions(path=[str(folder) for folder in folders]):
        if names is None or _normal(one.name) in names:
            found |= _rows(Path(str(one.locate_file(""))), _record(one))
    return found


@cache
def _rows(root: Path, record: bytes) -> dict[Path, str]:
    rows = csv.reader(record.decode().splitlines())
    return {_located(root, row[0]): row[1].removeprefix("sha256=") for row in rows if row[1].startswith("sha256=")}


def _located(root: Path, name: str) -> Path:
    return (root / name).resolve() if name.startswith("..") else root / name


def stamp(path: Path | str) -> Stamp:
    """Return a value that differs after every change of the file: its last time can only be forged by setting the
    clock."""
    known = os.stat(path)  # noqa: PTH116 - thousands of them, and a Path takes longer
    return known.st_size, known.st_mtime_ns, known.st_ctime_ns


def _record(one: Distribution) -> bytes:
    return (one.read_text(RECORD) or "").encode()


@cache
def _digest(path: Path, _: Stamp) -> str:
    with path.open("rb") as file:
        return urlsafe_b64encode(file_digest(file, "sha256").digest()).rstrip(b"=").decode()
