"""Commands about drop boxes and their soft counts."""

from typing import Annotated

import msgspec

from taisai.table.command_parts import CHIPS_MOST, KINDS_MOST, Command, Secret, Text, Word

Notes = Annotated[
    dict[Word, Annotated[int, msgspec.Meta(ge=0, le=CHIPS_MOST)]], msgspec.Meta(max_length=KINDS_MOST)
]  # number of notes of each denomination


class ExchangeBox(Command, frozen=True, tag="exchange-box"):
    """Two people put `box` on the table and remove the present one. An empty `box` only removes it."""

    box: Word = ""


class EnterSoftCount(Command, frozen=True, tag="enter-soft-count"):
    """What one person found in a removed box. Two people enter it, and neither sees the other's entry. The house adds
    the `key` that hides it in the journal, and the `nonce` of that key."""

    box: Word
    notes: Notes
    nonce: Secret = ""
    key: Secret = ""


class ConfirmSoftCount(Command, frozen=True, tag="confirm-soft-count"):
    """The third person of the count confirms it. `why` is the reason for disagreeing; then everything is counted
    again."""

    box: Word
    agrees: bool = True
    why: Text = ""


class ApproveSoftCount(Command, frozen=True, tag="approve-soft-count"):
    """Someone who did not count explains why the contents differ from the record."""

    box: Word
    why: Text
