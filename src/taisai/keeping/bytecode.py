"""A bytecode cache that only this house writes: Python runs whatever is in a cache, whether it matches its source or
not.

Imports only the standard library, because it runs before anything else is trusted.
"""

import hmac
import json
import os
import shutil
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

FOLDER: Final = "bytecode"
LIST: Final = "bytecode.json"
KEY: Final = "keys/snapshot.key"
PURPOSE: Final = b"taisai bytecode 1\n"
AGAIN: Final = "_TAISAI_BYTECODE"  # set for the restarted process, so that it restarts only once


def begin_anew(house: Path) -> None:
    """Restart the same command in the same process, with a cache that holds only what this house compiled. Does not
    return, unless that was done already."""
    folder = house.absolute() / FOLDER
    if os.environ.get(AGAIN) == str(folder):
        sys.dont_write_bytecode = False  # overrides any setting, because this cache is the house's own
        return
    clean(house)
    os.environ[AGAIN] = str(folder)
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-X", f"pycache_prefix={folder}", *sys.orig_argv[1:]])  # noqa: S606


def is_own_cache() -> bool:
    """Return whether this process reads compiled files only from a cache that was cleaned before it began."""
    return sys.pycache_prefix is not None and sys.pycache_prefix == os.environ.get(AGAIN)


def clean(house: Path) -> None:
    """Delete what the house did not write, or what was changed since. It is compiled again."""
    folder, known = house / FOLDER, _known(house)
    if folder.is_symlink() or not known:
        _remove(folder)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    for path in folder.rglob("*"):
        strange = path.is_symlink() or not path.is_dir()
        if strange and (path.is_symlink() or known.get(path.relative_to(folder).as_posix()) != _digest(path)):
            path.unlink()


def remember(house: Path) -> None:
    """Record what is in the cache now, after a start from a clean one."""
    folder, key = house / FOLDER, house / KEY
    if sys.pycache_prefix == str(folder.absolute()) and key.exists():
        files = {path.relative_to(folder).as_posix(): _digest(path) for path in folder.rglob("*") if path.is_file()}
        new = house / f".{LIST}.new"
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump({"files": files, "mac": _mac(key, files)}, file)
        new.rename(house / LIST)


def _known(house: Path) -> dict[str, str]:
    """Return the recorded files; empty if the record cannot be trusted."""
    try:
        found = json.loads((house / LIST).read_bytes())
        files: dict[str, str] = found["files"]
        return files if hmac.compare_digest(found["mac"], _mac(house / KEY, files)) else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _mac(key: Path, files: dict[str, str]) -> str:
    told = PURPOSE + sys.version.encode() + json.dumps(files, sort_keys=True).encode()
    return hmac.new(bytes.fromhex(key.read_text().strip()), told, sha256).hexdigest()


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _remove(folder: Path) -> None:
    if folder.is_symlink():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)
