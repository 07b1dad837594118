"""History applied to a table. No rule lives here: what happened is trusted, so old history always loads."""

from collections.abc import Callable, Iterable
from typing import Any

from taisai.table import events as e
from taisai.table.state import (
    RECENT_ROUNDS,
    BetsShut,
    Betting,
    Closed,
    Commitment,
    Dispute,
    Entered,
    Idle,
    LastVoid,
    Outstanding,
    Revealed,
    Round,
    Seat,
    SettledRound,
    Settling,
    Table,
    Tumbled,
)


def evolve(table: Table, event: e.Event) -> None:
    """Changes the table in place."""
    _EVOLVE[type(event)](table, event)


def install(event: e.TableInstalled) -> Table:
    seats = {number: Seat() for number in range(1, event.seats + 1)}
    return Table(
        event.table, event.paytable, event.fingerprint, event.money, event.automation, event.chips, event.limits, seats
    )


def _round(table: Table) -> Round:
    current = table.phase.round
    assert current is not None
    return current


def _add(current: Round, seat: int, spot: str, stake: int) -> None:
    """Money on the layout, or off it where the stake is below 0."""
    seats = current.stakes.setdefault(spot, {})
    held = seats.get(seat, 0) + stake
    if held:
        seats[seat] = held
    else:
        del seats[seat]
    current.boxes[spot] = current.boxes.get(spot, 0) + stake


def _check_recorded(table: Table, event: e.CheckRecorded | e.TestRun) -> None:
    assert isinstance(table.phase, Closed)
    table.phase.checks.append(event.check)


def _table_opened(table: Table, event: e.TableOpened) -> None:
    table.phase = Idle()
    bank = table.bank
    bank.opening = event.opening_float
    bank.now += event.opening_float
    bank.fills = bank.credits = bank.drop = 0


def _table_closed(table: Table, _: e.TableClosed) -> None:
    """The float leaves; what is corrected while the table is closed counts in the next result."""
    table.phase = Closed()
    table.bank.now = 0


def _limits_changed(table: Table, event: e.LimitsChanged) -> None:
    table.limits = event.new


def _credit_bought(table: Table, event: e.CreditBought) -> None:
    seat = table.seats[event.seat]
    seat.credit += event.amount
    seat.meter_in += event.amount
    seat.loss_floor += event.amount if seat.loss_floor else 0
    seat.away = False
    table.vouchers.pop(event.voucher, None)


def _voucher_issued(table: Table, event: e.VoucherIssued) -> None:
    seat = table.seats[event.seat]
    seat.credit -= event.amount
    seat.loss_floor = 0
    table.vouchers[event.voucher] = Outstanding(event.seat, event.amount, event.ending, event.expires)
    if event.collected:
        seat.meter_out += event.amount
    else:
        seat.uncollected = event.voucher


def _voucher_collected(table: Table, event: e.VoucherCollected) -> None:
    seat = table.seats[event.seat]
    seat.meter_out += event.amount
    seat.uncollected = ""


def _voucher_cancelled(table: Table, event: e.VoucherCancelled) -> None:
    seat = table.seats[event.seat]
    seat.credit += event.amount
    seat.uncollected = ""
    del table.vouchers[event.voucher]


def _cash_changed(table: Table, event: e.CashChanged) -> None:
    seat = table.seats[event.seat]
    seat.credit += event.amount
    seat.meter_in += event.amount
    seat.away = False
    table.bank.now -= event.amount
    table.bank.drop += event.amount


def _colour_assigned(table: Table, event: e.ColourAssigned) -> None:
    seat = table.seats[event.seat]
    seat.colour, seat.colour_value = event.colour, event.value


def _float_filled(table: Table, event: e.FloatFilled) -> None:
    table.bank.now += event.amount
    table.bank.fills += event.amount


def _float_credited(table: Table, event: e.FloatCredited) -> None:
    table.bank.now -= event.amount
    table.bank.credits += event.amount


def _round_begun(table: Table, event: e.RoundBegun) -> None:
    table.round = event.round
    table.phase = Tumbled(Round(event.round), closed=False)


def _dice_tumbled(table: Table, _: e.DiceTumbled) -> None:
    table.phase = Tumbled(_round(table), closed=isinstance(table.phase, BetsShut))


