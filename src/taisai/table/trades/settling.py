"""Settlement: collect losers, pay winners area by area, and calculate the awards."""

from collections.abc import Iterator
from itertools import chain
from typing import Annotated

import msgspec
from msgspec import UNSET

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.returns import returned_on
from taisai.rules.roll import Roll
from taisai.rules.vocabulary import Step
from taisai.table.accounts import FLOAT, LAYOUT, Account, Transfer, Transfers, seat_account
from taisai.table.apportion import Apportionment, Box, apportion, apportion_pair
from taisai.table.corrections import check_float, correct, corrected, corrections, credits_of, deltas, in_float
from taisai.table.game import Game
from taisai.table.gates import NextStep
from taisai.table.handlers import applies, decides, moves_chips
from taisai.table.limits import rule_for
from taisai.table.moving import Moving
from taisai.table.order import Order
from taisai.table.parts import ITEMS_MOST, Award, Command, Correction, Event, Money, Stake, Word
from taisai.table.piles import Pile, lying, rack
from taisai.table.sentences import awards_in, corrections_in, pile_in
from taisai.table.stacks import unit_of
from taisai.table.state import RECENT_ROUNDS, Entered, Idle, Round, SettledRound, Settling, Table
from taisai.table.trades.disputes import DisputeOpened
from taisai.table.trades.payouts import Paying, Payout, check_payouts, lost_chips


class CollectLosers(Command, frozen=True, tag="collect-losers"):
    pass


@decides(NextStep(Step.COLLECT))
def collect_losers(game: Game, table: Table, order: Order, _: CollectLosers) -> list[Event]:
    assert isinstance(table.phase, Entered)
    roll = table.phase.roll
    _check_dice(table.phase)
    shares = _shares(game, table, table.phase.round)
    awards = list(_awards(game, table.phase.round, Roll.parse(roll), shares))
    winners = _by_area(game, [award for award in awards if award.returned])
    overflow = sum(share.overflow for share in shares.values())
    lost = tuple(award for award in awards if not award.returned)
    chips = lost_chips(table, winners) if table.tray.counted and not shares else UNSET
    events: list[Event] = [LosersCollected(order.round, roll, lost, winners, overflow, chips)]
    if overflow:
        events += _overflow_dispute(table, order.round, overflow)
    return events if winners else [*events, RoundSettled(order.round, roll)]


class PayArea(Command, frozen=True, tag="pay-area"):
    """An empty `area` pays all that are left. A payout that `payouts` does not name is in the fewest chips."""

    area: Word = ""
    payouts: Annotated[tuple[Payout, ...], msgspec.Meta(max_length=ITEMS_MOST)] = ()


@decides(NextStep(Step.PAY))
def pay_area(game: Game, table: Table, order: Order, command: PayArea) -> list[Event]:
    assert isinstance(table.phase, Settling)
    _check_dice(table.phase)
    unpaid = table.phase.unpaid
    if command.area and command.area not in unpaid:
        words = f"area {command.area!r} has no winners to pay; still unpaid: {', '.join(unpaid)}"
        raise Refused(Refusal.WAGER_ABSENT, words, command.area)
    areas = [command.area] if command.area else list(unpaid)
    check_payouts(game, table, [award for area in areas for award in unpaid[area]], command.payouts)
    if table.money == "chips":
        in_float(game, table, sum(award.returned - award.stake for area in areas for award in unpaid[area]))
    paying = Paying(game, table, command.payouts) if table.tray.counted else None
    events: list[Event] = [
        AreaPaid(order.round, area, unpaid[area], paying.paid(unpaid[area]) if paying else UNSET) for area in areas
    ]
    return events if len(areas) < len(unpaid) else [*events, RoundSettled(order.round, table.phase.roll)]


def _check_dice(phase: Entered | Settling) -> None:
    """Refuse to settle by an entry that is known to differ from the dice."""
    dice = phase.round.dice
    if dice and dice != phase.roll:
        words = f"the dice show {dice}, but {phase.roll} was entered; have the entry amended first"
        raise Refused(Refusal.DICE_DIFFER, words, phase.roll)


def _by_area(game: Game, won: list[Award]) -> dict[str, tuple[Award, ...]]:
    """Return the awards by area, in the rulebook's order."""
    areas: dict[str, list[Award]] = {spot.area: [] for spot in game.paytable.spots}
    for award in won:
        areas[game.paytable[award.spot].area].append(award)
    return {area: tuple(awards) for area, awards in areas.items() if awards}


Shares = dict[str, Apportionment]


def _awards(game: Game, current: Round, roll: Roll, shares: Shares) -> Iterator[Award]:
    for spot, seats in current.stakes.items():
        settled = shares[spot].settled if spot in shares else tuple(seats.values())
        for (seat, stake), share in zip(seats.items(), settled, strict=True):
            yield _award(game, Stake(seat, spot, stake), share, roll, current.struck.get(spot, 1))


def _award(game: Game, stake: Stake, settled: int, roll: Roll, times: int) -> Award:
    back = returned_on(game.paytable[stake.spot], settled, roll, times)
    return Award(stake.seat, stake.spot, settled, back, stake.stake - settled)


