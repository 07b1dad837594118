"""Wagers: placed within the room there is, moved, withdrawn, and checked again at closing."""

from typing import Final

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.spot import Spot
from taisai.rules.vocabulary import Act, Step
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.game import Game
from taisai.table.limits import LimitRule, house_cap, rule_for
from taisai.table.order import Order
from taisai.table.state import BetsShut, Round, Seat, Table, Tumbled

NO_LIMIT: Final = 2**62
BOX, DIFFERENTIAL, EXPOSURE = Refusal.STAKE_ABOVE_BOX, Refusal.STAKE_ABOVE_DIFFERENTIAL, Refusal.STAKE_ABOVE_EXPOSURE


def open_bets(game: Game, table: Table, order: Order, _: c.OpenBets) -> list[e.Event]:
    allow.step(game, table, order, Step.OPEN_BETS)
    opened = e.BetsOpened(order.round, game.book.phrases.open_bets)
    return [opened] if table.current else [begin(game, order), opened]


def begin(game: Game, order: Order) -> e.RoundBegun:
    return e.RoundBegun(order.round, game.paytable.id, game.paytable.fingerprint)


def place_wager(game: Game, table: Table, order: Order, command: c.PlaceWager) -> list[e.Event]:
    current = allow.betting(game, table, order)
    seat = allow.seat_for_wager(game, table, order, command.seat)
    spot = game.paytable[command.spot]
    if command.stack:
        _check_stack(table, seat, command)
    taken = _taken(game, table, current.boxes, spot, command.stake, current.stake(command.seat, spot.id))
    if taken > seat.credit:
        raise Refused(Refusal.CREDIT_SHORT, f"seat {command.seat} has {seat.credit}, {taken} asked", command.stake)
    if taken > seat.credit - seat.loss_floor:
        words = f"{taken} would go beyond the loss that this player has chosen; {seat.credit - seat.loss_floor} is left"
        raise Refused(Refusal.LOSS_LIMITED, words, command.stake)
    excess = command.stake - taken
    return [e.WagerPlaced(current.number, command.seat, spot.id, taken, excess, order.by.role)]


def move_wager(game: Game, table: Table, order: Order, command: c.MoveWager) -> list[e.Event]:
    current = allow.betting(game, table, order)
    allow.seat_for_wager(game, table, order, command.seat)
    _check_held(game, table, current, command.seat, command.spot, command.stake)
    spot = game.paytable[command.to]
    boxes = {**current.boxes, command.spot: current.boxes[command.spot] - command.stake}
    taken = _taken(game, table, boxes, spot, command.stake, current.stake(command.seat, spot.id))
    if taken < command.stake or spot.id == command.spot:
        words = f"{command.stake} does not fit on {spot.id!r}, which has room for {taken}; move less"
        raise Refused(Refusal.STAKE_ABOVE_BOX, words, command.stake)
    return [e.WagerMoved(current.number, command.seat, command.spot, spot.id, command.stake, "asked")]


def withdraw_wager(game: Game, table: Table, order: Order, command: c.WithdrawWager) -> list[e.Event]:
    current = allow.betting(game, table, order)
    allow.seat_for_wager(game, table, order, command.seat)
    _check_held(game, table, current, command.seat, command.spot, command.stake)
    return [e.WagerWithdrawn(current.number, command.seat, command.spot, command.stake)]


def record_unnoticed(game: Game, table: Table, order: Order, command: c.RecordUnnoticed) -> list[e.Event]:
    """Excess that lay there at closing: an input, never an assumption, and only where chips can lie unnoticed."""
    current = allow.current_round(table, order)
    allow.act(game, order, Act.PLACE_FOR_PLAYER)
    seat = allow.seat(table, order, command.seat)
    limits = game.book.limits
    if table.money != "chips" or limits is None or limits.excess_unnoticed != "pro-rata":
        words = f"nothing goes unnoticed on table {table.table}: terminals refuse excess"
        raise Refused(Refusal.TROUBLE_UNKNOWN, words, command.stake)
    closed = isinstance(table.phase, BetsShut) or (isinstance(table.phase, Tumbled) and table.phase.closed)
    if not closed:
        words = "unnoticed wagers are recorded after the closing call and before the dice are seen"
        raise Refused(Refusal.STEP_OUT_OF_ORDER, words, command.stake)
    spot = game.paytable[command.spot]
    check_whole(spot, command.stake)
    if command.stake > seat.credit:
        raise Refused(Refusal.CREDIT_SHORT, f"seat {command.seat} holds {seat.credit}", command.stake)
    return [e.UnnoticedRecorded(current.number, command.seat, spot.id, command.stake)]


