"""Events and commands are kept for ever: their tags, who handles them, and what each does to money."""

from typing import get_args

import msgspec
import pytest

from taisai.ledger.transfers import transfers
from taisai.rules.vocabulary import Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.accounts import CAGE, CASH, ELSEWHERE, FLOAT, HOUSE, LAYOUT, TIPS, VARIANCE, VOUCHERS
from taisai.table.handlers import DECISIONS, EFFECTS, applies
from taisai.table.limits import LimitRule
from taisai.table.own_limits import OwnLimit
from taisai.table.parts import Command, Event
from taisai.table.state import Table

EVENTS, COMMANDS = get_args(e.Event), get_args(c.Command)

# A tag is in every journal that was ever written.
EVENT_TAGS = """
    table-installed check-recorded table-opened table-closed limits-changed
    credit-bought voucher-issued voucher-collected voucher-cancelled voucher-redeemed voucher-promised voucher-released
    cash-changed colour-assigned chips-exchanged float-filled float-credited
    round-begun dice-tumbled bets-opened wager-placed wager-moved wager-withdrawn excess-rejected bets-closed
    seat-locked seat-released loss-limited owed-paid
    unnoticed-recorded dice-revealed button-pressed roll-entered entry-amended losers-collected area-paid
    round-settled round-voided round-reversed round-corrected trouble-reported trouble-cleared
    terminal-failed seat-left dispute-opened dispute-decided
    rules-stated test-roll-entered test-roll-judged wager-shifted line-judged settlement-undone round-passed-over
    terminal-mended post-assigned
    stake-limited time-limited looser-asked limit-lifted play-ended break-taken break-ended
    seeds-chained seed-committed contribution-given seed-revealed beacon-chosen beacon-named
    multipliers-drawn
    chips-brought chips-taken chips-moved colour-written-off float-counted count-approved duty-noted
    slip-requested slip-prepared slip-carried slip-received slip-voided
    box-placed box-removed soft-count-entered soft-count-made soft-count-set-aside soft-count-confirmed
    soft-count-approved tips-stated tip-given tips-taken
"""
COMMAND_TAGS = """
    record-check open-table close-table change-limits
    buy-in cash-out collect-voucher cancel-voucher change-cash assign-colour colour-up
    tumble-dice open-bets place-wager move-wager withdraw-wager close-bets record-unnoticed
    chain-seeds commit-seed choose-beacon name-beacon reveal-seed lock-seat release-seat
    limit-loss pay-owed
    reveal-dice press-button enter-roll amend-entry collect-losers pay-area
    void-round reverse-rounds correct-round move-wager-back report-trouble clear-trouble resume
    report-terminal leave-seat open-dispute decide-dispute
    judge-test record-moved judge-line mend-terminal assign-post stop-table
    promise-voucher release-voucher note-redeemed
    limit-stake limit-time lift-limit loosen-limit end-play take-break end-break
    bring-chips write-off-colour count-float approve-count note-duty
    request-slip prepare-slip carry-slip receive-slip void-slip
    exchange-box enter-soft-count confirm-soft-count approve-soft-count give-tip take-tips
"""

LOST, WON = e.Award(1, "big", 70, 0, 30), e.Award(2, "small", 50, 100, 5)
TAKEN = e.Correction(1, 0, 60, 40)
GIVEN = e.Correction(2, 25, 0, 0)
RULE = LimitRule("", 5, 500)
BACK = [("house", "seat:2", 25), ("owed:1", "house", 40), ("seat:1", "house", 60)]

