"""Decide about closing wagers: excess over the Differential goes back, newest placements first, always whole."""

from collections.abc import Iterator

from taisai.rules.vocabulary import Step, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.game import Game
from taisai.table.limits import rule_for
from taisai.table.order import Order
from taisai.table.state import Round, Table


def close_bets(game: Game, table: Table, order: Order, _: c.CloseBets) -> list[e.Event]:
    step = allow.step(game, table, order, Step.CLOSE_BETS)
    assert table.current is not None
    rejected = tuple(_excess(game, table, table.current))
    clause = game.book.clause_on(Trouble.MAXIMUM_EXCEEDED)
    events: list[e.Event] = [e.ExcessRejected(order.round, rejected, clause)] if rejected else []
    return [*events, e.BetsClosed(order.round, game.book.phrases.close_bets, step.bell)]


Left = dict[str, dict[int, int]]


def _excess(game: Game, table: Table, current: Round) -> Iterator[e.Stake]:
    """Yield what goes back. A return on one side can leave the other ahead, so both are checked until neither is."""
    left = {spot: dict(seats) for spot, seats in current.stakes.items()}
    placed = list(current.placed)
    while heavy := _ahead(game, table, left):
        newest = next(place for place in reversed(range(len(placed))) if placed[place].spot == heavy)
        yield from _whole(game, table, left, placed.pop(newest))


def _ahead(game: Game, table: Table, left: Left) -> str:
    """Return the spot that is too far ahead of its opposite; empty if none is."""
    for spot, opposite in game.opposite.items():
        differential = rule_for(table.limits, game.paytable[spot].area).differential
        if differential and _total(left, spot) - _total(left, opposite) > differential:
            return spot
    return ""


def _total(left: Left, spot: str) -> int:
    return sum(left.get(spot, {}).values())


def _whole(game: Game, table: Table, left: Left, placed: e.Stake) -> Iterator[e.Stake]:
    """Yield what is left of a placement, including a rest that would be below the minimum."""
    held = left[placed.spot].get(placed.seat, 0)
    taken = min(placed.stake, held)
    if held - taken < rule_for(table.limits, game.paytable[placed.spot].area).minimum:
        taken = held
    if taken:
        left[placed.spot][placed.seat] -= taken
        yield e.Stake(placed.seat, placed.spot, taken)
