"""Decide about orders: return events, or refuse. One function per command; nothing is changed here."""

from collections.abc import Callable
from typing import Any

from taisai.table import commands as c
from taisai.table.commands import PlaceWager
from taisai.table.decide import (
    beacons,
    betting,
    boxes,
    chips,
    closing,
    correct,
    dice,
    irregular,
    life,
    limiting,
    money,
    moved,
    opening,
    own_limits,
    posts,
    seats,
    seeds,
    settle,
    slips,
    tips,
    unnoticed,
    void,
)
from taisai.table.decide.chip_moves import with_chips
from taisai.table.events import Event
from taisai.table.game import Game
from taisai.table.order import Order
from taisai.table.state import Table

Decision = Callable[[Game, Table, Order, Any], list[Event]]


def decide(game: Game, table: Table, order: Order) -> list[Event]:
    command = order.command
    if type(command) is PlaceWager:  # nearly always; and a wager tells its own chips
        return betting.place_wager(game, table, order, command)
    events = DECISIONS[type(command)](game, table, order, command)
    if table.money != "chips":
        return events
    return with_chips(game, table, events) if table.tray.counted or type(command) is c.OpenTable else events


DECISIONS: dict[type, Decision] = {
    c.RecordCheck: opening.record_check,
    c.JudgeTest: opening.judge_test,
    c.OpenTable: opening.open_table,
    c.CloseTable: life.close_table,
    c.StopTable: life.stop_table,
    c.AssignPost: posts.assign_post,
    c.ChangeLimits: limiting.change_limits,
    c.BuyIn: money.buy_in,
    c.CashOut: money.cash_out,
    c.CollectVoucher: money.collect_voucher,
    c.CancelVoucher: money.cancel_voucher,
    c.NoteRedeemed: money.note_redeemed,
    c.BringChips: chips.bring_chips,
    c.WriteOffColour: chips.write_off_colour,
    c.CountFloat: chips.count_float,
    c.NoteDuty: chips.note_duty,
    c.ApproveCount: chips.approve_count,
    c.ExchangeBox: boxes.exchange_box,
    c.EnterSoftCount: boxes.enter_soft_count,
    c.ConfirmSoftCount: boxes.confirm_soft_count,
    c.ApproveSoftCount: boxes.approve_soft_count,
    c.GiveTip: tips.give_tip,
    c.TakeTips: tips.take_tips,
    c.ChangeCash: money.change_cash,
    c.AssignColour: money.assign_colour,
    c.ColourUp: money.colour_up,
    c.RequestSlip: slips.request_slip,
    c.PrepareSlip: slips.prepare_slip,
    c.CarrySlip: slips.carry_slip,
    c.ReceiveSlip: slips.receive_slip,
    c.VoidSlip: slips.void_slip,
    c.TumbleDice: dice.tumble_dice,
    c.OpenBets: betting.open_bets,
    c.PlaceWager: betting.place_wager,
    c.MoveWager: betting.move_wager,
    c.WithdrawWager: betting.withdraw_wager,
    c.CloseBets: closing.close_bets,
    c.RecordUnnoticed: unnoticed.record_unnoticed,
    c.ChainSeeds: seeds.chain_seeds,
    c.CommitSeed: seeds.commit_seed,
    c.ChooseBeacon: beacons.choose_beacon,
    c.NameBeacon: beacons.name_beacon,
    c.RevealSeed: seeds.reveal_seed,
    c.RevealDice: dice.reveal_dice,
    c.PressButton: dice.press_button,
    c.EnterRoll: dice.enter_roll,
    c.AmendEntry: dice.amend_entry,
    c.CollectLosers: settle.collect_losers,
    c.PayArea: settle.pay_area,
    c.VoidRound: void.void_round,
    c.ReverseRounds: correct.reverse_rounds,
    c.CorrectRound: correct.correct_round,
    c.RecordMoved: moved.record_moved,
    c.MoveWagerBack: moved.move_wager_back,
    c.JudgeLine: moved.judge_line,
    c.ReportTrouble: irregular.report_trouble,
    c.ClearTrouble: irregular.clear_trouble,
    c.Resume: irregular.resume,
    c.ReportTerminal: seats.report_terminal,
    c.MendTerminal: seats.mend_terminal,
    c.LeaveSeat: seats.leave_seat,
    c.LockSeat: seats.lock_seat,
    c.ReleaseSeat: seats.release_seat,
    c.LimitLoss: own_limits.limit_loss,
    c.LimitStake: own_limits.limit_stake,
    c.LimitTime: own_limits.limit_time,
    c.LiftLimit: own_limits.lift_limit,
    c.LoosenLimit: own_limits.loosen_limit,
    c.EndPlay: own_limits.end_play,
    c.TakeBreak: own_limits.take_break,
    c.EndBreak: own_limits.end_break,
    c.PayOwed: money.pay_owed,
    c.OpenDispute: seats.open_dispute,
    c.DecideDispute: correct.decide_dispute,
}
