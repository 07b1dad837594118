"""What the rulebook's table of remedies says about an order at this moment."""

from typing import NamedTuple

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.rulebook import Irregularity, Outcome, Remedy
from taisai.rules.vocabulary import Does, Role, Trouble
from taisai.table.commands import Command
from taisai.table.decide import allow
from taisai.table.game import Game
from taisai.table.moments import moment_of
from taisai.table.order import Order
from taisai.table.state import Table


class Provided(NamedTuple):
    irregularity: Irregularity
    outcome: Outcome

    @property
    def clause(self) -> str:
        return self.irregularity.clause


def provided(game: Game, table: Table, order: Order, trouble: Trouble, number: int) -> Provided:
    """Return the remedy. Refuse if the rulebook has none now, or none for this person, or needs a second person."""
    allow.staff(order)
    found, row = offered(game, order, trouble)
    outcome = game.book.outcome(row, moment_of(game, table, number))
    if outcome.does is Does.REFUSE:
        words = f"{row.order} for {trouble}: {outcome.why}{allow.cite(game, found.clause)}"
        raise Refused(Refusal.REMEDY_REFUSED, words, number)
    assert outcome.act is not None, "checked when the rulebook was read"
    if not (order.by.role is Role.AUTOMATION and table.electronic):
        allow.act(game, order, outcome.act)
    if outcome.two:
        allow.two(order)
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


def tag_of(command: Command) -> str:
    return str(command.__struct_config__.tag)
