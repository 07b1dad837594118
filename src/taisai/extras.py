"""Which extra of taisai brings a package that is not installed."""

from collections.abc import Iterable
from importlib.util import find_spec
from typing import Final

CHECK: Final = ("tree_sitter", "tree_sitter_toml")
LAB: Final = ("numpy", "scipy")
HOUSE: Final = (
    "apsw", "argon2", "cryptography", "httptools", "picows", "prometheus_client", "pyrage", "segno", "starlette",
    "uvicorn", "uvloop", "xxhash", "zstandard", "zxcvbn",
)  # fmt: skip
CLUSTER: Final = ("nats", "psycopg")
_BRINGS: Final = {"check": CHECK, "lab": LAB, "house": HOUSE, "cluster": CLUSTER}
_EXTRAS: Final = {package: extra for extra, packages in _BRINGS.items() for package in packages}
_WHOLE: Final = {"house": ("check", "lab", "house"), "cluster": ("check", "lab", "house", "cluster")}
NAMED: Final = 3


def check_installed(packages: Iterable[str]) -> None:
    """Before anything is begun that would fail half-way; nothing is imported."""
    for package in packages:
        if not _found(package):
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)


def words_for(error: ModuleNotFoundError, part: str = "") -> str | None:
    """Everything that lacks and what to install for it, or None where no extra brings the package.

    `part` is the extra that the command belongs to: if it brings the package too, it is the only one to install."""
    package = (error.name or "").partition(".")[0]
    extra = _EXTRAS.get(package)
    if extra is None:
        return None
    extra = part if extra in _WHOLE.get(part, ()) else extra
    brought = [one for each in _WHOLE.get(extra, (extra,)) for one in _BRINGS[each]]
    others = [one for one in brought if one != package and not _found(one)]
    *first, last = [package, *others]
    if len(first) > NAMED:
        first, last = first[:NAMED], f"{len(first) + 1 - NAMED} more"
    words = f"{', '.join(first)} and {last}, which are" if first else f"{last}, which is"
    return f"this needs {words} not installed; run: pip install 'taisai[{extra}]'"


def _found(package: str) -> bool:
    return find_spec(package) is not None
