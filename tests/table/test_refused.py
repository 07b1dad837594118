"""Every refusal of a table can be provoked, and leaves its journal as it was."""

import msgspec
import pytest
from clauses.tumbling import committed
from table.playing import ALONE, Play, opened

from taisai import Refusal, Refused
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table.limits import LimitRule

DEALER, MANAGER, SHIFT = Role.DEALER, Role.PIT_MANAGER, Role.SHIFT_MANAGER
BIG = c.PlaceWager(1, "big", 100)
NUMBER = "123456789012"
_codes = list(Refusal)
CODES = _codes[_codes.index(Refusal.TABLE_CLOSED) : _codes.index(Refusal.COMMAND_CONFLICT) + 1]


def _betting(*limits, money="credits"):
    play = opened("rws-6/2", limits=limits, money=money)
    play.begin()
    return play


def _stopped():
    play = opened("nz-2008/1")
    play.do(DEALER, c.ReportTrouble(Trouble.MALFUNCTION, "the tumbler sticks"))
    return play, DEALER, c.TumbleDice(3)


def _undisplayed():
    play = Play("rws-6/2")
    play.do(MANAGER, c.ChangeLimits((LimitRule(maximum=500),)))
    return play, MANAGER, c.OpenTable()


def _nothing_lit():
    return Play("nz-2008/1"), Role.CASINO_SUPERVISOR, c.JudgeTest(right=True)


def _electronic():
    """Wagers are closed, and the throw is committed to."""
    play = _bound()
    play.bets((1, "big", 100))
    play.close()
    return play


def _paid_too_much():
    play = _betting(money="chips")
    play.do(1, BIG)
    play.close()
    play.roll("4-5-6")
    play.do(DEALER, c.CollectLosers())
    return play, DEALER, c.PayArea("", (c.Payout(1, "big", {"100": 2}),))


def _bound():
    """The throw of the first round is committed to."""
    play = opened("rws-6/2", automation=("tumble", "reveal", "enter"))
    for command in committed(1, "2-2-5"):
        play.do(Role.AUTOMATION, command)
    return play


def _uncommitted():
    return opened("rws-6/2", automation=("tumble", "reveal", "enter")), DEALER, c.OpenBets()


def _contributing(first, second):
    play = _bound()
    play.begin()
    play.do(1, c.PlaceWager(1, "big", 100, contribution=first))
    return play, 1, c.PlaceWager(1, "big", 100, contribution=second)


def _failed_terminal():
    play = opened("etg/2").bets()
    play.do(DEALER, c.ReportTerminal(1))
    return play, 1, BIG


def _entered_wrongly():
    play = _revealed("rws-6/2")
    for face in (6, 5, 1):
        play.do(DEALER, c.PressButton(face))
    play.do(DEALER, c.EnterRoll())
    play.do(DEALER, c.ReportTrouble(Trouble.LAYOUT_LIT_WRONG, "", (), (6, 5, 2)))
    return play, DEALER, c.CollectLosers()


def _settled():
    play = opened("rws-6/2")
    play.round("4-5-6", (1, "big", 100))
    return play


def _stands():
    return _settled(), MANAGER, c.VoidRound(Trouble.DICE_NOT_FLAT), {"number": 1, "second": SHIFT}


def _call_moved():
    play = _betting()
    play.do(DEALER, c.PlaceWager(1, "big", 100))
    return play, DEALER, c.MoveWager(1, "big", "small", 100), {"second": MANAGER}


def _revealed(table):
    play = opened(table).bets((1, "big", 100))
    play.close()
    play.reveal()
    return play


def _unpaid():
    play = _revealed("nz-2008/1")
    for face in (6, 5, 1):
        play.do(DEALER, c.PressButton(face))
    play.do(DEALER, c.EnterRoll())
    play.do(DEALER, c.CollectLosers())
    return play, DEALER, c.TumbleDice(3)


def _cause():
    back = c.MoveWagerBack(1, "big", "small", 100, cause="call-wager-misplaced")
    return _revealed("nz-2008/1"), Role.GAME_SUPERVISOR, back, {"second": MANAGER}


def _colour():
    play = opened("nz-2008/1", money="chips")
    play.do(DEALER, c.AssignColour(1, "red", 5))
    return play, DEALER, c.AssignColour(2, "red", 25)


def _full(limit):
    """Nothing more goes on Big."""
    play = _betting(limit)
    play.wager(2, "big", 40)
    return play, 1, BIG


def _alone():
    play = opened("rws-6/2")
    play.do(1, c.OpenDispute(1, 0, "the dice were seen", "entry 1"))
    return play, SHIFT, c.DecideDispute(1, "they were", 50), {"second": ALONE}


def _id_used():
    play = _betting()
    order = play.order(1, BIG)
    play.desk.do(order)
    return play, 1, c.PlaceWager(1, "big", 200), {"id": order.id}


def _opened_wrongly():
    play = _electronic()
    play.do(Role.AUTOMATION, c.TumbleDice(3))
    play.do(Role.AUTOMATION, c.RevealDice())
    return play, Role.AUTOMATION, c.RevealSeed(1, "0" * 64)


