"""Notes by other processes about what they did to a house. The house records them at once or at its next start."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkstemp
from typing import Final

import msgspec

FOLDER: Final = "slips"
BYTES_MOST: Final = 4096


class Slip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A backup that was made, or a backup key that was taken away: when, by which user of the machine, and its name."""

    at: str
    by: str
    name: str
    kind: str = "backup"


def leave(house: Path, slip: Slip) -> None:
    """Leave a slip. The file gets its name once it is complete, and the house can read it whoever leaves it."""
    folder = house / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    handle, name = mkstemp(dir=folder, suffix=".new")
    with os.fdopen(handle, "wb") as file:
        if os.geteuid() == 0:
            os.fchown(handle, house.stat().st_uid, -1)
        file.write(msgspec.json.encode(slip))
        file.flush()
        os.fsync(handle)
    Path(name).rename(Path(name).with_suffix(".json"))


def found(house: Path) -> Iterator[tuple[Path, Slip]]:
    """Yield each slip with its file, which the caller deletes once it is recorded. Other files stay where they are."""
    for path in sorted((house / FOLDER).glob("*.json")):
        try:
            with path.open("rb") as file:
                yield path, msgspec.json.decode(file.read(BYTES_MOST), type=Slip)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            continue
