"""Drop boxes: the one on the table, and removed ones that are not counted yet."""

import hmac
from collections.abc import Mapping

import msgspec

Notes = dict[str, int]


class Box(msgspec.Struct, frozen=True):
    """`amount` is what went into it by the table's own record. `step` is placed, removed, made or confirmed, once it
    was counted; `entries` are the digests of what was entered, by the key that belongs to `nonce`, and `people` who
    entered or confirmed it so far."""

    name: str
    amount: int = 0
    step: str = "placed"
    entries: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    counted: int = 0
    nonce: str = ""

    @property
    def variance(self) -> int:
        """The difference, once the box was counted."""
        return self.counted - self.amount


def digest_of(table: str, box: str, notes: Mapping[str, int], key: str) -> str:
    """Return a digest of the notes in a box: equal for equal notes, and nobody can guess the notes without the key."""
    told = ",".join(f"{kind}x{notes[kind]}" for kind in sorted(notes, key=int))
    text = f"taisai soft count {table} {box} {told}".encode()
    return hmac.digest(bytes.fromhex(key), text, "sha256").hex()
