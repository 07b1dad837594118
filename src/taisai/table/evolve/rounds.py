"""How events about dice, settlement and corrections change the table."""

from collections.abc import Iterable

import msgspec

from taisai.table import events as e
from taisai.table.beacons import Beacon
from taisai.table.evolve.wagers import current_round
from taisai.table.state import (
    DECIDED_KEPT,
    RECENT_ROUNDS,
    BetsShut,
    Chain,
    Closed,
    Commitment,
    Dispute,
    Entered,
    Idle,
    LastVoid,
    Revealed,
    Round,
    SettledRound,
    Settling,
    Table,
    Tumbled,
)


def round_begun(table: Table, event: e.RoundBegun) -> None:
    table.round, made = event.round, table.commitments.get(event.round)
    begun = Round(event.round, commitment=made.commitment, beacon=made.beacon) if made else None
    table.phase = Tumbled(begun or Round(event.round), closed=False)


def dice_tumbled(table: Table, _: e.DiceTumbled) -> None:
    table.phase = Tumbled(current_round(table), closed=isinstance(table.phase, BetsShut))


def seeds_chained(table: Table, event: e.SeedsChained) -> None:
    table.chain = Chain(event.end, event.length, event.end)


def seed_committed(table: Table, event: e.SeedCommitted) -> None:
    table.commitments[event.round] = Commitment(event.commitment, event.kept, event.link)
    table.chain = msgspec.structs.replace(table.chain, committed=event.link)


def beacon_chosen(table: Table, event: e.BeaconChosen) -> None:
    table.beacon = Beacon(**msgspec.structs.asdict(event))


def beacon_named(table: Table, event: e.BeaconNamed) -> None:
    made = table.commitments[event.round]
    table.commitments[event.round] = msgspec.structs.replace(made, beacon=event.beacon)
    table.beacon = msgspec.structs.replace(table.beacon, named=event.beacon)
    if table.current:
        table.current.beacon = event.beacon


def contribution_given(table: Table, event: e.ContributionGiven) -> None:
    current_round(table).contributions[event.seat] = event.contribution


def seed_revealed(table: Table, event: e.SeedRevealed) -> None:
    """Advance the chain. A seed of a replaced chain does not count."""
    if table.commitments.pop(event.round).commitment == table.chain.last:
        table.chain = msgspec.structs.replace(table.chain, last=event.seed)


def multipliers_drawn(table: Table, event: e.MultipliersDrawn) -> None:
    current_round(table).struck = event.struck


def dice_revealed(table: Table, _: e.DiceRevealed) -> None:
    table.phase = Revealed(current_round(table))


def button_pressed(table: Table, event: e.ButtonPressed) -> None:
    """Keep the last three presses. Presses of a correction belong to a finished round and are not shown."""
    place = table.phase if isinstance(table.phase, Closed) else table.phase.round
    if place is not None and event.round == (place.number if isinstance(place, Round) else 0):
        place.pressed.append(event.face)
        del place.pressed[:-3]


def roll_entered(table: Table, event: e.RollEntered | e.EntryAmended) -> None:
    table.phase = Entered(current_round(table), event.roll)


def settlement_undone(table: Table, event: e.SettlementUndone) -> None:
    assert isinstance(table.phase, Settling)
    correct(table, event.corrections)
    table.bank.now -= event.restored
    table.phase = Entered(table.phase.round, table.phase.roll)


def losers_collected(table: Table, event: e.LosersCollected) -> None:
    awards = (*event.lost, *(award for area in event.winners.values() for award in area))
    for award in awards:
        if award.refused:  # rare
            table.seats[award.seat].credit += award.refused
    table.bank.now += sum([award.stake for award in event.lost])
    if event.chips is not msgspec.UNSET:
        table.tray.collect(event.chips, event.winners.values())
    table.phase = Settling(current_round(table), event.roll, awards, dict(event.winners))


def area_paid(table: Table, event: e.AreaPaid) -> None:
    assert isinstance(table.phase, Settling)
    for award in event.awards:
        table.seats[award.seat].credit += award.returned
        table.bank.now -= award.returned - award.stake
    if event.chips is not msgspec.UNSET:
        table.tray.pay(event.awards, event.chips)
    table.phase.paid.extend(event.awards)
    del table.phase.unpaid[event.area]


def round_settled(table: Table, event: e.RoundSettled) -> None:
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


def round_voided(table: Table, event: e.RoundVoided) -> None:
    for stake in event.returned:
        table.seats[stake.seat].credit += stake.stake
    correct(table, event.corrections)
    table.phase = Idle()
    table.void = LastVoid(event.round, event.trouble.value, event.clause, event.staked)
    table.voids.append(table.void)
    del table.voids[:-RECENT_ROUNDS]


def correct(table: Table, corrections: Iterable[e.Correction]) -> None:
    for correction in corrections:
        seat = table.seats[correction.seat]
        seat.credit += correction.credited - correction.debited
        seat.owed += correction.owed
        table.bank.now += correction.debited - correction.credited


def round_reversed(table: Table, event: e.RoundReversed) -> None:
    settled = table.settled(event.round)
    if settled is not None:  # older rounds are only in the journal
        settled.reversed = True
    correct(table, event.corrections)


def round_corrected(table: Table, event: e.RoundCorrected) -> None:
    settled = table.settled(event.round)
    if settled is not None:
        settled.roll, settled.awards = event.roll, event.awards
    correct(table, event.corrections)


def dispute_opened(table: Table, event: e.DisputeOpened) -> None:
    table.disputes[event.dispute] = disputed(event)
    table.disputes_opened = event.dispute


def disputed(event: e.DisputeOpened) -> Dispute:
    return Dispute(event.dispute, event.seat, event.about, event.claim, evidence=event.evidence)


def dispute_decided(table: Table, event: e.DisputeDecided) -> None:
    dispute = table.disputes.pop(event.dispute)
    decide(dispute, event)
    table.disputes[event.dispute] = dispute  # so that the oldest decision is dropped first
    decided = [one.number for one in table.disputes.values() if one.decided]
    for number in decided[:-DECIDED_KEPT]:
        del table.disputes[number]
    correct(table, event.corrections)


def decide(dispute: Dispute, event: e.DisputeDecided) -> None:
    dispute.decided, dispute.reason, dispute.second = True, event.reason, event.second
    dispute.moved = sum(one.credited - one.debited - one.owed for one in event.corrections)
