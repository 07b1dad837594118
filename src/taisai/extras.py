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
_EXTRAS: Final = {
    package: extra
    for extra, packages in {"check": CHECK, "lab": LAB, "house": HOUSE, "cluster": CLUSTER}.items()
    for package in packages
}


def check_installed(packages: Iterable[str]) -> None:
    """Before anything is begun that would fail half-way; nothing is imported."""
    for package in packages:
        if find_spec(package) is None:
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)


def words_for(error: ModuleNotFoundError, part: str = "") -> str | None:
    """What to install, or None where no extra brings the package.

    `part` is the extra that the command belongs to: if it brings the package too, it is the only one to install."""
    package = (error.name or "").partition(".")[0]
    extra = _EXTRAS.get(package)
    if part == "house" and extra in {"check", "lab"}:
        extra = part
    return extra and f"this needs {package}, which is not installed; run: pip install 'taisai[{extra}]'"
