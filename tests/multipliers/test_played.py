"""A round with multipliers from the wager to the last report; whoever draws others, or pays by others, is found."""

import json
from fractions import Fraction

import msgspec
import pytest
from journal.forging import export_of, fed, place_of, told
from multipliers.playing import MULTIPLIERS, TEXT, naive_nets, write
from reports.evenings import MADE_AT, as_dicts
from scenario.playing import played

from taisai import Refused
from taisai.books.check import check
from taisai.house.games import game
from taisai.house.narration import tell
from taisai.house.recall import history
from taisai.house.setup import Setup, installed
from taisai.house.views import table_view
from taisai.journal.export import export
from taisai.journal.verify_taisai import Bad, told_receipts, verify
from taisai.reports.registry import REPORTS
from taisai.reports.sources import Sources
from taisai.rules.refusals import Refusal
from taisai.table import events as e

STORY = """
open {ref} electronic
limits minimum 2 maximum 100
the tumbler commits to 1-1-3 striking single-1 by 10
seat 1 wagers 10 on single-1
seat 1 wagers 10 on big
seat 2 wagers 4 on low
no more bets
the tumbler throws
expect single-1 multiplied by 10
settle
expect seat 1 gets 210 back on single-1
expect seat 1 wins on single-1
expect seat 1 loses on big
the tumbler commits to 2-2-2 striking low by 2
seat 2 wagers 4 on low
no more bets
the tumbler throws
settle
expect seat 2 pushes on low
"""


@pytest.fixture
def ref(tmp_path):
    return write(tmp_path / "house")


@pytest.fixture
def desk(ref):
    return played(STORY.format(ref=ref)).desk


@pytest.fixture
def entries(desk, tmp_path):
    export(desk.store, desk.table.table, tmp_path / "out.jsonl")
    return told(tmp_path / "out.jsonl")


def test_winnings_are_multiplied_and_a_stake_that_only_comes_back_is_not(desk):
    assert desk.table.seats[1].credit == 1000 - 10 + 2 * 10 * 10
    won = 70 * 1 if "low" not in desk.table.recent[0].struck else 70 * desk.table.recent[0].struck["low"]
    assert desk.table.seats[2].credit == 1000 + won
    assert desk.ledger.on_layout == 0


def test_everybody_sees_what_was_multiplied_and_a_recall_tells_it(desk):
    drawn = [one.event for one in history(desk.store) if isinstance(one.event, e.MultipliersDrawn)]
    assert drawn[0].struck["single-1"] == 10
    assert "single-1 by 10" in tell(drawn[0])
    assert table_view(desk, 0, "").struck == drawn[1].struck
    assert drawn[1].struck["low"] == 2


def test_the_file_that_anybody_runs_draws_them_again_from_the_export(desk, entries, tmp_path):
    assert verify((tmp_path / "out.jsonl").read_bytes().splitlines(keepends=True)).sound
    balances = fed(entries).balances
    assert [balances[f"seat:{seat}"] for seat in (1, 2)] == [desk.table.seats[seat].credit for seat in (1, 2)]


def test_receipts_tell_what_is_due(entries):
    receipts = [{"seq": seq, "at": one.at, "event": one.event} for seq, one in enumerate(entries, 1)]
    said = "\n".join(told_receipts(receipts))
    assert "10 on single-1 in round 1; 1-1-3 was rolled: 210 is due" in said
    assert "4 on low in round 2; 2-2-2 was rolled: 4 is due" in said


def forged(entries, kind, number, **fields):
    place = place_of(entries, kind, number)
    return [*entries[:place], entries[place]._replace(event=entries[place].event | fields), *entries[place + 1 :]]


def without(entries, kind, number):
    place = place_of(entries, kind, number)
    return entries[:place] + entries[place + 1 :]


def twice(entries, kind, number):
    place = place_of(entries, kind, number)
    return entries[: place + 1] + entries[place:]


def swapped(entries):
    """The roll is entered before it is told what is multiplied."""
    place = place_of(entries, "multipliers-drawn", 0)
    made = list(entries)
    made[place], made[place + 1] = made[place + 1], made[place]
    return made