def _taken(game: Game, table: Table, boxes: dict[str, int], spot: Spot, stake: int, held: int) -> int:
    """As much of a stake as there is room for; refused where that is nothing or leaves less than the minimum."""
    check_whole(spot, stake)
    rule = rule_for(table.limits, spot.area)
    if held + stake < rule.minimum:
        words = f"{held + stake} on {spot.id!r} is under the minimum of {rule.minimum}; raise it or withdraw"
        raise Refused(Refusal.STAKE_BELOW_MINIMUM, words, stake)
    room, code = _room(game, table, boxes, spot, rule)
    if stake <= room:
        return stake
    taken = room // spot.stake_step * spot.stake_step
    if taken < 1 or held + taken < rule.minimum:
        words = f"{stake} on {spot.id!r}, room for {max(room, 0)}; stake less or elsewhere"
        raise Refused(code, words, stake)
    return taken


def _room(game: Game, table: Table, boxes: dict[str, int], spot: Spot, rule: LimitRule) -> tuple[int, Refusal]:
    """The least of what box, Differential and exposure leave, and which of them it is."""
    total = boxes.get(spot.id, 0)
    least, code = (rule.maximum - total) if rule.maximum else NO_LIMIT, BOX
    opposite = game.opposite.get(spot.id) if rule.differential else None
    if opposite:
        room = boxes.get(opposite, 0) + rule.differential - total
        least, code = (room, DIFFERENTIAL) if room < least else (least, code)
    cap = house_cap(table.limits) if rule.area else rule.exposure
    if cap:
        room = game.headroom(spot.id, boxes, cap)
        least, code = (room, EXPOSURE) if room < least else (least, code)
    return least, code


def _check_held(game: Game, table: Table, current: Round, seat: int, spot: str, stake: int) -> None:
    """There is that much to take away, and what stays is nothing or no less than the minimum."""
    found = game.paytable[spot]
    held = current.stake(seat, spot)
    if not 1 <= stake <= held:
        raise Refused(Refusal.WAGER_ABSENT, f"seat {seat} has {held} on {spot!r}, not {stake}", stake)
    rest, minimum = held - stake, rule_for(table.limits, found.area).minimum
    if rest and rest < minimum:
        words = f"{rest} would stay on {spot!r}, under the minimum of {minimum}; withdraw all or less"
        raise Refused(Refusal.STAKE_BELOW_MINIMUM, words, stake)
    check_whole(found, stake)


def check_whole(spot: Spot, stake: int) -> None:
    if stake < 1:
        raise Refused(Refusal.STAKE_INVALID, f"{stake} on {spot.id!r} is no stake; stakes start at 1", stake)
    if stake % spot.stake_step:
        words = f"{stake} on {spot.id!r} would not settle to whole units; stake a multiple of {spot.stake_step}"
        raise Refused(Refusal.UNIT_MISFIT, words, stake)


def _check_stack(table: Table, seat: Seat, command: c.PlaceWager) -> None:
    """Chips: smaller ones on top, worth the stake together. A coloured chip is worth what the rack says."""
    chips = {*table.chips, *([seat.colour_value] if seat.colour else [])} if table.money == "chips" else set()
    unknown = next((chip for chip in command.stack if chip not in chips), None)
    if unknown is not None or sum(command.stack) != command.stake:
        words = f"the stack {list(command.stack)} is not {command.stake} in this table's chips"
        raise Refused(Refusal.CHIP_UNKNOWN, words, unknown or sum(command.stack))
    if any(upper > lower for lower, upper in zip(command.stack, command.stack[1:], strict=False)):
        words = f"the stack {list(command.stack)} has a larger chip above a smaller one; smaller ones go on top"
        raise Refused(Refusal.STACK_ORDER, words, str(list(command.stack)))
