"""Closing wagers, and excess over the limits: found at closing, or noticed later."""

from collections.abc import Iterator

from taisai.rules.personal import Name
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Step, Trouble
from taisai.table import allow
from taisai.table.accounts import LAYOUT, Account, Transfer, Transfers, seat_account
from taisai.table.game import Game
from taisai.table.gates import CHIPS, By, NextStep, Of, Remedy, Who
from taisai.table.handlers import applies, decides, moves_chips
from taisai.table.limits import rule_for
from taisai.table.moving import Moving
from taisai.table.order import Order
from taisai.table.parts import Command, Event, Money, Number, Stake, Word
from taisai.table.piles import lying, rack
from taisai.table.remedies import provided
from taisai.table.sentences import of_clause, stakes_in, with_second
from taisai.table.stacks import check_makeable, check_payable, check_whole
from taisai.table.state import BetsShut, Round, Settling, Table
from taisai.table.trades.settling import undone


class CloseBets(Command, frozen=True, tag="close-bets"):
    pass


@decides(NextStep(Step.CLOSE_BETS))
def close_bets(game: Game, table: Table, order: Order, _: CloseBets) -> list[Event]:
    step = game.next_step(table.phase)
    assert step is not None
    rejected = tuple(_excess(game, table, table.playing))
    clause = game.book.clause_on(Trouble.MAXIMUM_EXCEEDED)
    events: list[Event] = [ExcessRejected(order.round, rejected, clause)] if rejected else []
    return [*events, BetsClosed(order.round, game.book.phrases.close_bets, step.bell)]


Left = dict[str, dict[int, int]]


def _excess(game: Game, table: Table, current: Round) -> Iterator[Stake]:
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


def _whole(game: Game, table: Table, left: Left, placed: Stake) -> Iterator[Stake]:
    """Yield what is left of a placement, including a rest that would be below the minimum."""
    held = left[placed.spot].get(placed.seat, 0)
    taken = min(placed.stake, held)
    if held - taken < rule_for(table.limits, game.paytable[placed.spot].area).minimum:
        taken = held
    if taken:
        left[placed.spot][placed.seat] -= taken
        yield Stake(placed.seat, placed.spot, taken)


class RecordUnnoticed(Command, frozen=True, tag="record-unnoticed"):
    """A wager that lay unnoticed on the layout at closing. Only its value counts now, not how the chips are stacked."""

    seat: Number
    spot: Word
    stake: Number


@decides(By(Who.STAFF), CHIPS, Remedy(Trouble.MAXIMUM_EXCEEDED, Of.LAST))
def record_unnoticed(game: Game, table: Table, order: Order, command: RecordUnnoticed) -> list[Event]:
    """Record unnoticed excess, at chip tables only; it is never assumed.

    It can be recorded until its area is paid. Then all players are settled again."""
    current = order.round
    found = provided(game, table, order, Trouble.MAXIMUM_EXCEEDED, current)
    second = order.agreed if found.outcome.two else allow.agreed(order)
    seat = allow.seat(table, order, command.seat)
    spot = game.paytable[command.spot]
    check_whole(game, spot, command.stake)
    check_makeable(game, table, seat, command.stake)
    check_payable(game, table, seat, spot, command.stake)
    if isinstance(table.phase, Settling) and any(game.paytable[one.spot].area == spot.area for one in table.phase.paid):
        raise Refused(Refusal.REMEDY_REFUSED, f"area {spot.area!r} is already paid; open a dispute", command.spot)
    if found.outcome.two and not _is_excess(game, table, command):
        more = game.money(command.stake)
        words = f"{more} more on {spot.id!r} is within the limits: it is a late wager, not an excess"
        raise Refused(Refusal.REMEDY_REFUSED, words, command.stake)
    before = undone(game, table)
    held = seat.credit - sum(one.debited for event in before for one in event.corrections if one.seat == command.seat)
    if command.stake > held:
        raise Refused(Refusal.CREDIT_SHORT, f"seat {command.seat} holds only {game.money(held)}", command.stake)
    return [*before, UnnoticedRecorded(current, command.seat, spot.id, command.stake, second)]


def _is_excess(game: Game, table: Table, command: RecordUnnoticed) -> bool:
    """Return whether the wager exceeds a limit. Once the dice were seen, wagers within the limits are not recorded."""
    assert table.current is not None
    boxes, spot = table.current.boxes, command.spot
    rule, total = rule_for(table.limits, game.paytable[spot].area), boxes.get(spot, 0) + command.stake
    ahead = total - boxes.get(game.opposite.get(spot, ""), 0)
    over_pair = rule.differential and spot in game.opposite and ahead > rule.differential
    return bool(over_pair or (rule.maximum and total > rule.maximum))


class ExcessRejected(Event, frozen=True, tag="excess-rejected"):
    round: int
    rejected: tuple[Stake, ...]
    clause: str

    def transfers(self, bank: Account) -> Transfers:
        return (Transfer(LAYOUT, seat_account(one.seat), one.stake) for one in self.rejected)

    def sentence(self, money: Money) -> str:
        return f"excess is rejected{of_clause(self.clause)}: {stakes_in(self.rejected, money)}"


@applies
def excess_rejected(table: Table, event: ExcessRejected) -> None:
    for rejected in event.rejected:
        table.playing.add(rejected.seat, rejected.spot, -rejected.stake)
        table.seats[rejected.seat].credit += rejected.stake
    table.playing.excess.extend(event.rejected)


@moves_chips
def _rejected_chips(moving: Moving, event: ExcessRejected) -> None:
    for stake in event.rejected:
        moving.put_back(stake.seat, stake.spot, stake.stake)


class BetsClosed(Event, frozen=True, tag="bets-closed"):
    round: int
    call: str
    bell: bool

    def sentence(self, money: Money) -> str:
        return f'"{self.call}"' + (", and the bell" if self.bell else "")


@applies
def bets_closed(table: Table, _: BetsClosed) -> None:
    table.phase = BetsShut(table.playing)


class UnnoticedRecorded(Event, frozen=True, tag="unnoticed-recorded"):
    round: int
    seat: int
    spot: str
    stake: int
    second: Name = ""

    def transfers(self, bank: Account) -> Transfers:
        return (Transfer(seat_account(self.seat), LAYOUT, self.stake),)

    def sentence(self, money: Money) -> str:
        return (
            f"seat {self.seat} had an unnoticed wager of {money(self.stake)} on {self.spot}{with_second(self.second)}"
        )


@applies
def unnoticed_recorded(table: Table, event: UnnoticedRecorded) -> None:
    table.playing.add(event.seat, event.spot, event.stake)
    table.seats[event.seat].credit -= event.stake
    table.playing.placed.append(Stake(event.seat, event.spot, event.stake))
    table.playing.unnoticed = True


@moves_chips
def _unnoticed_chips(moving: Moving, event: UnnoticedRecorded) -> None:
    moving.pay(rack(event.seat), lying(event.seat, event.spot), event.stake, event.seat)
