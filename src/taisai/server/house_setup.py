"""Sets up the folder, database and keys of a house before it runs."""

import os
from contextlib import suppress
from pathlib import Path

from taisai.house.clock import now
from taisai.house.key_files import made_key, make_batch_key
from taisai.house.settings import Settings
from taisai.house.settings_problems import folder_unmade
from taisai.house.signers import make_signer, signer_of
from taisai.journal.batch_key import FILE as BATCH_KEY
from taisai.journal.batch_key import read_batch_keys
from taisai.journal.keys import PRIVATE_FILE, PUBLIC_FILE
from taisai.journal.place import OpenPlace
from taisai.journal.refusals import JournalRefusal
from taisai.keeping.backup import RESTORED
from taisai.keeping.backup_key import make_backup_keys
from taisai.keeping.file_modes import tighten
from taisai.keeping.marks import MarkKeeper, check_ends, check_marks, check_not_gone
from taisai.keeping.own_keys import key_digests
from taisai.keeping.rotate import finish_rotation
from taisai.keeping.slips import FOLDER as SLIPS
from taisai.rules.refusals import Refused


def prepare(settings: Settings) -> OpenPlace:
    """Create the folder, database and keys if they never existed, and open the journals.

    The database comes first: existing keys without a database mean that it was lost."""
    _check_folders(settings)
    _check_batch_key(settings)
    _check_not_in_file(settings)
    finish_rotation(settings)
    check_not_gone(settings)
    _make_folders(settings)
    if settings.mirror.folder:
        with suppress(OSError):  # the mirror itself reports a missing disk
            Path(settings.mirror.folder).mkdir(mode=0o700, exist_ok=True)
    make_batch_key(settings.keys_folder)
    tighten(settings)
    journals = settings.place.open_for_writing()
    try:
        if settings.nodes.database and journals.tables():
            journals.check_keys(key_digests(settings))
        _check_keys(settings, journals)
        check_marks(settings, journals)
        check_ends(settings, journals)
        make_keys(settings)
        journals.check_keys(key_digests(settings))
    except BaseException:
        journals.close()
        raise
    return journals


def _folders(settings: Settings) -> list[Path]:
    own = Path(settings.folder)
    outside = [Path(settings.checkpoints_folder)] if settings.checkpoints_folder else []
    return [own, settings.keys_folder, settings.tumbler_key.parent, own / SLIPS, *outside]


def _check_folders(settings: Settings) -> None:
    """Refuse before anything is touched if a folder cannot be made."""
    for folder in _folders(settings):
        there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
        if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
            raise folder_unmade(folder, f"{there} is no folder in which this user may write")


def _make_folders(settings: Settings) -> None:
    for folder in _folders(settings):
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise folder_unmade(folder, error.strerror or str(error)) from error


def _check_batch_key(settings: Settings) -> None:
    """Refuse if there are journals and not the key with which the house wrote them."""
    if (settings.keys_folder / BATCH_KEY).exists() or settings.place.exists():
        read_batch_keys(settings.keys_folder)


def _check_keys(settings: Settings, journals: OpenPlace) -> None:
    """Refuse if there are journals and not every key of the house that wrote them. A house that was just restored from
    a backup gets new ones in place of those that the backup had not."""
    if not journals.tables() or (Path(settings.folder) / RESTORED).exists():
        return
    own = settings.keys_folder / (PUBLIC_FILE if settings.token.library else PRIVATE_FILE)
    for path in (own, settings.voucher_key, settings.snapshot_key):
        if not path.exists():
            words = (
                f"the key {path} is missing, and without it nobody can tell what this house wrote; copy the keys of"
                " that house to this folder, or restore it from an encrypted backup"
            )
            raise Refused(JournalRefusal.KEY_MISSING, words, str(path))


def _check_not_in_file(settings: Settings) -> None:
    """Refuse if the journals are in the house's file while the settings name a database."""
    if settings.nodes.database and settings.journal.exists():
        words = f"the journals of this house are in {settings.journal}; move them to {settings.place} with taisai move"
        raise Refused(JournalRefusal.ELSEWHERE, words, str(settings.journal))


def make_keys(settings: Settings) -> None:
    """Create the missing keys. The snapshot key is last: where it exists, marks must exist."""
    make_signer(settings)
    made_key(settings.voucher_key)
    make_backup_keys(settings.keys_folder)
    if not settings.snapshot_key.exists():
        MarkKeeper(settings, signer_of(settings)).begin(now())
        made_key(settings.snapshot_key)
