"""The rulebook's orders for an irregularity: which there are, and what each does at a moment."""

from typing import Final, Literal, NamedTuple, get_args

from msgspec.structs import replace

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.rulebook import Irregularity, Outcome, Remedy, Rulebook
from taisai.rules.vocabulary import Does, Effect, Moment, Trouble
from taisai.table import allow
from taisai.table.game import Game
from taisai.table.moments import moment_of
from taisai.table.order import Order
from taisai.table.parts import tag_of
from taisai.table.state import Table

STOPPING: Final = (Effect.STOP_TABLE, Effect.SETTLE_BY_DICE_AND_STOP)
DECIDING: Final = "decide-dispute"


def remedies(book: Rulebook, provided: Irregularity) -> tuple[str, ...]:
    """Return the names of the orders; none if nobody has to act."""
    named = [row.order for row in book.remedies.remedy if provided.trouble in row.troubles]
    return tuple(dict.fromkeys([*named, DECIDING] if provided.trouble is Trouble.UNCOVERED else named))


Kind = Literal["chips", "credits", "electronic"]
"""How a table is played: dealt by hand with chips or with credits, or by an electronic tumbler."""
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

COMMITTED: Final = Outcome("committed", Does.REFUSE, why="the tumbler is committed to this throw; nobody can change it")
REFUSED_BEFORE: Final = Outcome(
    "refused-before", Does.REFUSE, why="terminals refuse what is over a limit, so nothing lies there unnoticed"
)
RUNNING: Final = frozenset(Moment) - {Moment.SETTLED, Moment.NEXT_ROUND, Moment.TABLE_CLOSED}


def left_of(kind: Kind, order: str, moment: Moment, outcome: Outcome) -> Outcome:
    """Return the outcome at a table of this kind. People can void an electronic round only while wagers are open; after
    that, the throw decides it."""
    if order == "record-unnoticed" and kind != "chips":
        return REFUSED_BEFORE
    if outcome.does is Does.REFUSE or kind != "electronic":
        return outcome
    return _committed(order, moment, outcome)


def _committed(order: str, moment: Moment, outcome: Outcome) -> Outcome:
    is_settled, is_open = moment not in RUNNING, moment is Moment.BEFORE_CLOSING
    if order in {"amend-entry", "correct-round"} or (order == "void-round" and not is_open):
        return COMMITTED
    if order == "reverse-rounds":
        return outcome if is_settled or is_open else COMMITTED
    if order == "resume":
        name, does = ("void-before-throw", Does.VOID) if is_open else ("conclude-by-throw", Does.CONCLUDE)
        return replace(outcome, name=name, does=does)
    return outcome


class Provided(NamedTuple):
    irregularity: Irregularity
    outcome: Outcome

    @property
    def clause(self) -> str:
        return self.irregularity.clause


def provided(game: Game, table: Table, order: Order, trouble: Trouble, number: int) -> Provided:
    """Return the remedy. Refuse if the rulebook has none now."""
    found, row = offered(game, order, trouble)
    outcome = game.book.outcome(row, moment_of(game, table, number))
    if outcome.does is Does.REFUSE:
        words = f"{row.order} for {trouble}: {outcome.why}{allow.cite(game, found.clause)}"
        raise Refused(Refusal.REMEDY_REFUSED, words, number)
    assert outcome.act is not None, "checked when the rulebook was read"
    return Provided(found, outcome)


def offered(game: Game, order: Order, trouble: Trouble) -> tuple[Irregularity, Remedy]:
    """Return the rulebook's rows for this order, at any moment."""
    name = tag_of(order.command)
    found, row = game.book.provision(trouble), game.book.remedy(name, trouble)
    if found is None or row is None:
        others = [one for remedy in game.book.remedies.remedy if remedy.order == name for one in remedy.troubles]
        words = f"{game.book.id} does not provide {name} for {trouble}; only for: {', '.join(others) or 'nothing'}"
        raise Refused(Refusal.TROUBLE_UNKNOWN, words, trouble.value)
    return found, row