MONEY = [
    (e.TableInstalled("T", "b", "b/1", "f", {"big": {"4-5-6": "1"}}, "SGD", "credits", 2, (), (5,), (RULE,)), []),
    (e.RulesStated(3, ("dealer",), ("game-supervisor",), ("shift-manager",)), []),
    (e.CheckRecorded("5.0(a)"), []),
    (e.CheckRecorded("5.0(a)", passed=False, why="no power"), []),
    (e.TestRollEntered("1-2-3", ("small",)), []),
    (e.TestRollJudged("1-2-3", right=False, why="a lamp is dark"), []),
    (e.TableOpened(1000), [(CAGE, FLOAT, 1000)]),
    (e.TableClosed(1000, 200, 100, 50, 900, -150), [(FLOAT, CAGE, 900)]),
    (e.LimitsChanged((), (RULE,)), []),
    (e.CreditBought(1, 300, ""), [(CASH, "seat:1", 300)]),
    (e.CreditBought(1, 300, "digest"), [(VOUCHERS, "seat:1", 300)]),
    (e.VoucherIssued(1, 300, "digest", "1234"), [("seat:1", VOUCHERS, 300)]),
    (e.VoucherCollected(1, 300, "digest", "1234"), []),
    (e.VoucherCancelled(1, 300, "digest", "1234", "no paper"), [(VOUCHERS, "seat:1", 300)]),
    (e.VoucherPromised(1, 300, "digest", "1234", "p", "T2", 2, 70), []),
    (e.VoucherReleased(1, 300, "digest", "1234", "p"), []),
    (e.VoucherRedeemed(1, 300, "digest", "1234"), []),
    (e.CashChanged(1, (100, 25), 125, "A"), [(CASH, "box:A", 125), (FLOAT, "seat:1", 125)]),
    (e.BoxPlaced("A", "bob", "ann"), []),
    (e.BoxRemoved("A", "bob", "ann"), []),
    (e.SoftCountEntered("A", "0" * 64, "bob", "0" * 24), []),
    (e.SoftCountMade("A", {"50": 2}, 100, 100, 0, "bob", "ann", "0" * 64), []),
    (e.SoftCountSetAside("A", "", "ann"), []),
    (e.SoftCountConfirmed("A", 100, 0, "joe"), [("box:A", CAGE, 100)]),
    (e.SoftCountConfirmed("A", 100, 50, "joe"), []),
    (e.SoftCountApproved("A", 100, 50, "unrecorded", "sue"), [("box:A", CAGE, 100), (VARIANCE, "box:A", 50)]),
    (e.SoftCountApproved("A", 100, -50, "one too many", "sue"), [("box:A", CAGE, 100), ("box:A", VARIANCE, 50)]),
    (e.TipsStated(allowed=True), []),
    (e.TipGiven(1, {"25": 1}, 25), [("seat:1", TIPS, 25)]),
    (e.TipsTaken({"25": 1}, 25, "bob", "ann"), [(TIPS, CAGE, 25)]),
    (e.ColourAssigned(1, "red", 5), []),
    (e.ChipsExchanged(1, (5,) * 5, (25,)), []),
    (e.FloatFilled((1000,), 1000), [(CAGE, FLOAT, 1000)]),
    (e.FloatCredited((1000,), 1000), [(FLOAT, CAGE, 1000)]),
    (e.ChipsBrought(2, {"100": 3}, 300), [(ELSEWHERE, "seat:2", 300)]),
    (e.ChipsTaken(2, {"100": 3}, 300), [("seat:2", ELSEWHERE, 300)]),
    (e.ChipsMoved((e.Move("float", "seat:2", {"100": 3}),)), []),
    (e.ColourWrittenOff(2, "red", 3, 15, "lost", "ann"), [("seat:2", FLOAT, 15)]),
    (e.FloatCounted("closing", {"100": 3}, {"100": 4}, 300, -100, True, "bob", "ann"), []),
    (e.DutyNoted("dealer", "ann", count_due=True), []),
    (e.CountApproved("closing", {"100": 3}, 300, -100, "one fell"), [(FLOAT, VARIANCE, 100)]),
    (e.CountApproved("change", {"100": 3}, 300, 100, "one more"), [(VARIANCE, FLOAT, 100)]),
    (e.CountApproved("opening", {"100": 3}, 300, 100, "one more"), []),
    (e.SlipRequested(1, "fill", {"100": 3}, 300, "bob"), []),
    (e.SlipPrepared(1, "ann"), []),
    (e.SlipCarried(1, "joe"), []),
    (e.SlipReceived(1, "bob", "sue"), []),
    (e.SlipVoided(1, "not needed", "bob", "sue"), []),
    (e.RoundBegun(1, "b/1", "f"), []),
    (e.DiceTumbled(1, 3), []),
    (e.BetsOpened(1, "Place your bets"), []),
    (e.WagerPlaced(1, 2, "big", 100, 20, "player"), [("seat:2", LAYOUT, 100)]),
    (e.WagerMoved(1, 2, "big", "small", 100, "asked"), []),
    (e.WagerMoved(1, 2, "big", "small", 100, "asked", "misheard", "ann"), []),
    (e.WagerShifted(1, 2, "big", "small", 100, "a sleeve", counts=True, clause="4.9"), []),
    (e.LineJudged(1, 2, "big", 100, counts=True, reason="mostly inside", second="", clause="4.3"), []),
    (
        e.LineJudged(1, 2, "big", 100, counts=False, reason="half out", second="ann", clause="4.3"),
        [(LAYOUT, "seat:2", 100)],
    ),
    (e.WagerWithdrawn(1, 2, "big", 100), [(LAYOUT, "seat:2", 100)]),
    (e.ExcessRejected(1, (e.Stake(2, "big", 30),), "5.1"), [(LAYOUT, "seat:2", 30)]),
    (e.SeedsChained("e0", 1000), []),
    (e.SeedCommitted(1, 1, "e0", "kept"), []),
    (e.BeaconChosen("c0", "k0", 3, 0, "g0", "quicknet"), []),
    (e.BeaconNamed(1, 1000), []),
    (e.ContributionGiven(1, 2, "d0"), []),
    (e.SeedRevealed(1, "s0", "2-1-3", ("d0",)), []),
    (e.MultipliersDrawn(1, {"big": 2}), []),
    (e.BetsClosed(1, "No more bets", True), []),
    (e.UnnoticedRecorded(1, 2, "big", 100), [("seat:2", LAYOUT, 100)]),
    (e.DiceRevealed(1), []),
    (e.ButtonPressed(1, 6), []),
    (e.RollEntered(1, "1-2-3", "1, 2, 3, total 6", ("small",)), []),
    (e.EntryAmended(1, "1-2-4", "1-2-3", "1, 2, 3, total 6", ("small",), "7.2"), []),
    (
        e.LosersCollected(1, "1-2-3", (LOST,), {"small": (WON,)}, 0),
        [(LAYOUT, HOUSE, 70), (LAYOUT, "seat:1", 30), (LAYOUT, "seat:2", 5)],
    ),
    (e.AreaPaid(1, "small", (WON,)), [(HOUSE, "seat:2", 50), (LAYOUT, "seat:2", 50)]),
    (e.SettlementUndone(1, 130, (TAKEN, GIVEN)), [(HOUSE, LAYOUT, 130), *BACK]),
    (e.RoundSettled(1, "1-2-3"), []),
    (
        e.RoundVoided(
            1, Trouble.DICE_NOT_FLAT, "5.5", True, "Void", (e.Stake(1, "big", 10), e.Stake(2, "odd", 5)), (), 15
        ),
        [(LAYOUT, "seat:1", 10), (LAYOUT, "seat:2", 5)],
    ),
    (
        e.RoundVoided(1, Trouble.DICE_NOT_FLAT, "7.1", True, "Void", (e.Stake(1, "big", 10),), (TAKEN, GIVEN), 110),
        [(LAYOUT, "seat:1", 10), *BACK],
    ),
    (e.RoundReversed(1, Trouble.DICE_DAMAGED, "5.6", (TAKEN, GIVEN)), BACK),
    (e.RoundPassedOver(1, Trouble.DICE_DAMAGED), []),
    (e.RoundCorrected(1, "1-2-4", "1-2-3", "5.5", (LOST,), (TAKEN, GIVEN)), BACK),
    (e.TroubleReported(Trouble.MALFUNCTION, "7.4", True, "dark"), []),
    (e.TroubleCleared("lamp changed"), []),
    (e.TerminalFailed(1, "5.2", {"big": 50}), []),
    (e.TerminalMended(1, "a new screen"), []),
    (e.PostAssigned("ann", "dealer"), []),
    (e.SeatLeft(1), []),
    (e.SeatLocked(1, "hand pay", 900), []),
    (e.SeatReleased(1, "paid", 900), [("seat:1", CASH, 900)]),
    (e.LossLimited(1, 100, 50), []),
    (e.StakeLimited(1, 100), []),
    (e.TimeLimited(1, 30, "2026-01-01T00:30:00+00:00"), []),
    (e.LooserAsked(1, OwnLimit.LOSS, 500, "2026-01-02T00:00:00+00:00"), []),
    (e.LimitLifted(1, OwnLimit.STAKE), []),
    (e.PlayEnded(1), []),
    (e.BreakTaken(1, 15, "2026-01-01T00:15:00+00:00"), []),
    (e.BreakEnded(1), []),
    (e.OwedPaid(1, 70), [(CASH, "owed:1", 70)]),
    (e.DisputeOpened(1, 2, 1, "moved", "abcd"), []),
    (e.DisputeDecided(1, "seen on film", "ann", (TAKEN, GIVEN)), BACK),
]


