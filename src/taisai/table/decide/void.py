"""Rounds with no result: every stake goes back."""

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.rulebook import Irregularity
from taisai.rules.vocabulary import Act, Effect, Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.game import Game
from taisai.table.order import Order
from taisai.table.remedies import VOIDING
from taisai.table.state import Betting, Settling, Table, Tumbled


def provision(game: Game, trouble: Trouble, *effects: Effect) -> Irregularity:
    """What the rulebook provides, refused where it provides nothing of the kind."""
    found = game.book.provision(trouble)
    if found is None or found.effect not in effects:
        offered = ", ".join(one.trouble for one in game.book.irregularity if one.effect in effects)
        words = f"{game.book.id} provides nothing of the kind for {trouble}; it does for {offered or 'nothing'}"
        raise Refused(Refusal.TROUBLE_UNKNOWN, words, trouble.value)
    return found


def voided(game: Game, table: Table, number: int, trouble: Trouble, *, announced: bool) -> e.RoundVoided:
    stakes = tuple(table.current.all_stakes()) if table.current else ()
    clause = game.book.clause_on(trouble)
    return e.RoundVoided(number, trouble, clause, announced, game.book.phrases.void, stakes)


def void_round(game: Game, table: Table, order: Order, command: c.VoidRound) -> list[e.Event]:
    if order.by.role is not Role.AUTOMATION or not table.automation:
        allow.act(game, order, Act.ANNOUNCE_VOID)
    allow.current_round(table, order)
    found = provision(game, command.trouble, *VOIDING)
    if isinstance(table.phase, Settling):
        words = f"round {order.round} is being paid; it is too late to void it{allow.cite(game, found.clause)}"
        raise Refused(Refusal.STEP_OUT_OF_ORDER, words, command.trouble.value)
    open_still = isinstance(table.phase, Betting) or (isinstance(table.phase, Tumbled) and not table.phase.closed)
    if command.trouble is Trouble.DICE_EXPOSED and command.announced and not open_still:
        words = (
            f"dice may be seen after the closing call{allow.cite(game, found.clause)}; or say that nobody announced it"
        )
        raise Refused(Refusal.CAUSE_NOT_COVERED, words, command.trouble.value)
    return [voided(game, table, order.round, command.trouble, announced=command.announced)]
