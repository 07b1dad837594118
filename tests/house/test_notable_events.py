"""Which events of a table are significant, and from which amount on."""

from typing import get_args

import pytest
from msgspec.structs import replace
from table.test_events import MONEY

from taisai.house.notable_events import notes
from taisai.house.settings_tables import Events
from taisai.people.significant_events import Happening
from taisai.privacy.fields import NOTED_DISPUTES, NOTED_TYPED, personal_fields
from taisai.rules.personal import Personal
from taisai.rules.vocabulary import Trouble
from taisai.table import events as e
from taisai.table.order import ALONE

TEXT = "Mrs Chen said so"
SIGNIFICANT = {
    e.TableOpened(0): "table-opened",
    e.TableClosed(0, 0, 0, 0, 0, 0): "table-closed",
    e.LimitsChanged((), ()): "limits-changed",
    e.EntryAmended(1, "1-1-1", "1-1-2", "call", (), "7.2"): "override",
    e.RoundVoided(1, Trouble.DICE_NOT_FLAT, "5.12", True, "no spin", (), (), 0): "round-void",
    e.RoundCorrected(1, "1-1-1", "1-1-2", "5.5", (), ()): "round-corrected",
    e.RoundReversed(1, Trouble.DICE_DAMAGED, "5.6", ()): "rounds-reversed",
    e.TroubleReported(Trouble.MALFUNCTION, "7.4", stops=True, note=""): "malfunction-reported",
    e.TroubleCleared("mended"): "malfunction-cleared",
    e.SettlementUndone(1, 100, ()): "override",
    e.WagerShifted(1, 1, "big", "small", 100, "a sleeve", counts=True, clause="4.9"): "wager-shifted",
    e.LineJudged(1, 1, "big", 100, counts=True, reason="inside", second="", clause="4.3"): "line-judged",
    e.PostAssigned("ann", "dealer"): "post-assigned",
    e.CheckRecorded("5.0(a)", passed=False, why="no power"): "check-failed",
    e.SeatLocked(1, "dispute", 0): "seat-locked",
    e.SeatReleased(1, "seen to"): "seat-released",
    e.VoucherCancelled(1, 500, "digest", "1234", "no paper"): "voucher-cancelled",
    e.SlipVoided(1, "not needed", "ann", "bea"): "slip-voided",
    e.SoftCountApproved("B7", 900, -100, "a note was torn", "ann", ""): "count-approved",
    e.DisputeOpened(1, 1, 1, "a claim", "head"): "dispute-opened",
    e.DisputeDecided(1, "a reason", "", ()): "dispute-decided",
}
AWARDS = (e.Award(1, "big", 500, 1_000, 0), e.Award(2, "total-4", 100, 6_100, 0))
LARGE = {
    # event, threshold, the code and the values from there on
    "wager": (e.WagerPlaced(1, 1, "big", 500, 0, "player"), 500, "large-wager", ["500"]),
    "win": (e.AreaPaid(1, "area", AWARDS), 501, "large-win", ["6000"]),
    "buy_in": (e.CreditBought(1, 500, ""), 500, "large-buy-in", ["500"]),
    "cash_out": (e.VoucherIssued(1, 500, "digest", "1234"), 500, "large-cash-out", ["500"]),
}


def noted(*events, first=1, **large):
    return list(notes("T1", first, events, Events(**large), "SGD"))


@pytest.mark.parametrize(("event", "code"), SIGNIFICANT.items(), ids=SIGNIFICANT.values())
def test_a_significant_event_is_noted_in_words_with_its_entry(event, code):
    (note,) = noted(e.SeatLeft(1), event, first=7)
    assert (note.code, note.table, note.seq) == (Happening(code), "T1", 8)
    assert note.words


def test_each_kind_that_is_always_significant_is_tested():
    rest = {e.TableInstalled, e.TerminalFailed, e.CountApproved}
    now_and_then = {e.CheckRecorded}
    always = {kind for kind in get_args(e.Event) if kind.noted}
    assert {type(event) for event in SIGNIFICANT} | rest == always | now_and_then
    assert noted(e.CheckRecorded("5.0(a)")) == []


def test_a_count_is_significant_where_it_differs_and_so_is_its_approval():
    same = e.FloatCounted("closing", {"100": 3}, {"100": 3}, 300, 0, False, "ann", "bea")
    less = e.FloatCounted("closing", {"100": 2}, {"100": 3}, 200, -100, True, "ann", "bea")
    approved = e.CountApproved("closing", {"100": 2}, 200, -100, "one fell")
    found = noted(same, less, approved)
    assert [(note.code.value, note.value) for note in found] == [("float-differs", "-100"), ("count-approved", "")]


@pytest.mark.parametrize("kind", LARGE)
def test_an_amount_is_significant_from_its_threshold_on_and_never_where_there_is_none(kind):
    event, threshold, code, values = LARGE[kind]
    found = noted(event, **{kind: threshold})
    assert [(note.code, note.value) for note in found] == [(Happening(code), value) for value in values]
    assert [note.code for note in noted(event, **{kind: 10**9})] == []
    assert noted(event) == []


def test_cash_for_chips_and_payment_by_hand_count_as_money_that_comes_and_goes():
    assert [note.code for note in noted(e.CashChanged(1, (500,), 500, "A"), buy_in=500)] == ["large-buy-in"]
    codes = [note.code for note in noted(e.SeatReleased(1, "paid", 500), cash_out=500)]
    assert codes == ["seat-released", "large-cash-out"]


def test_a_decision_that_moves_money_is_an_adjustment_too():
    decided = e.DisputeDecided(1, "a reason", "cat", (e.Correction(1, 25, 0, 0),))
    assert [note.code for note in noted(decided)] == ["dispute-decided", "adjustment"]


def typed(event):
    """The event with text of people in each of its fields for such, agreed to by nobody."""
    fields = [name for name, kind in personal_fields(type(event)).items() if kind in {Personal.TYPED, Personal.DISPUTE}]
    second = {"second": ALONE.name} if hasattr(event, "second") else {}
    return replace(event, **dict.fromkeys(fields, TEXT) | second) if fields else None


TYPED = [found for event, _ in MONEY if (found := typed(event))]


@pytest.mark.parametrize("event", TYPED, ids=lambda event: type(event).__name__)
def test_what_people_typed_stands_only_in_notes_that_are_encrypted_for_them(event):
    for note in noted(event, wager=1, buy_in=1, cash_out=1, win=1):
        assert (TEXT in note.words) <= (note.code in NOTED_TYPED | NOTED_DISPUTES), note
        assert note.code not in NOTED_DISPUTES or note.value == f"dispute {event.dispute}"


def test_a_request_for_a_seat_stands_in_every_note():
    (note,) = noted(e.WagerPlaced(1, 2, "big", 500, 0, "dealer", "seat 2"), wager=1)
    assert "at the request of seat 2" in note.words


def test_what_happens_all_the_time_is_not_noted():
    assert noted(e.BetsOpened(1, "call"), e.DiceTumbled(1, 3), e.RoundSettled(1, "1-1-1"), e.SeatLeft(1)) == []
