"""The rulebook's orders for an irregularity, and their effect at an electronic table."""

from typing import Final

from msgspec.structs import replace

from taisai.rules.rulebook import Irregularity, Outcome, Rulebook
from taisai.rules.vocabulary import Does, Effect, Moment, Trouble

STOPPING: Final = (Effect.STOP_TABLE, Effect.SETTLE_BY_DICE_AND_STOP)
DECIDING: Final = "decide-dispute"


def remedies(book: Rulebook, provided: Irregularity) -> tuple[str, ...]:
    """Return the names of the orders; none if nobody has to act."""
    named = [row.order for row in book.remedies.remedy if provided.trouble in row.troubles]
    return tuple(dict.fromkeys([*named, DECIDING] if provided.trouble is Trouble.UNCOVERED else named))


COMMITTED: Final = Outcome("committed", Does.REFUSE, why="the tumbler is committed to this throw; nobody can change it")


def committed(order: str, moment: Moment, outcome: Outcome) -> Outcome:
    """Return the outcome at an electronic table.

    People can void a round only while wagers are open; after that, the throw decides it."""
    if outcome.does is Does.REFUSE or order == "reverse-rounds":
        return outcome
    if order in {"amend-entry", "correct-round"} or (order == "void-round" and moment is not Moment.BEFORE_CLOSING):
        return COMMITTED
    if order == "resume":
        return replace(outcome, does=Does.VOID if moment is Moment.BEFORE_CLOSING else Does.CONCLUDE)
    return outcome
