"""Closing wagers, and excess over the limits: found at closing, or noticed later."""

from collections.abc import Iterator
from itertools import chain

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
from taisai.table.piles import lying, rack, worth
from taisai.table.remedies import provided
from taisai.table.sentences import of_clause, stakes_in, with_second
from taisai.table.stacks import check_makeable, check_payable, check_whole, step_of
from taisai.table.state import BetsShut, Round, Settling, Table
from taisai.table.trades.settling import undone


class CloseBets(Command, frozen=True, tag="close-bets"):
    pass


@decides(NextStep(Step.CLOSE_BETS))
def close_bets(game: Game, table: Table, order: Order, _: CloseBets) -> list[Event]:
    step = game.next_step(table.phase)
    assert step is not None
    rejected = tuple(excess(game, table, table.playing))
    clause = game.book.clause_on(Trouble.MAXIMUM_EXCEEDED)
    events: list[Event] = [ExcessRejected(order.round, rejected, clause)] if rejected else []
    return [*events, BetsClosed(order.round, game.book.phrases.close_bets, step.bell)]


Left = dict[str, dict[int, int]]


def excess(game: Game, table: Table, current: Round) -> Iterator[Stake]:
    """Yield what goes back: the newest placement first, and no more of it than is over the Differential. A return on
    one side can leave the other ahead, so both are checked until neither is."""
    left = {spot: dict(seats) for spot, seats in current.stakes.items()}
    placed = {spot: _placements(current, spot) for spot in game.opposite}
    moving = Moving(game, table)
    while over := _over(game, table, left):
        (spot, most), newest = over, placed[over[0]].pop()
        held = left[spot].get(newest.seat, 0)
        back = _back(game, table, newest, held, most) if held else 0
        if back and table.tray.counted:
            back = _in_chips(game, table, moving, Stake(newest.seat, spot, back))
        if back:
            left[spot][newest.seat] = held - back
            yield Stake(newest.seat, spot, back)


def _placements(current: Round, spot: str) -> list[Stake]:
    """Return what lies on a spot, the newest placement last. What a player took away was of their newest."""
    lying: dict[int, list[tuple[int, Stake]]] = {}
    for found in enumerate(current.placed):
        if found[1].spot != spot:
            continue
        own, last = lying.setdefault(found[1].seat, []), found
        while last[1].stake < 0 and own:
            place, newest = own.pop()
            last = place, Stake(newest.seat, spot, newest.stake + last[1].stake)
        if last[1].stake > 0:
            own.append(last)
    return [one for _, one in sorted(chain.from_iterable(lying.values()), key=lambda found: found[0])]


def _over(game: Game, table: Table, left: Left) -> tuple[str, int] | None:
    """Return the spot that is too far ahead of its opposite, and by how much; None if none is."""
    for spot, opposite in game.opposite.items():
        differential = rule_for(table.limits, game.paytable[spot].area).differential
        over = _total(left, spot) - _total(left, opposite) - differential
        if differential and over > 0:
            return spot, over
    return None


def _total(left: Left, spot: str) -> int:
    return sum(left.get(spot, {}).values())


def _back(game: Game, table: Table, placed: Stake, held: int, most: int) -> int:
    """Return how much of a placement goes back, so that a valid stake remains; all of the player's wager if less than
    the minimum would remain."""
    rest = held - min(placed.stake, most)
    rest -= rest % step_of(table, table.seats[placed.seat], game.paytable[placed.spot])
    return held - (rest if rest >= _least(game, table, placed.spot) else 0)


def _least(game: Game, table: Table, spot: str) -> int:
    return rule_for(table.limits, game.paytable[spot].area).minimum


def _in_chips(game: Game, table: Table, moving: Moving, back: Stake) -> int:
    """Return the amount, or more if the float cannot change the chips of the wager: then whole chips go back."""
    seat, spot, amount = back.seat, back.spot, back.stake
    if moving.tries(lambda: moving.put_back(seat, spot, amount)):
        return amount
    whole = Stake(seat, spot, moving.covering(lying(seat, spot), amount))
    held = worth(moving.pile(lying(seat, spot)), moving.values)
    amount = _back(game, table, whole, held, whole.stake)
    amount = amount if amount == whole.stake else held
    moving.put_back(seat, spot, amount)
    return amount


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
    table.playing.place(event.seat, event.spot, event.stake)
    table.seats[event.seat].credit -= event.stake
    table.playing.unnoticed = True


@moves_chips
def _unnoticed_chips(moving: Moving, event: UnnoticedRecorded) -> None:
    moving.pay(rack(event.seat), lying(event.seat, event.spot), event.stake, event.seat)
