"""A log as a folder of files that any web server can serve: the checkpoint, the tiles and the bundles."""

import os
from pathlib import Path

from taisai.house.journal_log import content, newest, tiled
from taisai.journal.refusals import JournalRefusal
from taisai.journal.sqlite_open import sync_folder
from taisai.journal.store import Store
from taisai.journal.tree import Kept
from taisai.log.checkpoints import Checkpoint
from taisai.log.tiles import tiles_of
from taisai.log.tree import WIDTH
from taisai.rules.refusals import Refused

CHECKPOINT = "checkpoint"


def write_tiles(store: Store, folder: Path) -> Checkpoint:
    """Write tiles up to the newest checkpoint, the cosigned one if there is one. The checkpoint is written last, so
    that readers find everything it covers. Full tiles that are already there stay."""
    found = newest(store, Kept.COSIGNED) or newest(store)
    if found is None:
        words = "the journal has no checkpoint yet; let the house finish a round, then try again"
        raise Refused(JournalRefusal.EXPORT_FAILED, words, str(folder))
    checkpoint, note = found
    if tiled(store, checkpoint.size).root() != checkpoint.root:
        words = "the entries do not match the newest checkpoint; check the journal with taisai verify"
        raise Refused(JournalRefusal.CORRUPT, words, checkpoint.size)
    try:
        for tile in tiles_of(checkpoint.size):
            path = folder / "tile" / tile.path
            if tile.width < WIDTH or not path.exists():
                _write(path, content(store, tile))
        _write(folder / CHECKPOINT, str(note).encode())
    except OSError as error:
        words = f"the tiles could not be written to {folder} ({error.strerror}); check the disk and try again"
        raise Refused(JournalRefusal.EXPORT_FAILED, words, str(folder)) from error
    return checkpoint


def _write(path: Path, text: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.new")
    with new.open("wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.rename(path)
    sync_folder(path.parent)
