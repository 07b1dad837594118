"""Decide about orders: return events, or refuse. Nothing is changed here."""

from taisai.table.commands import OpenTable, PlaceWager
from taisai.table.game import Game
from taisai.table.handlers import DECISIONS, GATES
from taisai.table.order import Order
from taisai.table.parts import Event
from taisai.table.state import Table
from taisai.table.trades.betting import place_wager
from taisai.table.trades.chip_moves import with_chips


def decide(game: Game, table: Table, order: Order) -> list[Event]:
    command = order.command
    for gate in GATES[type(command)]:
        gate.check(game, table, order)
    if type(command) is PlaceWager:  # nearly always; and a wager tells its own chips
        return place_wager(game, table, order, command)
    events = DECISIONS[type(command)](game, table, order, command)
    if table.money != "chips":
        return events
    return with_chips(game, table, events) if table.tray.counted or type(command) is OpenTable else events
