"""Wagers while they are open: placed within the limits, moved, withdrawn."""

from typing import Final

from taisai.rules.drawn_risk import risk_of
from taisai.rules.personal import Name, TypedText
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.spot import Spot
from taisai.rules.vocabulary import Act, Step
from taisai.table import allow
from taisai.table.accounts import LAYOUT, Account, Transfer, Transfers, seat_account
from taisai.table.allow import PLAYER
from taisai.table.game import Game
from taisai.table.gates import BETTING, NOTHING_STOPS, By, NextStep, TwoIfCalled
from taisai.table.handlers import applies, decides, moves_chips
from taisai.table.limits import NO_LIMIT, SpotLimits
from taisai.table.make_up import largest_first, made_of
from taisai.table.moving import Moving, stack_of
from taisai.table.order import Order
from taisai.table.own_limits import NOTHING_CHOSEN
from taisai.table.parts import Command, Event, Money, Number, Numbers, Secret, Stake, Text, Word
from taisai.table.piles import Pile, lying, rack
from taisai.table.sentences import with_second
from taisai.table.stacks import check_makeable, check_payable, check_stack, check_whole, not_whole, unit_of
from taisai.table.state import Betting, Round, Seat, Table
from taisai.table.trades.chip_moves import ChipsMoved, check_no_count_waits
from taisai.table.trades.dice import begin
from taisai.table.trades.own_limits import check_rested, check_stake
from taisai.table.trades.throws import check_named, contributed


class OpenBets(Command, frozen=True, tag="open-bets"):
    pass


@decides(NextStep(Step.OPEN_BETS), *NOTHING_STOPS)
def open_bets(game: Game, table: Table, order: Order, _: OpenBets) -> list[Event]:
    opened = BetsOpened(order.round, game.book.phrases.open_bets)
    begun = [] if table.current else [begin(game, table, order)]
    check_named(table, order.round)
    return [*begun, opened]


class PlaceWager(Command, frozen=True, tag="place-wager"):
    """`asked_by`: who asked staff to place it; the seat's player by default. `contribution`: the terminal's secret for
    the throw, once a round, at an electronic table."""

    seat: Number
    spot: Word
    stake: Number
    stack: Numbers = ()
    asked_by: Word = ""
    contribution: Secret = ""


NOTHING: Final[Pile] = {}


BOX, DIFFERENTIAL, EXPOSURE = Refusal.STAKE_ABOVE_BOX, Refusal.STAKE_ABOVE_DIFFERENTIAL, Refusal.STAKE_ABOVE_EXPOSURE


@decides(BETTING, By(Act.PLACE_FOR_PLAYER, or_player=True))
def place_wager(game: Game, table: Table, order: Order, command: PlaceWager) -> list[Event]:
    current = table.playing
    number, stake, role = command.seat, command.stake, order.by.role
    seat = allow.seat_for_wager(table, order, number)
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
    events = contributed(table, current, order, number, command.contribution) if command.contribution else []
    if table.tray.counted and (not chips or taken < stake):
        changed, chips = _staked_chips(game, table, seat, command, taken)
        events += changed
    events.append(WagerPlaced(current.number, number, spot, taken, stake - taken, role, asked_by, chips or None))
    return events


def _made(game: Game, table: Table, seat: Seat, spot: Spot, command: PlaceWager) -> Pile | None:
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


def _staked_chips(game: Game, table: Table, seat: Seat, command: PlaceWager, stake: int) -> tuple[list[Event], Pile]:
    """Return the chips of a wager, and a preceding exchange if the rack lacks the right chips."""
    if not (command.stack or seat.colour):
        made = largest_first(table.tray.pile(rack(command.seat)), table.chips, stake)
        if made:
            return [], made
    moving = Moving(game, table)
    chips = stack_of(moving, command.seat, stake, command.stack if stake == command.stake else ())
    if moving.moves:
        check_no_count_waits(table)
    return ([ChipsMoved(tuple(moving.moves))] if moving.moves else []), chips


def _short(game: Game, command: PlaceWager, seat: Seat, taken: int) -> Refused:
    if taken > seat.credit:
        words = f"seat {command.seat} has {game.money(seat.credit)}, but the wager is {game.money(taken)}"
        return Refused(Refusal.CREDIT_SHORT, words, command.stake)
    left = game.money(seat.credit - seat.loss_floor)
    words = f"{game.money(taken)} would exceed this player's own loss limit; {left} is left"
    return Refused(Refusal.LOSS_LIMITED, words, command.stake)


class MoveWager(Command, frozen=True, tag="move-wager"):
    """`reason` is required if staff move a wager that staff placed."""

    seat: Number
    spot: Word
    to: Word
    stake: Number
    reason: Text = ""


@decides(BETTING, By(Act.PLACE_FOR_PLAYER, or_player=True), TwoIfCalled())
def move_wager(game: Game, table: Table, order: Order, command: MoveWager) -> list[Event]:
    current = table.playing
    allow.seat_for_wager(table, order, command.seat)
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
    return [WagerMoved(*moved, *allow.reasoned(current, order, command.seat, command.spot, command.reason))]


