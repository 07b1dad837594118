"""Which orders a rulebook provides for an irregularity, and what comes of them where the throw is committed."""

from typing import Final

from msgspec.structs import replace

from taisai.rules.rulebook import Irregularity, Outcome, Rulebook
from taisai.rules.vocabulary import Does, Effect, Moment, Trouble

STOPPING: Final = (Effect.STOP_TABLE, Effect.SETTLE_BY_DICE_AND_STOP)
DECIDING: Final = "decide-dispute"


def remedies(book: Rulebook, provided: Irregularity) -> tuple[str, ...]:
    """The names of the orders; none where nobody has to do anything."""
    named = [row.order for row in book.remedies.remedy if provided.trouble in row.troubles]
    return tuple(dict.fromkeys([*named, DECIDING] if provided.trouble is Trouble.UNCOVERED else named))


COMMITTED: Final = Outcome("committed", Does.REFUSE, why="the table is bound to its throw, which nobody can change")


def committed(order: str, moment: Moment, outcome: Outcome) -> Outcome:
    """At a table that throws by itself: people void a round only while wagers are open, and after that the throw
    concludes it."""
    if outcome.does is Does.REFUSE or order == "reverse-rounds":
        return outcome
    if order in {"amend-entry", "correct-round"} or (order == "void-round" and moment is not Moment.BEFORE_CLOSING):
        return COMMITTED
    if order == "resume":
        return replace(outcome, does=Does.VOID if moment is Moment.BEFORE_CLOSING else Does.CONCLUDE)
    return outcome