def _bets_opened(table: Table, _: e.BetsOpened) -> None:
    table.phase = Betting(_round(table))


def _wager_placed(table: Table, event: e.WagerPlaced) -> None:
    current = table.phase.round
    assert current is not None
    _add(current, event.seat, event.spot, event.stake)
    table.seats[event.seat].credit -= event.stake
    current.placed.append(e.Stake(event.seat, event.spot, event.stake))
    if event.excess:
        current.excess.append(e.Stake(event.seat, event.spot, event.excess))


def _wager_moved(table: Table, event: e.WagerMoved) -> None:
    _add(_round(table), event.seat, event.spot, -event.stake)
    _add(_round(table), event.seat, event.to, event.stake)
    _round(table).placed.append(e.Stake(event.seat, event.to, event.stake))


def _wager_withdrawn(table: Table, event: e.WagerWithdrawn) -> None:
    _add(_round(table), event.seat, event.spot, -event.stake)
    table.seats[event.seat].credit += event.stake


def _excess_rejected(table: Table, event: e.ExcessRejected) -> None:
    for rejected in event.rejected:
        _add(_round(table), rejected.seat, rejected.spot, -rejected.stake)
        table.seats[rejected.seat].credit += rejected.stake
    _round(table).excess.extend(event.rejected)


def _roll_committed(table: Table, event: e.RollCommitted) -> None:
    table.commitments[event.round] = Commitment(event.commitment, event.kept)


def _commitment_opened(table: Table, event: e.CommitmentOpened) -> None:
    del table.commitments[event.round]


def _bets_closed(table: Table, _: e.BetsClosed) -> None:
    table.phase = BetsShut(_round(table))


def _unnoticed_recorded(table: Table, event: e.UnnoticedRecorded) -> None:
    _add(_round(table), event.seat, event.spot, event.stake)
    table.seats[event.seat].credit -= event.stake
    _round(table).placed.append(e.Stake(event.seat, event.spot, event.stake))
    _round(table).unnoticed = True


def _dice_revealed(table: Table, _: e.DiceRevealed) -> None:
    table.phase = Revealed(_round(table))


def _button_pressed(table: Table, event: e.ButtonPressed) -> None:
    pressed = _round(table).pressed
    pressed.append(event.face)
    del pressed[:-3]


def _roll_entered(table: Table, event: e.RollEntered | e.EntryAmended) -> None:
    table.phase = Entered(_round(table), event.roll)


def _losers_collected(table: Table, event: e.LosersCollected) -> None:
    won = tuple(award for awards in event.winners.values() for award in awards)
    for award in (*event.lost, *won):
        seat = table.seats[award.seat]
        seat.credit += award.refused
        seat.meter_wagered += award.stake
    table.bank.now += sum(award.stake for award in event.lost)
    table.phase = Settling(_round(table), event.roll, (*event.lost, *won), dict(event.winners))


def _area_paid(table: Table, event: e.AreaPaid) -> None:
    assert isinstance(table.phase, Settling)
    for award in event.awards:
        seat = table.seats[award.seat]
        seat.credit += award.returned
        seat.meter_won += award.returned
        table.bank.now -= award.returned - award.stake
    del table.phase.unpaid[event.area]


def _round_settled(table: Table, event: e.RoundSettled) -> None:
    assert isinstance(table.phase, Settling)
    table.recent.append(SettledRound(event.round, event.roll, table.phase.awards))
    del table.recent[:-RECENT_ROUNDS]
    table.phase = Idle()


def _round_voided(table: Table, event: e.RoundVoided) -> None:
    for stake in event.returned:
        table.seats[stake.seat].credit += stake.stake
    table.phase = Idle()
    returned = sum(stake.stake for stake in event.returned)
    table.void = LastVoid(event.round, event.trouble.value, event.clause, returned)
    table.voids.append(table.void)
    del table.voids[:-RECENT_ROUNDS]


def _correct(table: Table, corrections: Iterable[e.Correction]) -> None:
    for correction in corrections:
        seat = table.seats[correction.seat]
        seat.credit += correction.credited - correction.debited
        seat.owed += correction.owed
        table.bank.now += correction.debited - correction.credited


