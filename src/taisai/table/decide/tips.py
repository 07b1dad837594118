"""Decide about tips: from a player's chips to the tip box, and from there to the cage."""

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.chip_moves import worth_of
from taisai.table.decide.chips import chips_only, counted
from taisai.table.game import Game
from taisai.table.order import Order
from taisai.table.piles import TIPS
from taisai.table.state import Table


def give_tip(game: Game, table: Table, order: Order, command: c.GiveTip) -> list[e.Event]:
    allow.act(game, order, Act.HANDLE_MONEY)
    allow.open_table(table)
    chips_only(table)
    if not table.tips:
        raise Refused(Refusal.TIPS_NOT_ALLOWED, "this house does not allow tips", table.table)
    seat, chips = allow.seat(table, order, command.seat), counted(game, table, command.chips)
    amount = worth_of(table, chips)
    if amount > seat.credit:
        words = f"seat {command.seat} holds {game.money(seat.credit)}, not {game.money(amount)}"
        raise Refused(Refusal.CREDIT_SHORT, words, amount)
    return [e.TipGiven(command.seat, chips, amount)]


def take_tips(game: Game, table: Table, order: Order, command: c.TakeTips) -> list[e.Event]:
    """Take the tips to the cage. Allowed even if the house no longer permits tips, or the table is closed."""
    allow.act(game, order, Act.HANDLE_MONEY)
    second = allow.two(order)
    chips_only(table)
    held = table.tray.pile(TIPS)
    if not held:
        raise Refused(Refusal.TIPS_ABSENT, "the tip box is empty", 0)
    chips = counted(game, table, command.chips)
    amount = worth_of(table, chips)
    if chips != held:
        words = f"{game.money(amount)} was counted, but the tip box should hold other chips; count again"
        raise Refused(Refusal.COUNT_DIFFERS, words, amount)
    return [e.TipsTaken(chips, amount, order.by.name, second)]