class WithdrawWager(Command, frozen=True, tag="withdraw-wager"):
    seat: Number
    spot: Word
    stake: Number
    reason: Text = ""


@decides(BETTING, By(Act.PLACE_FOR_PLAYER, or_player=True), TwoIfCalled())
def withdraw_wager(game: Game, table: Table, order: Order, command: WithdrawWager) -> list[Event]:
    current = table.playing
    allow.seat_for_wager(table, order, command.seat)
    _check_held(game, table, current, command.seat, command.spot, command.stake)
    withdrawn = (current.number, command.seat, command.spot, command.stake)
    return [WagerWithdrawn(*withdrawn, *allow.reasoned(current, order, command.seat, command.spot, command.reason))]


def _taken(game: Game, table: Table, boxes: dict[str, int], limits: SpotLimits, stake: int, held: int) -> int:
    """Return how much of a stake is taken: all of it or, where the rulebook rejects only the excess, what fits. What is
    refused is refused whole, as is a part that would leave less than the minimum."""
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
    fits = room // unit * unit
    fits = fits if fits > 0 and held + fits >= limits.minimum else 0
    if limits.in_part and fits:
        return fits
    words = f"{game.money(stake)} is too much on {limits.spot.id!r}, which has room for {game.money(fits)}"
    raise Refused(code, f"{words}; stake less or elsewhere", stake)


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


class BetsOpened(Event, frozen=True, tag="bets-opened"):
    round: int
    call: str

    def sentence(self, money: Money) -> str:
        return f'"{self.call}"'


@applies
def bets_opened(table: Table, _: BetsOpened) -> None:
    table.phase = Betting(table.playing)


class WagerPlaced(Event, frozen=True, gc=False, tag="wager-placed"):
    """`stake` was accepted, `excess` was not. `placed_by` is the role that placed it; `asked_by` is who asked
    staff to. `chips` of the stake, by kind, at tables with counted chips; none elsewhere."""

    quiet = True
    round: int
    seat: int
    spot: str
    stake: int
    excess: int
    placed_by: str
    asked_by: TypedText = ""
    chips: dict[str, int] | None = None

    def transfers(self, bank: Account) -> Transfers:
        return (Transfer(seat_account(self.seat), LAYOUT, self.stake),)

    def sentence(self, money: Money) -> str:
        asked = f" at the request of {self.asked_by}" if self.asked_by else ""
        by = "" if self.placed_by == "player" else f", placed by the {self.placed_by}{asked}"
        excess = f"; {money(self.excess)} is rejected" if self.excess else ""
        return f"seat {self.seat} wagers {money(self.stake)} on {self.spot}{by}{excess}"


@applies
def wager_placed(table: Table, event: WagerPlaced) -> None:
    current = table.phase.round
    assert current is not None
    seat, spot, stake = event.seat, event.spot, event.stake
    current.place(seat, spot, stake)
    table.seats[seat].credit -= stake
    if event.chips is not None:
        table.tray.stake(seat, spot, event.chips)
    if event.excess:
        current.excess.append(Stake(seat, spot, event.excess))
    if event.asked_by:
        current.called.append((seat, spot))


class WagerMoved(Event, frozen=True, tag="wager-moved"):
    """`reason` and `second` if staff moved a wager that staff had placed."""

    quiet = True
    round: int
    seat: int
    spot: str
    to: str
    stake: int
    cause: str
    reason: TypedText = ""
    second: Name = ""

    def sentence(self, money: Money) -> str:
        return (
            f"seat {self.seat}'s {money(self.stake)} is moved from {self.spot} to {self.to} "
            f"({self.cause}){_why(self.reason, self.second)}"
        )


@applies
def wager_moved(table: Table, event: WagerMoved) -> None:
    shift(table, event.seat, event.spot, event.to, event.stake)


def shift(table: Table, seat: int, spot: str, to: str, stake: int) -> None:
    current = table.playing
    current.place(seat, spot, -stake)
    current.place(seat, to, stake)
    if (seat, spot) in current.called:
        current.called.append((seat, to))


@moves_chips
def _moved_chips(moving: Moving, event: WagerMoved) -> None:
    moving.pay(lying(event.seat, event.spot), lying(event.seat, event.to), event.stake, event.seat)


class WagerWithdrawn(Event, frozen=True, tag="wager-withdrawn"):
    quiet = True
    round: int
    seat: int
    spot: str
    stake: int
    reason: TypedText = ""
    second: Name = ""

    def transfers(self, bank: Account) -> Transfers:
        return (Transfer(LAYOUT, seat_account(self.seat), self.stake),)

    def sentence(self, money: Money) -> str:
        return f"seat {self.seat} withdraws {money(self.stake)} from {self.spot}{_why(self.reason, self.second)}"


@applies
def wager_withdrawn(table: Table, event: WagerWithdrawn) -> None:
    table.playing.place(event.seat, event.spot, -event.stake)
    table.seats[event.seat].credit += event.stake


@moves_chips
def _withdrawn_chips(moving: Moving, event: WagerWithdrawn) -> None:
    moving.put_back(event.seat, event.spot, event.stake)


def _why(reason: str, second: str) -> str:
    return f": {reason}{with_second(second)}" if reason else ""
