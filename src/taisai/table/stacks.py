"""Valid stakes: they settle to whole units, and chips can make them."""

from itertools import pairwise
from math import gcd, lcm

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.spot import Spot
from taisai.table.game import Game
from taisai.table.state import Seat, Table


def unit_of(table: Table, spot: Spot) -> int:
    """Return the unit of stakes on this spot: it settles to whole units or, with chips, to whole smallest chips."""
    if table.money != "chips":
        return spot.stake_step
    return spot.stake_step * table.chips[0] if table.tray.counted else lcm(spot.stake_step, table.chips[0])


def step_of(table: Table, seat: Seat, spot: Spot) -> int:
    """Return the unit of this seat's stakes on the spot: as above, but in chips of the seat's own colour if these are
    smaller."""
    smallest = min(table.chips[0], seat.colour_value or table.chips[0]) if table.money == "chips" else 1
    return spot.stake_step * smallest


def check_payable(game: Game, table: Table, seat: Seat, spot: Spot, stake: int) -> None:
    """Check that the possible winnings can be paid in chips."""
    if spot.stake_step == 1 or not table.tray.counted:
        return
    step = step_of(table, seat, spot)
    if stake % step:
        words = f"{game.money(stake)} on {spot.id!r} could not be paid in chips; stake a multiple of {game.money(step)}"
        raise Refused(Refusal.UNIT_MISFIT, words, stake)


def check_whole(game: Game, spot: Spot, stake: int) -> None:
    if stake < 1 or stake % spot.stake_step:
        raise not_whole(game, spot, stake)


def not_whole(game: Game, spot: Spot, stake: int) -> Refused:
    if stake < 1:
        words = f"{game.money(stake)} on {spot.id!r} is not a stake; stakes start at {game.money(1)}"
        return Refused(Refusal.STAKE_INVALID, words, stake)
    step = game.money(spot.stake_step)
    words = f"{game.money(stake)} on {spot.id!r} would not pay whole units; stake a multiple of {step}"
    return Refused(Refusal.UNIT_MISFIT, words, stake)


def check_stack(game: Game, table: Table, seat: Seat, stake: int, stack: tuple[int, ...]) -> None:
    """Check a stack: worth the stake, with smaller chips on top. Without a stack, check that chips can make the
    stake."""
    if not stack:
        check_makeable(game, table, seat, stake)
        return
    chips = {*table.chips, *([seat.colour_value] if seat.colour else [])}
    unknown = next((chip for chip in stack if chip not in chips), None)
    if unknown is not None or sum(stack) != stake:
        words = f"the stack of {_told(game, stack)} is not {game.money(stake)} in this table's chips"
        raise Refused(Refusal.CHIP_UNKNOWN, words, unknown or sum(stack))
    if any(upper > lower for lower, upper in pairwise(stack)):
        words = f"the stack of {_told(game, stack)} has a larger chip above a smaller one; put smaller chips on top"
        raise Refused(Refusal.STACK_ORDER, words, str(list(stack)))


def check_makeable(game: Game, table: Table, seat: Seat, stake: int) -> None:
    """Check that value chips and chips of the seat's own colour can make the stake.

    Value chips are all multiples of the smallest."""
    smallest, colour = table.chips[0], seat.colour_value if seat.colour else 0
    if stake % smallest == 0:
        return
    most = min(stake // colour, smallest // gcd(smallest, colour)) if colour else 0
    if not any((stake - count * colour) % smallest == 0 for count in range(most + 1)):
        own = f" or the seat's own of {game.money(colour)}" if colour else ""
        words = f"chips cannot make {game.money(stake)}: the smallest is {game.money(smallest)}{own}"
        raise Refused(Refusal.CHIP_UNKNOWN, words, stake)


def _told(game: Game, stack: tuple[int, ...]) -> str:
    """Return the chips from the bottom up, in words."""
    return " and ".join(game.money(chip) for chip in stack)
