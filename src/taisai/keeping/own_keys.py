"""The keys that identify a house's journals as its own."""

from hashlib import sha256
from typing import Final

from taisai.house.rotations import rotations
from taisai.house.settings import Settings
from taisai.house.tables import HOUSE
from taisai.journal.batch_key import FILE as BATCH_KEY
from taisai.journal.batch_key import read_batch_keys
from taisai.journal.keys import PRIVATE_FILE, REPLACED

MOVED: Final = "moved.json"  # reported at the next start, then deleted


def key_digests(settings: Settings) -> dict[str, bytes]:
    """Return digests of the keys. A digest reveals nothing about random data. A replaced signing key is gone, and so is
    its digest."""
    *replaced, present = (_nth(number) for number in range(len(rotations(settings, HOUSE)) + 1))
    files = {
        present: settings.keys_folder / PRIVATE_FILE,
        "voucher key": settings.voucher_key,
        "snapshot key": settings.snapshot_key,
    }
    held = {name: sha256(path.read_bytes()).digest() for name, path in files.items() if path.exists()}
    if (settings.keys_folder / BATCH_KEY).exists():
        held["key of batches"] = sha256(read_batch_keys(settings.keys_folder).first).digest()
    return held | dict.fromkeys(replaced, REPLACED)


def _nth(number: int) -> str:
    return f"signing key {number + 1}" if number else "signing key"
