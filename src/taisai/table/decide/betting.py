"""Decide about wagers: placed within the limits, moved, withdrawn."""

from typing import Final

from msgspec import UNSET

from taisai.rules.drawn_risk import risk_of
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.spot import Spot
from taisai.rules.vocabulary import Step
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import allow
from taisai.table.decide.allow import PLAYER
from taisai.table.decide.beacons import check_named
from taisai.table.decide.called import by_two_if_called
from taisai.table.decide.chip_moves import staked_chips
from taisai.table.decide.contributions import contributed
from taisai.table.decide.own_limits import check_rested, check_stake
from taisai.table.events import WagerPlaced
from taisai.table.game import Game
from taisai.table.limits import NO_LIMIT, SpotLimits
from taisai.table.make_up import made_of
from taisai.table.order import Order
from taisai.table.own_limits import NOTHING_CHOSEN
from taisai.table.piles import Pile
from taisai.table.stacks import check_makeable, check_payable, check_stack, check_whole, not_whole, unit_of
from taisai.table.state import Round, Seat, Table

NOTHING: Final[Pile] = {}
BOX, DIFFERENTIAL, EXPOSURE = Refusal.STAKE_ABOVE_BOX, Refusal.STAKE_ABOVE_DIFFERENTIAL, Refusal.STAKE_ABOVE_EXPOSURE


def open_bets(game: Game, table: Table, order: Order, _: c.OpenBets) -> list[e.Event]:
    allow.step(game, table, order, Step.OPEN_BETS)
    opened = e.BetsOpened(order.round, game.book.phrases.open_bets)
    begun = [] if table.current else [begin(game, table, order)]
    check_named(table, order.round)
    return [*begun, opened]


def begin(game: Game, table: Table, order: Order) -> e.RoundBegun:
    if table.electronic and not table.is_committed(order.round):
        words = f"the tumbler has not committed to the seed of round {order.round} yet; try again in a moment"
        raise Refused(Refusal.COMMITMENT_MISSING, words, order.round)
    return e.RoundBegun(order.round, game.paytable.id, game.paytable.fingerprint)


def place_wager(game: Game, table: Table, order: Order, command: c.PlaceWager) -> list[e.Event]:
    current = allow.betting(game, table, order)
    number, stake, role = command.seat, command.stake, order.by.role
    seat = allow.seat_for_wager(game, table, order, number)
    if seat.own is not NOTHING_CHOSEN:
        check_rested(number, seat.own)
    limits = game.limits_of(table.limits, command.spot)
    spot: str = limits.spot.id
    chips = _made(game, table, seat, limits.spot, command) if table.money == "chips" or command.stack else None
    taken = _taken(game, table, current.boxes, limits, stake, current.stake(number, spot))
    if taken > seat.credit - seat.loss_floor:
        raise _short(game, command, seat, taken)
    if seat.own is not NOTHING_CHOSEN:
        check_stake(game, current, number, seat, taken)
    asked_by = "" if role is PLAYER else command.asked_by.strip() or f"seat {number}"
    events = contributed(table, current, order, command) if command.contribution else []
    if table.tray.counted and (not chips or taken < stake):
        changed, chips = staked_chips(game, table, seat, command, taken)
        events += changed
    events.append(WagerPlaced(current.number, number, spot, taken, stake - taken, role, asked_by, chips or UNSET))
    return events


def _made(game: Game, table: Table, seat: Seat, spot: Spot, command: c.PlaceWager) -> Pile | None:
    """Return the fewest chips that make the stake, if the rack has them; refuse a stake that no chips make."""
    if table.money != "chips":
        words = f"table {table.table} plays with credits, not with chips"
        raise Refused(Refusal.CHIP_UNKNOWN, words, sum(command.stack))
    chips = None
    if table.tray.counted and not (command.stack or seat.colour):
        chips = made_of(table.tray.racks.get(command.seat, NOTHING), table.chips, command.stake)
    if not chips:
        check_stack(game, table, seat, command.stake, command.stack)
    if spot.stake_step > 1:
        check_payable(game, table, seat, spot, command.stake)
    return chips


def _short(game: Game, command: c.PlaceWager, seat: Seat, taken: int) -> Refused:
    if taken > seat.credit:
        words = f"seat {command.seat} has {game.money(seat.credit)}, but the wager is {game.money(taken)}"
        return Refused(Refusal.CREDIT_SHORT, words, command.stake)
    left = game.money(seat.credit - seat.loss_floor)
    words = f"{game.money(taken)} would exceed this player's own loss limit; {left} is left"
    return Refused(Refusal.LOSS_LIMITED, words, command.stake)


