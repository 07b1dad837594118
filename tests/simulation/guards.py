"""What keeps several nodes from harming a journal, each with a switch: a guard that can be missed proves nothing."""

from collections.abc import Iterable
from enum import Enum


class Guard(Enum):
    EPOCH = "epoch"
    HEAD = "head"
    SNAPSHOT = "snapshot"
    RESTORE = "restore"
    TAKE_AGAIN = "take-again"
    PROMISE = "promise"
    ENDED = "ended"
    COMMIT = "commit"
    CLOCK = "clock"


MEANING = {
    Guard.EPOCH: "a batch that is written under an older epoch is refused",
    Guard.HEAD: "a batch that does not follow the head is refused",
    Guard.SNAPSHOT: "a snapshot or a checkpoint that is saved under an older epoch is refused",
    Guard.RESTORE: "a desk takes its head from the last entry that it read, not from a question asked before",
    Guard.TAKE_AGAIN: "whoever does not know how a write ended takes the journal again before it goes on",
    Guard.PROMISE: "a table writes that it promises a voucher before another table takes it",
    Guard.ENDED: "a promise ends when the table that got it has said whether it redeemed the voucher",
    Guard.COMMIT: "nobody is told anything before it is written",
    Guard.CLOCK: "a node drops its tables when its own clock says that its lease is over",
}

SMALLEST = (
    (Guard.COMMIT,),
    (Guard.CLOCK,),
    (Guard.PROMISE,),
    (Guard.ENDED,),
    (Guard.TAKE_AGAIN,),
    (Guard.EPOCH, Guard.HEAD),
    (Guard.SNAPSHOT, Guard.RESTORE),
)
"""Sets without which something goes wrong; of those with two guards, either covers for the other."""

Guards = frozenset[Guard]
ALL: Guards = frozenset(Guard)


def without(names: Iterable[str]) -> Guards:
    """All guards but those that are named."""
    return ALL - {Guard(name) for name in names}
