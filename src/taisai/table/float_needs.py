"""The fill that a float needs before it runs out of chips.

Each wager is paid in the fewest chips. The float must cover two cases: the most expensive of the recent rounds, and the
most expensive roll for the wagers now on the layout. For each value, the larger number of chips counts."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from taisai.rules.returns import returned_on
from taisai.rules.risk import Risk
from taisai.rules.roll import ROLLS
from taisai.table.accounts import FLOAT
from taisai.table.game import Game
from taisai.table.make_up import ENOUGH, Stock, fewest
from taisai.table.parts import Award
from taisai.table.piles import Pile, add_to, due_beside
from taisai.table.state import Round, Settling, Table

ROUNDS: Final = 20
PILES_KEPT: Final = 256


def fill_needed(game: Game, table: Table) -> Pile:
    """Return the missing chips by value; nothing if the float has enough, or no chips."""
    held = table.tray.pile(FLOAT)
    if not held:
        return {}
    wanted = [_paid(one.awards, table.chips) for one in table.recent[-ROUNDS:] if not one.reversed]
    if isinstance(table.phase, Settling):
        wanted.append(_paid((one for awards in table.phase.unpaid.values() for one in awards), table.chips))
    elif table.current is not None and table.current.boxes:
        wanted.append(_dearest(game, table.current, table.chips))
    needed = {str(value): max((pile.get(str(value), 0) for pile in wanted), default=0) for value in table.chips}
    return {kind: count - held.get(kind, 0) for kind, count in needed.items() if count > held.get(kind, 0)}


def _paid(awards: Iterable[Award], chips: tuple[int, ...]) -> Pile:
    return _made(tuple(due_beside(one.stake, one.returned) for one in awards if one.returned), chips)


def _dearest(game: Game, current: Round, chips: tuple[int, ...]) -> Pile:
    returned = Risk(game.paytable, current.boxes).returned
    roll = ROLLS[returned.index(max(returned))]
    lying = [(game.paytable[one.spot], one.stake) for one in current.all_stakes()]
    won = (due_beside(stake, returned_on(spot, stake, roll)) for spot, stake in lying)
    return _made(tuple(amount for amount in won if amount), chips)


@lru_cache(PILES_KEPT)
def _made(amounts: tuple[int, ...], chips: tuple[int, ...]) -> Pile:
    """Return the chips for all amounts, each in the fewest chips. Amounts that no chips can make are left out."""
    stocks, whole = [Stock(str(value), value, ENOUGH) for value in chips], dict[str, int]()
    for amount in amounts:
        add_to(whole, fewest(stocks, amount) or {})
    return whole