def move_wager(game: Game, table: Table, order: Order, command: c.MoveWager) -> list[e.Event]:
    current = allow.betting(game, table, order)
    allow.seat_for_wager(game, table, order, command.seat)
    _check_held(game, table, current, command.seat, command.spot, command.stake)
    limits = game.limits_of(table.limits, command.to)
    spot = limits.spot
    boxes = {**current.boxes, command.spot: current.boxes[command.spot] - command.stake}
    taken = _taken(game, table, boxes, limits, command.stake, current.stake(command.seat, spot.id))
    if taken < command.stake or spot.id == command.spot:
        room = game.money(taken)
        words = f"{game.money(command.stake)} does not fit on {spot.id!r}, which has room for {room}; move less"
        raise Refused(Refusal.STAKE_ABOVE_BOX, words, command.stake)
    check_payable(game, table, table.seats[command.seat], spot, command.stake)
    moved = (current.number, command.seat, command.spot, spot.id, command.stake, "asked")
    return [e.WagerMoved(*moved, *by_two_if_called(current, order, command, command.reason))]


def withdraw_wager(game: Game, table: Table, order: Order, command: c.WithdrawWager) -> list[e.Event]:
    current = allow.betting(game, table, order)
    allow.seat_for_wager(game, table, order, command.seat)
    _check_held(game, table, current, command.seat, command.spot, command.stake)
    withdrawn = (current.number, command.seat, command.spot, command.stake)
    return [e.WagerWithdrawn(*withdrawn, *by_two_if_called(current, order, command, command.reason))]


def _taken(game: Game, table: Table, boxes: dict[str, int], limits: SpotLimits, stake: int, held: int) -> int:
    """Return how much of a stake fits the limits. Refuse if nothing fits, or less than the minimum would be left."""
    if stake < 1 or stake % limits.step:
        raise not_whole(game, limits.spot, stake)
    if held + stake < limits.minimum:
        raise _below_minimum(game, limits, stake, held)
    total = boxes.get(limits.spot.id, 0)
    room, code = limits.maximum - (total if limits.of_box else held), BOX
    if limits.opposite:
        apart = boxes.get(limits.opposite, 0) + limits.differential - total
        if apart < room:
            room, code = apart, DIFFERENTIAL
    if limits.cap:
        borne = _room_under_cap(game, table, boxes, limits, stake)
        if borne < room:
            room, code = borne, EXPOSURE
    if stake <= room:
        return stake
    unit = unit_of(table, limits.spot)
    taken = room // unit * unit
    if taken < 1 or held + taken < limits.minimum:
        on, left = limits.spot.id, game.money(max(room, 0))
        raise Refused(
            code,
            f"{game.money(stake)} is too much on {on!r}, which has room for {left}; stake less or elsewhere",
            stake,
        )
    return taken


def _below_minimum(game: Game, limits: SpotLimits, stake: int, held: int) -> Refused:
    on, least = limits.spot.id, game.money(limits.minimum)
    words = f"{game.money(held + stake)} on {on!r} is below the minimum of {least}; raise it or withdraw"
    return Refused(Refusal.STAKE_BELOW_MINIMUM, words, stake)


def _room_under_cap(game: Game, table: Table, boxes: dict[str, int], limits: SpotLimits, stake: int) -> int:
    """Return what the exposure cap leaves. It is calculated only if it could be less than the stake."""
    current, spot, cap = table.current, limits.spot.id, limits.cap
    assert current is not None
    risk = game.risk(current) if boxes is current.boxes else risk_of(game.paytable, boxes)
    return NO_LIMIT if risk.bears(spot, stake, cap) else risk.headroom(spot, cap)


def _check_held(game: Game, table: Table, current: Round, seat: int, spot: str, stake: int) -> None:
    """Check that the wager holds that much, and that the rest is zero or at least the minimum."""
    limits = game.limits_of(table.limits, spot)
    held = current.stake(seat, spot)
    if not 1 <= stake <= held:
        words = f"seat {seat} has {game.money(held)} on {spot!r}, not {game.money(stake)}"
        raise Refused(Refusal.WAGER_ABSENT, words, stake)
    rest, minimum = held - stake, limits.minimum
    if rest and rest < minimum:
        least = game.money(minimum)
        words = f"{game.money(rest)} would be left on {spot!r}, below the minimum of {least}; take all or less"
        raise Refused(Refusal.STAKE_BELOW_MINIMUM, words, stake)
    check_whole(game, limits.spot, stake)
    if table.money == "chips":
        check_makeable(game, table, table.seats[seat], stake)
        check_makeable(game, table, table.seats[seat], rest)
