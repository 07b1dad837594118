"""Decide about settlement: collect losers, pay winners area by area, and calculate the awards."""

from collections.abc import Iterator

from msgspec import UNSET

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.returns import returned_on
from taisai.rules.roll import Roll
from taisai.rules.vocabulary import Step
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.apportion import Apportionment, Box, apportion, apportion_pair
from taisai.table.decide import allow
from taisai.table.decide.money import in_float
from taisai.table.decide.payouts import check_payouts
from taisai.table.decide.settled_chips import Paying, lost_chips
from taisai.table.game import Game
from taisai.table.limits import rule_for
from taisai.table.order import Order
from taisai.table.stacks import unit_of
from taisai.table.state import Entered, Round, Settling, Table


def collect_losers(game: Game, table: Table, order: Order, _: c.CollectLosers) -> list[e.Event]:
    allow.step(game, table, order, Step.COLLECT)
    assert isinstance(table.phase, Entered)
    roll = table.phase.roll
    _check_dice(table.phase)
    shares = _shares(game, table, table.phase.round)
    awards = list(_awards(game, table.phase.round, Roll.parse(roll), shares))
    winners = _by_area(game, [award for award in awards if award.returned])
    overflow = sum(share.overflow for share in shares.values())
    lost = tuple(award for award in awards if not award.returned)
    chips = lost_chips(table, winners) if table.tray.counted and not shares else UNSET
    events: list[e.Event] = [e.LosersCollected(order.round, roll, lost, winners, overflow, chips)]
    if overflow:
        events += _overflow_dispute(table, order.round, overflow)
    return events if winners else [*events, e.RoundSettled(order.round, roll)]


def pay_area(game: Game, table: Table, order: Order, command: c.PayArea) -> list[e.Event]:
    allow.step(game, table, order, Step.PAY)
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
    events: list[e.Event] = [
        e.AreaPaid(order.round, area, unpaid[area], paying.paid(unpaid[area]) if paying else UNSET) for area in areas
    ]
    return events if len(areas) < len(unpaid) else [*events, e.RoundSettled(order.round, table.phase.roll)]


def _check_dice(phase: Entered | Settling) -> None:
    """Refuse to settle by an entry that is known to differ from the dice."""
    dice = phase.round.dice
    if dice and dice != phase.roll:
        words = f"the dice show {dice}, but {phase.roll} was entered; have the entry amended first"
        raise Refused(Refusal.DICE_DIFFER, words, phase.roll)


def _by_area(game: Game, won: list[e.Award]) -> dict[str, tuple[e.Award, ...]]:
    """Return the awards by area, in the rulebook's order."""
    areas: dict[str, list[e.Award]] = {spot.area: [] for spot in game.paytable.spots}
    for award in won:
        areas[game.paytable[award.spot].area].append(award)
    return {area: tuple(awards) for area, awards in areas.items() if awards}


Shares = dict[str, Apportionment]


def _awards(game: Game, current: Round, roll: Roll, shares: Shares) -> Iterator[e.Award]:
    for spot, seats in current.stakes.items():
        settled = shares[spot].settled if spot in shares else tuple(seats.values())
        for (seat, stake), share in zip(seats.items(), settled, strict=True):
            yield _award(game, e.Stake(seat, spot, stake), share, roll, current.struck.get(spot, 1))


def _award(game: Game, stake: e.Stake, settled: int, roll: Roll, times: int) -> e.Award:
    back = returned_on(game.paytable[stake.spot], settled, roll, times)
    return e.Award(stake.seat, stake.spot, settled, back, stake.stake - settled)


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


def _overflow_dispute(table: Table, number: int, overflow: int) -> list[e.Event]:
    """Open the dispute once, even if the round is settled again."""
    claim = f"the minimums alone exceed the limits by {overflow}"
    if any((one.seat, one.about, one.claim) == (0, number, claim) for one in table.disputes.values()):
        return []
    return [e.DisputeOpened(table.disputes_opened + 1, 0, number, claim, "")]