FORGERIES = {
    "another spot is struck": (lambda them: forged(them, "multipliers-drawn", 0, struck={"single-2": 10}), "multiply"),
    "by another number": (lambda them: forged(them, "multipliers-drawn", 0, struck={"single-1": 2}), "multiply"),
    "none is struck": (lambda them: forged(them, "multipliers-drawn", 0, struck={}), "multiply"),
    "it is not told": (lambda them: without(them, "multipliers-drawn", 0), "before the multipliers were drawn"),
    "it is told twice": (lambda them: twice(them, "multipliers-drawn", 0), "multiply nothing"),
    "it is told too late": (swapped, "before the multipliers were drawn"),
    "the winner gets less": (
        lambda them: forged(them, "losers-collected", 0, winners={
            area: [[*one[:3], 30 if one[1] == "single-1" else one[3], one[4]] for one in won]
            for area, won in them[place_of(them, "losers-collected", 0)].event["winners"].items()
        }), "but the pay table gives 210",
    ),
    "people throw": (lambda them: forged(them, "table-installed", 0, automation=[]), "people throw the dice"),
    "the weights are others": (
        lambda them: forged(them, "table-installed", 0, multipliers=them[0].event["multipliers"] | {"times": [[9, 1]]}),
        "multiply",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_whoever_says_otherwise_is_found(entries, name):
    forge, why = FORGERIES[name]
    with pytest.raises(Bad) as bad:
        fed(forge(entries))
    assert why in str(bad.value)
    assert not verify(export_of(forge(entries))).sound


def test_reports_expect_what_both_draws_give(desk, ref):
    made = REPORTS["theory"].make(Sources({"t1": desk.store}, "Test Casino", "9.9", MADE_AT, paytables=(ref,)))
    (line,) = as_dicts(made.totals, made)
    weights = ({0: 1, 1: 3, 2: 2}, {2: 5, 10: 1})
    nets = [naive_nets(stakes, *weights) for stakes in ({"single-1": 10, "big": 10, "low": 4}, {"low": 4})]
    means = [sum(net * chance for net, chance in one.items()) for one in nets]
    assert line["theoretical win"] == -sum(means)
    spread = sum(
        sum((net - mean) ** 2 * chance for net, chance in one.items()) for one, mean in zip(nets, means, strict=True)
    )
    assert abs(line["standard deviation"] ** 2 - spread) < Fraction(1)


def test_half_of_a_stake_that_comes_back_is_not_multiplied_either(tmp_path):
    assert TEXT.count("returns = 1") == 1
    half = write(tmp_path / "half", TEXT.replace("returns = 1", 'returns = "1/2"'))
    story = STORY.replace("expect seat 2 pushes on low", "expect seat 2 gets 2 back on low")
    desk = played(story.format(ref=half)).desk
    export(desk.store, desk.table.table, tmp_path / "half.jsonl")
    assert verify((tmp_path / "half.jsonl").read_bytes().splitlines(keepends=True)).sound


def test_people_cannot_draw_them(ref):
    with pytest.raises(Refused) as refused:
        installed(game(ref), Setup("T1"))
    assert refused.value.code is Refusal.SETUP_INVALID
    assert "at this table people throw the dice" in refused.value.words


def test_a_journal_of_a_table_without_them_says_that_there_are_none():
    plain = installed(game("rws-6/2"), Setup("T1"))
    assert json.loads(msgspec.json.encode(plain))["multipliers"] == {"spots": [], "struck": [], "times": []}


BAD = {
    'wagers = ["single", "low"]': ('wagers = ["single", "high"]', "no such wager to multiply"),
    "struck = { 0 = 1, 1 = 3, 2 = 2 }": ("struck = { 9 = 1 }", "not a number for struck"),
    "times = { 2 = 5, 10 = 1 }": ("times = { 1 = 5 }", "not a number for times"),
    "times = { 2 = 5, 10 = 1 } ": ("times = { 2 = 0 }", "not a weight"),
    "times = { 2 = 5, 10 = 1 }  ": ("times = {}", "no weights"),
    "struck = { 0 = 1, 1 = 3, 2 = 2 } ": ("struck = { 0 = 4 }", "no spot would ever be struck"),
    "tables = [1]\nwagers": ("tables = [2]\nwagers", "no such pay table"),
    'electronic = "house-game"': ("", "multipliers need an electronic tumbler"),
}


@pytest.mark.parametrize("old", BAD)
def test_what_is_wrong_is_told_with_its_line(tmp_path, old):
    new, words = BAD[old]
    assert TEXT.count(old.strip()) == 1
    write(tmp_path / "house", TEXT.replace(old.strip(), new))
    found = [one for one in check(tmp_path / "house") if one.kind == "problem"]
    assert any(words in one.words and one.line > 1 for one in found), found


def test_the_fingerprint_covers_them(tmp_path):
    prints = {
        game(write(tmp_path / str(place), text)).paytable.fingerprint
        for place, text in enumerate((TEXT, TEXT.replace("10 = 1", "10 = 2"), TEXT.replace(MULTIPLIERS, "")))
    }
    assert len(prints) == 3
