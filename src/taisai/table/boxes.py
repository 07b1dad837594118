"""Drop boxes: the one on the table, and those that were taken away and are not counted yet."""

from collections.abc import Mapping
from hashlib import sha256

import msgspec

Notes = dict[str, int]


class Box(msgspec.Struct, frozen=True):
    """`amount` is what went into it by the table's own record. `step` is placed, removed, made or confirmed, once it
    was counted; `entries` are the digests of what was entered, and `people` who entered or confirmed it so far."""

    name: str
    amount: int = 0
    step: str = "placed"
    entries: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    counted: int = 0

    @property
    def variance(self) -> int:
        """Once it was counted."""
        return self.counted - self.amount


def digest_of(table: str, box: str, notes: Mapping[str, int]) -> str:
    """Of what was found in a box: the same for the same notes, and nobody reads them in it."""
    told = ",".join(f"{kind}x{notes[kind]}" for kind in sorted(notes, key=int))
    return sha256(f"taisai soft count {table} {box} {told}".encode()).hexdigest()
