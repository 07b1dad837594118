"""Limits on the number and length of disputes, so that one player cannot fill a table's memory or a supervisor's
screen."""

from enum import Enum
from typing import Final

from taisai.rules.refusals import Refused
from taisai.table.commands import Command, OpenDispute
from taisai.table.state import Table

CLAIM_LONGEST: Final = 500
ABOUT_ROUND_MOST: Final = 3  # per seat
OPEN_MOST: Final = 5  # undecided, per seat
TABLE_MOST: Final = 20  # undecided, without a seat


class DisputeRefusal(Enum):
    TOO_LONG = "dispute-too-long"
    TOO_MANY = "disputes-too-many"


def check_disputes(table: Table, command: Command) -> None:
    """Refuse a dispute that is too long or one too many. Other commands pass."""
    if isinstance(command, OpenDispute):
        _check_length(command)
        _check_count(table, command)


def _check_length(command: OpenDispute) -> None:
    if len(command.claim) > CLAIM_LONGEST:
        words = f"a claim may have at most {CLAIM_LONGEST} characters, this one has {len(command.claim)}; shorten it"
        raise Refused(DisputeRefusal.TOO_LONG, words, len(command.claim))


def _check_count(table: Table, command: OpenDispute) -> None:
    """Refuse a dispute beyond the limits. The table has forgotten disputes decided long ago, so they do not count; the
    people who decide disputes keep an eye on those."""
    own = [one for one in table.disputes.values() if one.seat == command.seat]
    waiting = sum(not one.decided for one in own)
    if waiting >= (OPEN_MOST if command.seat else TABLE_MOST):
        raise _too_many(f"{waiting} disputes are already waiting for a decision; have one decided first", waiting)
    about = sum(one.about == command.about for one in own)
    if command.seat and about >= ABOUT_ROUND_MOST:
        words = f"seat {command.seat} has already disputed round {command.about} {about} times"
        raise _too_many(f"{words}; tell the staff what to add, and they will write it down", about)


def _too_many(words: str, value: int) -> Refused:
    return Refused(DisputeRefusal.TOO_MANY, words, value)
