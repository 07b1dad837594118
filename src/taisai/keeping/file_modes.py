"""Files and folders that only their owner gets at, whoever made them and with whatever umask."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from taisai.house.settings import FILE, Settings

OTHERS: Final = 0o077
OWN: Final = ("journal.sqlite*", FILE, "*.json")
OUTSIDE: Final = ("journal.sqlite*", "*.jsonl", "*.json")


def loose(settings: Settings) -> Iterator[Path]:
    """What others could get at. Secret keys are the self-test's to find: once others have read one, it is too late."""
    for path in _ours(settings):
        with suppress(FileNotFoundError):
            if path.lstat().st_mode & OTHERS and not path.is_symlink():
                yield path


def tighten(settings: Settings) -> None:
    """As far as this user may; the doctor tells of the rest."""
    for path in loose(settings):
        with suppress(OSError):
            path.chmod(path.stat().st_mode & ~OTHERS & 0o777)


def _ours(settings: Settings) -> Iterator[Path]:
    house = Path(settings.folder)
    yield from (house, settings.keys, settings.tumbler_key.parent, house / "slips")
    for pattern in OWN:
        yield from house.glob(pattern)
    for name in (settings.anchors_folder, settings.mirror_folder):
        if name:
            yield Path(name)
            for pattern in OUTSIDE:
                yield from Path(name).glob(pattern)
