"""The secret that a player's terminal adds to the throw of a round with its first wager. The house cannot know it
before."""

import re
from typing import Final

from taisai.rules.refusals import Refusal, Refused
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.order import Order
from taisai.table.state import Round, Table

SECRET: Final = re.compile("[0-9a-f]{64}")


def contributed(table: Table, current: Round, order: Order, command: c.PlaceWager) -> list[e.Event]:
    """Return the event of a terminal's contribution; nothing if it was recorded before."""
    given, before = command.contribution, current.contributions.get(command.seat)
    if not table.electronic or order.by.role is not allow.PLAYER or not SECRET.fullmatch(given):
        words = "a contribution must be 32 bytes in hexadecimal, from a player, at an electronic table"
        raise Refused(Refusal.CONTRIBUTION_INVALID, words, given)
    if before is not None and before != given:
        words = (
            f"seat {command.seat} has already sent another contribution for round {current.number}; wager without one"
        )
        raise Refused(Refusal.CONTRIBUTION_GIVEN, words, given)
    return [] if before else [e.ContributionGiven(current.number, command.seat, given)]