def _shares(game: Game, table: Table, current: Round) -> Shares:
    """Return pro-rata shares of boxes with unnoticed excess. All other stakes are settled in full."""
    if not current.unnoticed:
        return {}
    shares: Shares = {}
    for spot in current.stakes:
        opposite, rule = game.opposite.get(spot), rule_for(table.limits, game.paytable[spot].area)
        if spot in shares or not current.stakes[spot]:
            continue
        one, unit = _box(game, table, current, spot), unit_of(table, game.paytable[spot])
        if opposite and rule.differential:
            other = _box(game, table, current, opposite)
            shares[spot], shares[opposite] = apportion_pair(one, other, rule.differential // unit * unit, unit)
        else:
            shares[spot] = apportion(one, unit)
    return {spot: share for spot, share in shares.items() if _is_over(game, table, current, shares, spot)}


def _is_over(game: Game, table: Table, current: Round, shares: Shares, spot: str) -> bool:
    """Return whether a box exceeds its maximum, or is too far ahead of the opposite side's settled total."""
    rule, total = rule_for(table.limits, game.paytable[spot].area), current.boxes.get(spot, 0)
    opposite = game.opposite.get(spot) if rule.differential else None
    apart = opposite is not None and total - shares[opposite].total > rule.differential
    return apart or 0 < rule.maximum < total


def _box(game: Game, table: Table, current: Round, spot: str) -> Box:
    """Return the box in whole smallest chips: the maximum and the stakes rounded down, the minimum rounded up."""
    rule, step = rule_for(table.limits, game.paytable[spot].area), unit_of(table, game.paytable[spot])
    stakes = tuple(stake // step * step for stake in current.stakes.get(spot, {}).values())
    maximum = (rule.maximum or max(sum(stakes), rule.minimum)) // step * step
    return Box(stakes, min(-(-rule.minimum // step) * step, maximum), maximum)


def _overflow_dispute(table: Table, number: int, overflow: int) -> list[Event]:
    """Open the dispute once, even if the round is settled again."""
    claim = f"the minimums alone exceed the limits by {overflow}"
    if any((one.seat, one.about, one.claim) == (0, number, claim) for one in table.disputes.values()):
        return []
    return [DisputeOpened(table.disputes_opened + 1, 0, number, claim, "")]


class LosersCollected(Event, frozen=True, tag="losers-collected"):
    """Losing stakes leave the layout and refused parts go back. `winners`, by area, are due for payment. `chips` are
    those of all losing stakes together, which go to the float. If they are unset and chips are counted, `chips-moved`
    follows."""

    round: int
    roll: str
    lost: tuple[Award, ...]
    winners: dict[str, tuple[Award, ...]]
    overflow: int
    chips: Pile | msgspec.UnsetType = msgspec.UNSET

    def transfers(self, bank: Account) -> Transfers:
        for award in self.lost:
            yield Transfer(LAYOUT, bank, award.stake)
        for award in (*self.lost, *(award for awards in self.winners.values() for award in awards)):
            yield Transfer(LAYOUT, seat_account(award.seat), award.refused)

    def add_to(self, balances: dict[Account, int], bank: Account) -> None:
        """Add its many transfers at once."""
        lost = [award.stake for award in self.lost]
        assert min(lost, default=0) >= 0, self
        if any(lost):
            balances[LAYOUT] -= sum(lost)
            balances[bank] += sum(lost)
        for award in chain(self.lost, *self.winners.values()):
            if award.refused:
                assert award.refused > 0, self
                balances[LAYOUT] -= award.refused
                balances[seat_account(award.seat)] += award.refused

    def sentence(self, money: Money) -> str:
        lost = ", ".join(f"{money(one.stake)} of seat {one.seat} on {one.spot}" for one in self.lost) or "nothing"
        every = (*self.lost, *(award for awards in self.winners.values() for award in awards))
        back = ", ".join(f"{money(one.refused)} on {one.spot} to seat {one.seat}" for one in every if one.refused)
        told = f"losing wagers are collected: {lost}"
        told += f"; pro rata returns {back}" if back else ""
        told += f"; the float gets {pile_in(self.chips, money)}" if self.chips else ""
        return told + (f"; overflow of {money(self.overflow)} for the Shift Manager" if self.overflow else "")


@applies
def losers_collected(table: Table, event: LosersCollected) -> None:
    awards = (*event.lost, *(award for area in event.winners.values() for award in area))
    for award in awards:
        if award.refused:  # rare
            table.seats[award.seat].credit += award.refused
    table.bank.now += sum([award.stake for award in event.lost])
    if event.chips is not msgspec.UNSET:
        table.tray.collect(event.chips, event.winners.values())
    table.phase = Settling(table.playing, event.roll, awards, dict(event.winners))


@moves_chips
def _collected_chips(moving: Moving, event: LosersCollected) -> None:
    """Move the chips of losers if the event does not tell them: stakes that go back in part may need change."""
    if event.chips is not UNSET:
        return
    for award in (*event.lost, *(award for awards in event.winners.values() for award in awards)):
        if award.refused:
            moving.pay(lying(award.seat, award.spot), rack(award.seat), award.refused, award.seat)
    for award in event.lost:
        moving.all(lying(award.seat, award.spot), FLOAT)


class AreaPaid(Event, frozen=True, tag="area-paid"):
    """`chips` are what the float pays for each award in addition to the stake, whose own chips go back to the rack. If
    a stake comes back only in part, its chips go to the float. If `chips` are unset and chips are counted,
    `chips-moved` follows."""

    round: int
    area: str
    awards: tuple[Award, ...]
    chips: tuple[Pile, ...] | msgspec.UnsetType = msgspec.UNSET

    def transfers(self, bank: Account) -> Transfers:
        for award in self.awards:
            back = min(award.stake, award.returned)
            yield Transfer(LAYOUT, seat_account(award.seat), back)
            yield Transfer(LAYOUT, bank, award.stake - back)  # the lost part of a stake that is partly returned
            yield Transfer(bank, seat_account(award.seat), award.returned - back)

    def add_to(self, balances: dict[Account, int], bank: Account) -> None:
        """Add its many transfers at once."""
        for award in self.awards:
            won = award.returned - award.stake
            assert award.stake >= 0 <= award.returned, self
            if award.returned:
                balances[seat_account(award.seat)] += award.returned
            if award.stake:
                balances[LAYOUT] -= award.stake
            if won:
                balances[bank] -= won

    def sentence(self, money: Money) -> str:
        told = f"{self.area} is paid: {awards_in(self.awards, money)}"
        each = zip(self.awards, self.chips or (), strict=False)
        chips = ", ".join(f"seat {award.seat} in {pile_in(paid, money)}" for award, paid in each if paid)
        return told + (f"; the float pays {chips}" if chips else "")


@applies
def area_paid(table: Table, event: AreaPaid) -> None:
    assert isinstance(table.phase, Settling)
    for award in event.awards:
        table.seats[award.seat].credit += award.returned
        table.bank.now -= award.returned - award.stake
    if event.chips is not msgspec.UNSET:
        table.tray.pay(event.awards, event.chips)
    table.phase.paid.extend(event.awards)
    del table.phase.unpaid[event.area]


class RoundSettled(Event, frozen=True, tag="round-settled"):
    round: int
    roll: str

    def sentence(self, money: Money) -> str:
        return f"round {self.round} is settled"


@applies
def round_settled(table: Table, event: RoundSettled) -> None:
    """Update the meters: nothing in the round can be undone any more."""
    assert isinstance(table.phase, Settling)
    for award in table.phase.awards:
        seat = table.seats[award.seat]
        seat.meter_wagered += award.stake
        if award.returned:
            seat.meter_won += award.returned
    table.recent.append(SettledRound(event.round, event.roll, table.phase.awards, struck=table.phase.round.struck))
    del table.recent[:-RECENT_ROUNDS]
    table.phase = Idle()


class SettlementUndone(Event, frozen=True, tag="settlement-undone"):
    """Undone while winners were being paid: collected and paid stakes are on the layout again, `restored` in total, and
    payments are taken back."""

    noted = "override"
    round: int
    restored: int
    corrections: tuple[Correction, ...]

    def transfers(self, bank: Account) -> Transfers:
        yield Transfer(bank, LAYOUT, self.restored)
        yield from corrected(self.corrections, bank)

    def sentence(self, money: Money) -> str:
        return (
            f"the settlement of round {self.round} is undone: {money(self.restored)} is back on the layout; "
            f"{corrections_in(self.corrections, money)}"
        )


@applies
def settlement_undone(table: Table, event: SettlementUndone) -> None:
    assert isinstance(table.phase, Settling)
    correct(table, event.corrections)
    table.bank.now -= event.restored
    table.phase = Entered(table.phase.round, table.phase.roll)


@moves_chips
def _undone_chips(moving: Moving, event: SettlementUndone) -> None:
    """Put every stake back where it was before collection, in chips of the same value."""
    phase = moving.table.phase
    assert isinstance(phase, Settling)
    moving.correct(event.corrections)
    waiting = {(award.seat, award.spot) for awards in phase.unpaid.values() for award in awards}
    for award in phase.awards:
        again = award.refused + (0 if (award.seat, award.spot) in waiting else award.stake)
        moving.pay(FLOAT, lying(award.seat, award.spot), again, award.seat)


def undone(game: Game, table: Table) -> list[SettlementUndone]:
    """Return the event that undoes collection and payment so far; nothing before collection."""
    phase = table.phase
    if not isinstance(phase, Settling):
        return []
    waiting = [award for awards in phase.unpaid.values() for award in awards]
    restored = sum(award.stake for award in phase.awards) - sum(award.stake for award in waiting)
    back = [(award.seat, -award.refused) for award in phase.awards]
    paid = [(award.seat, -award.returned) for award in phase.paid]
    made = corrections(deltas([*back, *paid]), credits_of(table))
    restored += sum(award.refused for award in phase.awards)
    check_float(game, table, made, restored)
    return [SettlementUndone(phase.round.number, restored, made)]
