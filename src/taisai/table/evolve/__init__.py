"""Apply events to a table. There are no rules here: events are trusted, so old history always loads."""

from collections.abc import Callable
from typing import Any

from taisai.table import events as e
from taisai.table.evolve import boxes, chips, own_limits, rounds, seats, tables, wagers
from taisai.table.state import Seat, Table


def evolve(table: Table, event: e.Event) -> None:
    """Change the table in place."""
    _EVOLVE[type(event)](table, event)


def install(event: e.TableInstalled) -> Table:
    seats = {number: Seat() for number in range(1, event.seats + 1)}
    return Table(
        event.table, event.paytable, event.fingerprint, event.money, event.automation, event.chips, event.limits, seats
    )


def _nothing(_: Table, __: e.Event) -> None:
    """Change nothing: the table makes no decision by this event."""


_EVOLVE: dict[type, Callable[[Table, Any], None]] = {
    e.TableInstalled: _nothing,
    e.CheckRecorded: tables.check_recorded,
    e.RulesStated: tables.rules_stated,
    e.TestRollEntered: tables.test_roll_entered,
    e.TestRollJudged: tables.test_roll_judged,
    e.TableOpened: tables.table_opened,
    e.TableClosed: tables.table_closed,
    e.LimitsChanged: tables.limits_changed,
    e.CreditBought: seats.credit_bought,
    e.VoucherIssued: seats.voucher_issued,
    e.VoucherCollected: seats.voucher_collected,
    e.VoucherCancelled: seats.voucher_cancelled,
    e.VoucherRedeemed: seats.voucher_redeemed,
    e.ChipsMoved: chips.chips_moved,
    e.ChipsBrought: chips.chips_brought,
    e.ChipsTaken: chips.chips_taken,
    e.ColourWrittenOff: chips.colour_written_off,
    e.FloatCounted: chips.float_counted,
    e.CountApproved: chips.count_approved,
    e.DutyNoted: chips.duty_noted,
    e.SlipRequested: chips.slip_requested,
    e.SlipPrepared: chips.slip_prepared,
    e.SlipCarried: chips.slip_carried,
    e.SlipReceived: chips.slip_done,
    e.SlipVoided: chips.slip_done,
    e.BoxPlaced: boxes.box_placed,
    e.BoxRemoved: boxes.box_removed,
    e.SoftCountEntered: boxes.soft_count_entered,
    e.SoftCountMade: boxes.soft_count_made,
    e.SoftCountSetAside: boxes.soft_count_set_aside,
    e.SoftCountConfirmed: boxes.soft_count_confirmed,
    e.SoftCountApproved: boxes.soft_count_approved,
    e.TipsStated: boxes.tips_stated,
    e.TipGiven: boxes.tip_given,
    e.TipsTaken: _nothing,
    e.CashChanged: seats.cash_changed,
    e.ColourAssigned: seats.colour_assigned,
    e.ChipsExchanged: _nothing,
    e.FloatFilled: seats.float_filled,
    e.FloatCredited: seats.float_credited,
    e.RoundBegun: rounds.round_begun,
    e.DiceTumbled: rounds.dice_tumbled,
    e.BetsOpened: wagers.bets_opened,
    e.WagerPlaced: wagers.wager_placed,
    e.WagerMoved: wagers.wager_moved,
    e.WagerShifted: wagers.wager_shifted,
    e.LineJudged: wagers.line_judged,
    e.WagerWithdrawn: wagers.give_back,
    e.ExcessRejected: wagers.excess_rejected,
    e.SeedsChained: rounds.seeds_chained,
    e.SeedCommitted: rounds.seed_committed,
    e.BeaconChosen: rounds.beacon_chosen,
    e.BeaconNamed: rounds.beacon_named,
    e.ContributionGiven: rounds.contribution_given,
    e.SeedRevealed: rounds.seed_revealed,
    e.MultipliersDrawn: rounds.multipliers_drawn,
    e.BetsClosed: wagers.bets_closed,
    e.UnnoticedRecorded: wagers.unnoticed_recorded,
    e.DiceRevealed: rounds.dice_revealed,
    e.ButtonPressed: rounds.button_pressed,
    e.RollEntered: rounds.roll_entered,
    e.EntryAmended: rounds.roll_entered,
    e.SettlementUndone: rounds.settlement_undone,
    e.LosersCollected: rounds.losers_collected,
    e.AreaPaid: rounds.area_paid,
    e.RoundSettled: rounds.round_settled,
    e.RoundVoided: rounds.round_voided,
    e.RoundReversed: rounds.round_reversed,
    e.RoundPassedOver: _nothing,
    e.RoundCorrected: rounds.round_corrected,
    e.TroubleReported: tables.trouble_reported,
    e.TroubleCleared: tables.trouble_cleared,
    e.TerminalFailed: seats.terminal_failed,
    e.TerminalMended: seats.terminal_mended,
    e.PostAssigned: tables.post_assigned,
    e.SeatLeft: seats.seat_left,
    e.SeatLocked: seats.seat_locked,
    e.SeatReleased: seats.seat_released,
    e.LossLimited: own_limits.loss_limited,
    e.StakeLimited: own_limits.stake_limited,
    e.TimeLimited: own_limits.time_limited,
    e.LooserAsked: own_limits.looser_asked,
    e.LimitLifted: own_limits.limit_lifted,
    e.PlayEnded: own_limits.play_ended,
    e.BreakTaken: own_limits.break_taken,
    e.BreakEnded: own_limits.break_ended,
    e.OwedPaid: seats.owed_paid,
    e.DisputeOpened: rounds.dispute_opened,
    e.DisputeDecided: rounds.dispute_decided,
}