def tag_of(kind):
    return kind.__struct_config__.tag


@pytest.mark.parametrize(("kinds", "known"), [(EVENTS, EVENT_TAGS), (COMMANDS, COMMAND_TAGS)])
def test_todays_tags_stay_for_ever(kinds, known):
    tags, known = [tag_of(kind) for kind in kinds], known.split()
    assert len(set(tags)) == len(tags)
    assert set(tags) >= set(known), "a tag was removed or renamed: old journals could not be read"
    assert set(tags) == set(known), "a new tag: add it to the list, for ever"


@pytest.mark.parametrize(("base", "registered", "union"), [(Event, EFFECTS, EVENTS), (Command, DECISIONS, COMMANDS)])
def test_every_event_is_applied_and_every_command_decided(base, registered, union):
    kinds = {kind for kind in base.__subclasses__() if kind.__module__.startswith("taisai.")}
    assert kinds == set(registered) == set(union)


@pytest.mark.parametrize(("module", "union"), [(e, EVENTS), (c, COMMANDS)])
def test_what_is_gathered_has_all_of_them_by_name(module, union):
    assert all(getattr(module, kind.__name__) is kind for kind in union)


def test_nothing_is_registered_twice():
    class Placed(Event, frozen=True, tag="placed"):
        pass

    def effect(table: Table, event: Placed) -> None:
        pass

    try:
        assert applies(effect) is effect
        with pytest.raises(AssertionError, match="Placed is registered twice"):
            applies(effect)
    finally:
        del EFFECTS[Placed]


def test_every_event_has_its_meaning_for_money():
    assert {type(event) for event, _ in MONEY} == set(EVENTS)


def moved(event, house):
    return sorted(msgspec.structs.astuple(one) for one in transfers(event, house))


def test_what_an_event_does_to_money():
    wrong = [(event, found) for event, meaning in MONEY if (found := moved(event, HOUSE)) != sorted(meaning)]
    assert wrong == []


def test_a_chip_table_pays_from_its_float():
    wrong = [(event, found) for event, meaning in MONEY if (found := moved(event, FLOAT)) != sorted(floated(meaning))]
    assert wrong == []


def floated(meaning):
    return [one if one[0] == "owed:1" else tuple(FLOAT if part == HOUSE else part for part in one) for one in meaning]


def test_every_event_describes_itself():
    assert all(event.sentence(str) for event, _ in MONEY)


def test_an_event_comes_back_from_its_bytes():
    wrong = [event for event, _ in MONEY if msgspec.json.decode(msgspec.json.encode(event), type=e.Event) != event]
    assert wrong == []
