"""Parts of events."""

import msgspec


class Tagged(msgspec.Struct, frozen=True, tag_field="is"):
    pass


class Stake(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """Money of a seat on a spot."""

    seat: int
    spot: str
    stake: int


class Award(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """What one wager gets back: `returned` is stake and winnings. `refused` goes back whatever the dice show."""

    seat: int
    spot: str
    stake: int
    returned: int
    refused: int


class Correction(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """What a seat gets or pays; `owed` is the part that its balance could not cover."""

    seat: int
    credited: int
    debited: int
    owed: int
