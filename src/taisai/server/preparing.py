"""A house's folder, database and keys, before anything of it runs."""

from contextlib import suppress
from pathlib import Path

from taisai.house.clock import now
from taisai.house.key_files import made_key
from taisai.house.settings import Settings
from taisai.journal.keys import PRIVATE_FILE, load_private, make_keys
from taisai.journal.sqlite_file import SqliteFile
from taisai.journal.sqlite_open import open_for_writing
from taisai.keeping.backup_key import make_backup_keys
from taisai.keeping.marks import MarkKeeper, check_marks, check_not_gone
from taisai.keeping.modes import tighten
from taisai.keeping.slips import FOLDER as SLIPS


def prepare(settings: Settings) -> SqliteFile:
    """Folder, database and keys, made where they are missing and never were there. The database comes first: where
    there are keys, there must be one."""
    check_not_gone(settings)
    Path(settings.folder).mkdir(mode=0o700, parents=True, exist_ok=True)
    for folder in (settings.keys, settings.tumbler_key.parent, Path(settings.folder) / SLIPS):
        folder.mkdir(mode=0o700, exist_ok=True)
    if settings.anchors_folder:
        Path(settings.anchors_folder).mkdir(mode=0o700, parents=True, exist_ok=True)
    if settings.mirror_folder:
        with suppress(OSError):  # a disk that is not there is the mirror's to tell
            Path(settings.mirror_folder).mkdir(mode=0o700, exist_ok=True)
    tighten(settings)
    file = open_for_writing(settings.journal)
    try:
        check_marks(settings, file)
        _make_keys(settings)
    except BaseException:
        file.close()
        raise
    return file


def _make_keys(settings: Settings) -> None:
    """The key for snapshots last: where it is, there must be marks."""
    if not (settings.keys / PRIVATE_FILE).exists():
        make_keys(settings.keys)
    made_key(settings.voucher_key)
    make_backup_keys(settings.keys)
    if not settings.snapshot_key.exists():
        MarkKeeper(settings, load_private(settings.keys)).begin(now())
        made_key(settings.snapshot_key)
