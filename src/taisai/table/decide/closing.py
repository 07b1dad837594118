"""Closing: what withdrawals left over a limit goes back, the newest first."""

from collections.abc import Iterator

from taisai.rules.vocabulary import Step, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.game import Game
from taisai.table.limits import house_cap, rule_for
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
Over = tuple[set[str], int]  # on which spots there is too much, and how much


def _excess(game: Game, table: Table, current: Round) -> Iterator[e.Stake]:
    """What goes back for one limit can uncover another, so all are looked at until none is exceeded."""
    left = {spot: dict(seats) for spot, seats in current.stakes.items()}
    while over := _ahead(game, table, left) or _worst(game, left, house_cap(table.limits)):
        yield from _newest(game, table, current, left, *over)


def _ahead(game: Game, table: Table, left: Left) -> Over | None:
    for spot, opposite in game.opposite.items():
        differential = rule_for(table.limits, game.paytable[spot].area).differential
        ahead = sum(left.get(spot, {}).values()) - sum(left.get(opposite, {}).values()) - differential
        if differential and ahead > 0:
            return {spot}, ahead
    return None


def _worst(game: Game, left: Left, cap: int) -> Over | None:
    """The spots that win on the roll which costs the house most, and what must leave the costliest of them."""
    if not cap:
        return None
    losses = game.losses({spot: sum(seats.values()) for spot, seats in left.items()})
    index = losses.index(max(losses))
    over = losses[index] - cap * game.paytable.per
    odds = {
        spot: units for spot in left if any(left[spot].values()) for place, units in game.units[spot] if place == index
    }
    if over <= 0 or not odds:
        return None
    return set(odds), -(-over // max(odds.values()))


def _newest(game: Game, table: Table, current: Round, left: Left, spots: set[str], excess: int) -> Iterator[e.Stake]:
    """Takes as much off the newest placements on these spots, in whole steps, and keeps count of what is left. As while
    wagers are open, a placement goes as a whole where only a wager under the minimum would stay of it."""
    for placed in reversed(current.placed):
        held = left.get(placed.spot, {}).get(placed.seat, 0) if placed.spot in spots else 0
        spot = game.paytable[placed.spot]
        most = min(placed.stake, held)
        taken = min(most, -(-excess // spot.stake_step) * spot.stake_step)
        if 0 < held - taken < rule_for(table.limits, spot.area).minimum:
            taken = most
        if excess > 0 and taken > 0:
            left[placed.spot][placed.seat] -= taken
            excess -= taken
            yield e.Stake(placed.seat, placed.spot, taken)
