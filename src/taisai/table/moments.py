"""The moment of a round, which decides the rulebook's remedies."""

from typing import Final

from taisai.rules.vocabulary import Moment
from taisai.table.game import Game
from taisai.table.state import BetsShut, Betting, Closed, Entered, Revealed, Settling, Table, Tumbled

_PHASES: Final = {Betting: Moment.BEFORE_CLOSING, Revealed: Moment.REVEALED, Entered: Moment.ENTERED}


def moment_of(game: Game, table: Table, number: int) -> Moment:
    """Return the moment of the current round, or of a finished one."""
    if table.current is None or number != table.current.number:
        return _over(table, number)
    match table.phase:
        case Tumbled(closed=closed):
            return Moment.TUMBLED if closed else Moment.BEFORE_CLOSING
        case BetsShut():
            return Moment.TUMBLED if game.tumbles_first else Moment.CLOSED
        case Settling(paid=paid):
            return Moment.PAYING if paid else Moment.COLLECTED
        case phase:
            return _PHASES[type(phase)]


def _over(table: Table, number: int) -> Moment:
    if table.current or number < table.round:
        return Moment.NEXT_ROUND
    return Moment.TABLE_CLOSED if isinstance(table.phase, Closed) else Moment.SETTLED
