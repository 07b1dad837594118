"""Which orders a rulebook provides for an irregularity."""

from typing import Final

from taisai.rules.rulebook import Irregularity, Rulebook
from taisai.rules.vocabulary import Effect, Trouble

STOPPING: Final = (Effect.STOP_TABLE, Effect.SETTLE_BY_DICE_AND_STOP)
DECIDING: Final = "decide-dispute"


def remedies(book: Rulebook, provided: Irregularity) -> tuple[str, ...]:
    """The names of the orders; none where nobody has to do anything."""
    named = [row.order for row in book.remedies.remedy if provided.trouble in row.troubles]
    return tuple(dict.fromkeys([*named, DECIDING] if provided.trouble is Trouble.UNCOVERED else named))
