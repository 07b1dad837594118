"""Drop boxes: the one on the table, and those that were taken away and are not counted yet."""

import hmac
from collections.abc import Mapping
from hashlib import sha256

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
        """Once it was counted."""
        return self.counted - self.amount


def digest_of(table: str, box: str, notes: Mapping[str, int], key: str) -> str:
    """Of what was found in a box: the same for the same notes, and without the key nobody can try which they are. In
    journals of before there were keys it has none."""
    told = ",".join(f"{kind}x{notes[kind]}" for kind in sorted(notes, key=int))
    text = f"taisai soft count {table} {box} {told}".encode()
    return hmac.digest(bytes.fromhex(key), text, "sha256").hex() if key else sha256(text).hexdigest()
