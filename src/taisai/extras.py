"""Which extra of taisai brings a package that is not installed."""

from collections.abc import Iterable
from importlib.util import find_spec
from typing import Final

LAB: Final = ("numpy", "scipy")
HOUSE: Final = (
    "apsw", "argon2", "cryptography", "httptools", "picows", "prometheus_client", "pyrage", "segno", "starlette",
    "uvicorn", "uvloop", "xxhash", "zstandard", "zxcvbn",
)  # fmt: skip
CLUSTER: Final = ("nats", "psycopg")
_EXTRAS: Final = {
    package: extra
    for extra, packages in {"lab": LAB, "house": HOUSE, "cluster": CLUSTER}.items()
    for package in packages
}


def check_installed(packages: Iterable[str]) -> None:
    """Before anything is begun that would fail half-way; nothing is imported."""
    for package in packages:
        if find_spec(package) is None:
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)


def words_for(error: ModuleNotFoundError) -> str | None:
    """What to install, or None where no extra brings the package."""
    package = (error.name or "").partition(".")[0]
    extra = _EXTRAS.get(package)
    return extra and f"this needs {package}, which is not installed; run: pip install 'taisai[{extra}]'"
