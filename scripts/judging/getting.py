"""Programs of others, each from its registry and pinned: Python's and Node's by lock files, Debian's as it has them."""

import hashlib
import os
import platform
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
KEPT: Final = ROOT / ".judges"
PYTHON, NODE, DEBIAN, MACHINE = SOURCES = ("PyPI", "npm", "Debian", "this machine")
PACKAGES: Final = {"nginx": "/usr/sbin/nginx", "caddy": "/usr/bin/caddy", "prometheus": "/usr/bin/promtool"}
"""Of Debian, each with the program that it is fetched for. They are unpacked, not installed: no service starts."""
WITHIN_S: Final = 900


def path() -> str:
    """Where programs are looked for: what was got first, then what the machine has."""
    own = ("python/bin", "node/node_modules/.bin", "debian/usr/bin", "debian/usr/sbin")
    return os.pathsep.join([*(str(KEPT / at) for at in own), os.environ["PATH"], "/usr/sbin"])


def get() -> dict[str, str]:
    """Get what is missing, and return which sources could not be had, and why."""
    KEPT.mkdir(exist_ok=True)
    missing = {}
    for source, getting in {PYTHON: _python, NODE: _node, DEBIAN: _debian}.items():
        try:
            getting()
        except (OSError, subprocess.SubprocessError) as error:
            missing[source] = (getattr(error, "stderr", "") or str(error)).strip()[-300:]
    return missing


def _python() -> None:
    lock = HERE / "requirements.lock"
    if _is_got("python", lock):
        return
    uv, folder = str(ROOT / ".venv/bin/uv"), KEPT / "python"
    _run(uv, "venv", "--quiet", "--clear", "--python", str(ROOT / ".venv/bin/python"), str(folder))
    install = ("pip", "install", "--quiet", "--python", str(folder / "bin/python"), "--no-deps", "--require-hashes")
    _run(uv, *install, "--requirement", str(lock))
    _note("python", lock)


def _node() -> None:
    lock, folder = HERE / "package-lock.json", KEPT / "node"
    folder.mkdir(exist_ok=True)
    for program in (HERE / "programs").glob("*.mjs"):
        shutil.copyfile(program, folder / program.name)
    if _is_got("node", lock):
        return
    for name in ("package.json", lock.name):
        shutil.copyfile(HERE / name, folder / name)
    _run(str(ROOT / "scripts/npm"), "--prefix", str(folder), "ci", "--silent", "--ignore-scripts", "--omit=optional")
    _note("node", lock)


def _debian() -> None:
    """What neither the machine has nor an earlier run fetched."""
    missing = [name for name, program in PACKAGES.items() if not shutil.which(Path(program).name, path=path())]
    if not missing:
        return
    folder = KEPT / "debian"
    folder.mkdir(exist_ok=True)
    with suppress(subprocess.SubprocessError):  # without root, the lists are as old as they are
        _run("apt-get", "update", "-qq")
    for name in missing:
        _run("apt-get", "download", "-qq", name, folder=folder)
    for archive in folder.glob("*.deb"):
        _run("dpkg-deb", "--extract", str(archive), str(folder))
        archive.unlink()


def _run(*words: str, folder: Path = ROOT) -> None:
    subprocess.run(words, cwd=folder, check=True, capture_output=True, text=True, timeout=WITHIN_S)


def _stamp(lock: Path) -> str:
    return hashlib.sha256(f"{KEPT}{platform.python_version()}".encode() + lock.read_bytes()).hexdigest()


def _is_got(name: str, lock: Path) -> bool:
    noted = KEPT / f"{name}.sum"
    return noted.exists() and noted.read_text() == _stamp(lock)


def _note(name: str, lock: Path) -> None:
    (KEPT / f"{name}.sum").write_text(_stamp(lock))
