"""Houses that find their bytecode compiled: one cache for all houses of the suite, which only they write."""

import os
import tempfile
from hashlib import sha256
from pathlib import Path

import taisai
from taisai.client.child import ChildHouse
from taisai.keeping.bytecode import AGAIN, FOLDER


def cache():
    """One of each checkout and person, wherever it lies; Python compiles again what has changed."""
    name = sha256(f"{os.getuid()} {Path(taisai.__path__[0]).resolve()}".encode()).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"taisai-tests-{name}"
    folder.mkdir(mode=0o700, exist_ok=True)
    assert folder.stat().st_uid == os.getuid()
    return folder


def warm(house):
    """The environment of a house whose start is not what is tested: it seems begun anew, with the cache of all."""
    own = house.absolute() / FOLDER
    if not own.exists():
        own.symlink_to(cache(), target_is_directory=True)
    return {AGAIN: str(own), "PYTHONPYCACHEPREFIX": str(own)}


def begun(house):
    """The environment of one that is refused: it seems begun anew, and nothing is made in its folder."""
    return {AGAIN: str(house.absolute() / FOLDER), "PYTHONPYCACHEPREFIX": str(cache())}


class WarmHouse(ChildHouse):
    def start(self, environment=None):
        super().start({**warm(self.folder), **(environment or {})})
