"""What can be asked about the drop box of a table, and about the soft count of one that was taken away."""

from typing import Annotated

import msgspec

from taisai.table.command_parts import CHIPS_MOST, KINDS_MOST, Command, Secret, Text, Word

Notes = Annotated[
    dict[Word, Annotated[int, msgspec.Meta(ge=0, le=CHIPS_MOST)]], msgspec.Meta(max_length=KINDS_MOST)
]  # how many notes of each denomination


class ExchangeBox(Command, frozen=True, tag="exchange-box"):
    """By two: `box` comes to the table, and the one that is there goes; no `box` takes it away only."""

    box: Word = ""


class EnterSoftCount(Command, frozen=True, tag="enter-soft-count"):
    """What somebody found in a box that was taken away. Two people enter it, and neither is told of the other's. The
    house adds the `key` by which it is hidden in the journal, and the `nonce` that the key belongs to."""

    box: Word
    notes: Notes
    nonce: Secret = ""
    key: Secret = ""


class ConfirmSoftCount(Command, frozen=True, tag="confirm-soft-count"):
    """By the third of those who counted; `why` says what is wrong where they do not agree, and all is counted again."""

    box: Word
    agrees: bool = True
    why: Text = ""


class ApproveSoftCount(Command, frozen=True, tag="approve-soft-count"):
    """By somebody who did not count: why the box does not hold what went into it."""

    box: Word
    why: Text