def _round_reversed(table: Table, event: e.RoundReversed) -> None:
    settled = table.settled(event.round)
    if settled is not None:  # an older round is in the journal only
        settled.reversed = True
    _correct(table, event.corrections)


def _round_corrected(table: Table, event: e.RoundCorrected) -> None:
    settled = table.settled(event.round)
    if settled is not None:
        settled.roll, settled.awards = event.roll, event.awards
    _correct(table, event.corrections)


def _trouble_reported(table: Table, event: e.TroubleReported) -> None:
    if event.stops and event.trouble.value not in table.trouble:
        table.trouble = ", ".join(filter(None, (table.trouble, event.trouble.value)))


def _trouble_cleared(table: Table, _: e.TroubleCleared) -> None:
    table.trouble = ""


def _seat_left(table: Table, event: e.SeatLeft) -> None:
    table.seats[event.seat].away = True


def _seat_locked(table: Table, event: e.SeatLocked) -> None:
    table.seats[event.seat].locked = event.cause


def _seat_released(table: Table, event: e.SeatReleased) -> None:
    seat = table.seats[event.seat]
    seat.locked = ""
    seat.credit -= event.paid
    seat.meter_hand_paid += event.paid


def _loss_limited(table: Table, event: e.LossLimited) -> None:
    table.seats[event.seat].loss_floor = event.floor


def _owed_paid(table: Table, event: e.OwedPaid) -> None:
    table.seats[event.seat].owed -= event.amount


def _dispute_opened(table: Table, event: e.DisputeOpened) -> None:
    table.disputes[event.dispute] = Dispute(
        event.dispute, event.seat, event.about, event.claim, evidence=event.evidence
    )


def _dispute_decided(table: Table, event: e.DisputeDecided) -> None:
    dispute = table.disputes[event.dispute]
    dispute.decided, dispute.reason, dispute.second = True, event.reason, event.second
    dispute.moved = sum(one.credited - one.debited - one.owed for one in event.corrections)
    _correct(table, event.corrections)


def _nothing(_: Table, __: e.Event) -> None:
    """A fact that changes nothing a table decides by."""


_EVOLVE: dict[type, Callable[[Table, Any], None]] = {
    e.TableInstalled: _nothing,
    e.CheckRecorded: _check_recorded,
    e.TestRun: _check_recorded,
    e.TableOpened: _table_opened,
    e.TableClosed: _table_closed,
    e.LimitsChanged: _limits_changed,
    e.CreditBought: _credit_bought,
    e.VoucherIssued: _voucher_issued,
    e.VoucherCollected: _voucher_collected,
    e.VoucherCancelled: _voucher_cancelled,
    e.CashChanged: _cash_changed,
    e.ColourAssigned: _colour_assigned,
    e.ChipsExchanged: _nothing,
    e.FloatFilled: _float_filled,
    e.FloatCredited: _float_credited,
    e.RoundBegun: _round_begun,
    e.DiceTumbled: _dice_tumbled,
    e.BetsOpened: _bets_opened,
    e.WagerPlaced: _wager_placed,
    e.WagerMoved: _wager_moved,
    e.WagerWithdrawn: _wager_withdrawn,
    e.ExcessRejected: _excess_rejected,
    e.RollCommitted: _roll_committed,
    e.CommitmentOpened: _commitment_opened,
    e.BetsClosed: _bets_closed,
    e.UnnoticedRecorded: _unnoticed_recorded,
    e.DiceRevealed: _dice_revealed,
    e.ButtonPressed: _button_pressed,
    e.RollEntered: _roll_entered,
    e.EntryAmended: _roll_entered,
    e.LosersCollected: _losers_collected,
    e.AreaPaid: _area_paid,
    e.RoundSettled: _round_settled,
    e.RoundVoided: _round_voided,
    e.RoundReversed: _round_reversed,
    e.RoundCorrected: _round_corrected,
    e.TroubleReported: _trouble_reported,
    e.TroubleCleared: _trouble_cleared,
    e.TerminalFailed: _nothing,
    e.SeatLeft: _seat_left,
    e.SeatLocked: _seat_locked,
    e.SeatReleased: _seat_released,
    e.LossLimited: _loss_limited,
    e.OwedPaid: _owed_paid,
    e.DisputeOpened: _dispute_opened,
    e.DisputeDecided: _dispute_decided,
}
