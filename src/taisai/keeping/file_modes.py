"""Restricts files and folders to their owner, whoever made them and with whatever umask."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from taisai.house.settings import FILE, Settings

OTHERS: Final = 0o077
OWN: Final = ("journal.sqlite*", FILE, "*.json")
OUTSIDE: Final = ("journal.sqlite*", "*.checkpoints", "*.json")


def loose(settings: Settings) -> Iterator[Path]:
    """Yield what others could access. The self-test looks for secret keys: once others have read one, it is too
    late."""
    for path in _ours(settings):
        with suppress(FileNotFoundError):
            if path.lstat().st_mode & OTHERS and not path.is_symlink():
                yield path


def tighten(settings: Settings) -> None:
    """Restrict access as far as this user may; the doctor reports the rest."""
    for path in loose(settings):
        with suppress(OSError):
            path.chmod(path.stat().st_mode & ~OTHERS & 0o777)


def _ours(settings: Settings) -> Iterator[Path]:
    house = Path(settings.folder)
    yield from (house, settings.keys_folder, settings.tumbler_key.parent, house / "slips")
    for pattern in OWN:
        yield from house.glob(pattern)
    for name in (settings.checkpoints_folder, settings.mirror.folder):
        if name:
            yield Path(name)
            for pattern in OUTSIDE:
                yield from Path(name).glob(pattern)
