"""Decide about closing a table, and about stops by the house itself."""

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act, Role, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.chips import all_taken, finished
from taisai.table.decide.slips import check_all_done
from taisai.table.game import Game
from taisai.table.order import Order
from taisai.table.state import Table


def close_table(game: Game, table: Table, order: Order, _: c.CloseTable) -> list[e.Event]:
    allow.act(game, order, Act.OPEN_TABLE)
    allow.open_table(table)
    allow.between_rounds(table)
    check_all_done(table)
    bank = table.bank
    has_chips = table.money == "chips"
    closing = finished(game, table, "closing").amount if has_chips else 0
    win = bank.now + bank.credits + bank.drop - bank.opening - bank.fills
    gone = all_taken(table) if has_chips else []
    return [*gone, e.TableClosed(bank.opening, bank.fills, bank.credits, bank.drop, closing, win)]


def stop_table(game: Game, table: Table, order: Order, command: c.StopTable) -> list[e.Event]:
    """Stop the table, whatever the rulebook says: no round may follow one that failed its checks."""
    del table
    if order.by.role is not Role.AUTOMATION:
        words = f"only the house stops a table this way; a {order.by.role} reports a malfunction"
        raise Refused(Refusal.ROLE_NOT_ALLOWED, words, order.by.role.value)
    clause = game.book.clause_on(Trouble.MALFUNCTION)
    return [e.TroubleReported(Trouble.MALFUNCTION, clause, stops=True, note=command.why)]