def _locked():
    play = _betting()
    play.do(DEALER, c.LockSeat(1, "hand pay", 900))
    return play, 1, BIG


def _loss_limited():
    play = _betting()
    play.do(1, c.LimitLoss(1, 99))
    return play, 1, BIG


def _resting():
    play = _betting()
    play.do(1, c.TakeBreak(1, 15))
    return play, 1, BIG


def _time_over():
    play = _betting()
    play.do(1, c.LimitTime(1, 30))
    play.do(Role.AUTOMATION, c.EndPlay(1))
    return play, 1, BIG


def _stake_limited():
    play = _betting()
    play.do(1, c.LimitStake(1, 99))
    return play, 1, BIG


def _expired():
    play = opened("rws-6/2")
    play.do(1, c.CashOut(1, NUMBER))
    play.desk.clock = lambda: "2026-04-02T00:00:00Z"
    return play, 1, c.BuyIn(1, voucher=NUMBER)


def _uncollected():
    play = opened("rws-6/2")
    play.do(1, c.CashOut(1, NUMBER))
    return play, 1, c.CashOut(1, NUMBER[::-1])


def _colour_out():
    play = opened("nz-2008/1", money="chips")
    play.do(DEALER, c.AssignColour(1, "red", 5))
    play.do(DEALER, c.ColourUp(1, (1000,), (), 0, 200))
    return play, DEALER, c.LeaveSeat(1)


def _left():
    play = opened("nz-2008/1", money="chips")
    play.do(1, c.LeaveSeat(1))
    return play, DEALER, c.BringChips(1, {"100": 1})


def _differs():
    play = opened("rws-6/2", money="chips")
    play.count("closing", {"100": 1})
    return play, MANAGER, c.CloseTable()


def _without_box():
    play = opened("rws-6/2", money="chips")
    play.do(DEALER, c.ExchangeBox(), second=MANAGER)
    return play, DEALER, c.ChangeCash(1, (100,))


def _too_soon():
    play = opened("rws-6/2", money="chips")
    play.do(DEALER, c.RequestSlip("fill", {"100": 1}))
    return play, MANAGER, c.CarrySlip(1)


PROVOKED = {
    Refusal.TABLE_CLOSED: lambda: (Play("rws-6/2"), DEALER, c.OpenBets()),
    Refusal.TABLE_OPEN: lambda: (opened("rws-6/2"), MANAGER, c.OpenTable()),
    Refusal.TABLE_STOPPED: _stopped,
    Refusal.LIMITS_MISSING: _undisplayed,
    Refusal.CHECKS_MISSING: lambda: (Play("nz-2008/1"), Role.CASINO_SUPERVISOR, c.OpenTable()),
    Refusal.TEST_RUN_WRONG: _nothing_lit,
    Refusal.ROLL_COMMITTED: lambda: (_electronic(), MANAGER, c.Resume("6-6-6")),
    Refusal.ROLL_NOT_KEYED: lambda: (_revealed("rws-6/2"), DEALER, c.Resume("6-6-6")),
    Refusal.ROLE_NOT_ALLOWED: lambda: (opened("rws-6/2"), 1, c.OpenBets()),
    Refusal.POST_INVALID: lambda: (opened("rws-6/2"), MANAGER, c.AssignPost("a pit-manager", "dealer")),
    Refusal.SEAT_UNKNOWN: lambda: (opened("rws-6/2"), DEALER, c.BuyIn(9, 100)),
    Refusal.SEAT_NOT_YOURS: lambda: (_betting(), 2, BIG),
    Refusal.SEAT_LOCKED: _locked,
    Refusal.SEAT_RESTING: _resting,
    Refusal.TERMINAL_FAILED: _failed_terminal,
    Refusal.ROUND_STALE: lambda: (opened("rws-6/2"), 1, BIG),
    Refusal.ROUND_RUNNING: lambda: (_betting(), MANAGER, c.CloseTable()),
    Refusal.ROUND_UNKNOWN: lambda: (opened("rws-6/2"), MANAGER, c.ReverseRounds((7,)), {"second": SHIFT}),
    Refusal.STEP_OUT_OF_ORDER: lambda: (opened("rws-6/2"), DEALER, c.TumbleDice(3)),
    Refusal.BETS_NOT_OPEN: lambda: (_revealed("rws-6/2"), 1, BIG),
    Refusal.PREVIOUS_UNPAID: _unpaid,
    Refusal.ENTRY_SHORT: lambda: (_revealed("rws-6/2"), DEALER, c.EnterRoll()),
    Refusal.COMMITMENT_MISSING: _uncommitted,
    Refusal.COMMITMENT_WRONG: _opened_wrongly,
    Refusal.CONTRIBUTION_INVALID: lambda: _contributing("a" * 64, "A" * 64),
    Refusal.CONTRIBUTION_GIVEN: lambda: _contributing("a" * 64, "b" * 64),
    Refusal.DICE_DIFFER: _entered_wrongly,
    Refusal.TROUBLE_UNKNOWN: lambda: (_betting(), DEALER, c.VoidRound(Trouble.TUMBLER_FAULT)),
    Refusal.REMEDY_REFUSED: _stands,
    Refusal.CAUSE_NOT_COVERED: _cause,
    Refusal.WAGER_ABSENT: lambda: (_betting(), 1, c.WithdrawWager(1, "big", 100)),
    Refusal.STAKE_BELOW_MINIMUM: lambda: (_betting(LimitRule(minimum=101)), 1, BIG),
    Refusal.STAKE_ABOVE_BOX: lambda: _full(LimitRule(maximum=40)),
    Refusal.STAKE_ABOVE_DIFFERENTIAL: lambda: _full(LimitRule(differential=40)),
    Refusal.STAKE_ABOVE_EXPOSURE: lambda: _full(LimitRule(exposure=40)),
    Refusal.CREDIT_SHORT: lambda: (_betting(), 1, c.PlaceWager(1, "big", 1001)),
    Refusal.LOSS_LIMITED: _loss_limited,
    Refusal.TIME_LIMITED: _time_over,
    Refusal.STAKE_LIMITED: _stake_limited,
    Refusal.OWN_LIMIT_INVALID: lambda: (opened("rws-6/2"), 1, c.TakeBreak(1, 0)),
    Refusal.CHIPS_NOT_HERE: lambda: (opened("rws-6/2"), DEALER, c.ChangeCash(1, (100,))),
    Refusal.CHIP_UNKNOWN: lambda: (opened("rws-6/2", money="chips"), DEALER, c.ChangeCash(1, (7,))),
    Refusal.STACK_ORDER: lambda: (_betting(money="chips"), 1, c.PlaceWager(1, "big", 105, (5, 100))),
    Refusal.COLOUR_TAKEN: _colour,
    Refusal.COLOUR_OUT: _colour_out,
    Refusal.CHIPS_LACKING: lambda: (opened("rws-6/2", money="chips"), DEALER, c.ChangeCash(1, (1000,) * 30)),
    Refusal.PAYOUT_DIFFERS: _paid_too_much,
    Refusal.SEAT_NOT_EMPTY: _left,
    Refusal.COUNT_MISSING: lambda: (Play("rws-6/2", money="chips"), MANAGER, c.OpenTable()),
    Refusal.COUNT_DIFFERS: _differs,
    Refusal.SLIP_UNKNOWN: lambda: (opened("rws-6/2", money="chips"), DEALER, c.PrepareSlip(1)),
    Refusal.SLIP_STEP: _too_soon,
    Refusal.BOX_MISSING: _without_box,
    Refusal.BOX_UNKNOWN: lambda: (opened("rws-6/2", money="chips"), DEALER, c.EnterSoftCount("2", {})),
    Refusal.BOX_STEP: lambda: (opened("rws-6/2", money="chips"), DEALER, c.EnterSoftCount("1", {})),
    Refusal.TIPS_NOT_ALLOWED: lambda: (opened("rws-6/2", money="chips"), DEALER, c.GiveTip(1, {"100": 1})),
    Refusal.TIPS_ABSENT: lambda: (opened("rws-6/2", money="chips"), DEALER, c.TakeTips({"100": 1})),
    Refusal.VOUCHER_UNKNOWN: lambda: (opened("rws-6/2"), 1, c.BuyIn(1, 100, voucher=NUMBER)),
    Refusal.VOUCHER_EXPIRED: _expired,
    Refusal.VOUCHER_UNCOLLECTED: _uncollected,
    Refusal.DISPUTE_UNKNOWN: lambda: (opened("rws-6/2"), SHIFT, c.DecideDispute(1, "no such thing")),
    Refusal.REASON_MISSING: _call_moved,
    Refusal.DUAL_CONTROL: _alone,
    Refusal.COMMAND_CONFLICT: _id_used,
}


def test_the_provocations_are_exactly_the_refusals_of_a_table():
    assert list(PROVOKED) == CODES


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.value)
def test_a_refusal_has_a_code_and_words_and_leaves_the_journal_as_it_was(code):
    play, by, command, *more = PROVOKED[code]()
    said = more[0] if more else {}
    order = play.order(by, command, said.get("number"), said.get("second"))
    order = msgspec.structs.replace(order, id=said.get("id", order.id))
    head, table = play.store.head(), msgspec.json.encode(play.table)
    with pytest.raises(Refused) as refused:
        play.desk.do(order)
    assert refused.value.code is code
    assert str(refused.value) == refused.value.words != ""
    assert (play.store.head(), msgspec.json.encode(play.table)) == (head, table)
    play.check()


def test_an_order_that_is_sent_again_is_answered_with_the_same_entries_and_takes_money_once():
    play = _betting()
    order = play.order(1, BIG)
    first, again = play.desk.do(order), play.desk.do(order)
    assert again == first
    assert (play.credit(1), play.on_layout()) == (900, 100)
