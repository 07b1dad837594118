"""Scenarios read as the game does, and say what is wrong by line and word."""

import re
from pathlib import Path

import pytest
from scenario.playing import played

from taisai import Refused
from taisai.house.table_entry import recorded
from taisai.rules.refusals import Refusal
from taisai.scenario.expectations import EXPECTED
from taisai.scenario.grammar import SENTENCES, read
from taisai.scenario.house_book import ASKED, HELD
from taisai.scenario.sentences import MEANINGS
from taisai.table.limits import LimitRule

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.txt"))
GUIDE = (ROOT / "docs" / "guides" / "scenarios.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_plays_as_it_expects(path):
    text = path.read_text(encoding="utf-8")
    assert "expect " in text
    scenario = played(text)
    assert scenario.desk.ledger.on_layout == 0


def test_there_are_ten_examples_or_more_for_all_four_rulebooks():
    opened = {re.search(r"^(?:open|install) ([\w-]+)/", path.read_text(), re.MULTILINE)[1] for path in EXAMPLES}
    assert len(EXAMPLES) >= 10
    assert opened == {"nz-1998", "nz-2008", "rws-6", "etg"}


def test_an_example_that_expects_something_else_fails():
    text = EXAMPLES[0].read_text(encoding="utf-8").replace("expect seat 1 has 990", "expect seat 1 has 991")
    with pytest.raises(Refused, match=r"line \d+: 'expect seat 1 has 991', but it is 990") as refused:
        played(text)
    assert refused.value.code is Refusal.SCENARIO_WRONG


def test_the_guide_plays_and_lists_every_sentence():
    first, *others = re.findall(r"<!-- scenario -->\n```text\n(.*?)```", GUIDE, re.DOTALL)
    balances = played(first).desk.ledger.balances
    assert (balances["seat:1"], balances["seat:2"]) == (990, 1055)
    assert len(others) == 8
    for scenario in others:
        played(scenario)
    listed = GUIDE.rpartition("```text\n")[2].partition("```")[0].split("\n")[:-1]
    assert listed == [form for forms in SENTENCES.values() for form in forms]


def test_the_guide_shows_the_refusal_that_is_given():
    (scenario,) = re.findall(r"<!-- scenario: refused -->\n```text\n(.*?)```", GUIDE, re.DOTALL)
    (expected,) = re.findall(r"```console\ntaisai: (.*?)\n```", GUIDE, re.DOTALL)
    with pytest.raises(Refused) as refused:
        played(scenario)
    assert refused.value.words == expected


def test_every_sentence_is_understood_and_played():
    values = {"TABLE": "rws-6/2", "SPOT": "big", "ROLL": "1-1-3", "WORD": "x", "WORDS": '"some words"', "CHIPS": "5,5"}
    values |= {"NAME": "anna", "ROLE": "dealer", "AREA": "triple", "EQUIPMENT": "layout"}
    runner = {"open", "install", "expect-seat", "expect-account", "expect-chips", *EXPECTED, *ASKED, *HELD}
    for kind, forms in SENTENCES.items():
        assert kind in runner or kind in MEANINGS
        for form in forms:
            text = " ".join(values.get(word, "1") if word.isupper() else word for word in form.split())
            (said,) = read(text)
            assert (said.kind, said.form) == (kind, form)


UNCLEAR = [
    ("seat one wagers 10 on big", "one", "SEAT"),
    ("seat 1 wagers ten on big", "ten", "AMOUNT"),
    ("seat 1 wagers 10 at big", "at", "on"),
    ("seat 1 wagers 10 on", "on", "SPOT"),
    ("no more bets please", "please", "nothing"),
    ("hello", "hello", "a sentence"),
    ("refused nonsense: enter", "nonsense", "a refusal's code"),
    ('clear "unfinished', 'clear "unfinished', "closing quotes"),
    ("pit boss: no more bets", "pit boss", "a role, one of supervisor, player, dealer"),
    ("refused dual-control: dealer and pit boss: settle", "pit boss", "a role"),
    ("anna as boss: no more bets", "boss", "a role"),
]


@pytest.mark.parametrize(("text", "word", "wanted"), UNCLEAR)
def test_what_is_not_understood_is_told_by_line_and_word(text, word, wanted):
    with pytest.raises(Refused) as refused:
        read(f"# first\n{text}\n")
    assert refused.value.code is Refusal.SCENARIO_UNCLEAR
    assert refused.value.words.startswith(f"line 2: {word!r} is not understood; expected {wanted}")


def test_a_refusal_names_its_line():
    with pytest.raises(Refused, match=r"^line 3: no spot 'bigg' on rws-6/2; did you mean big\?$"):
        played("open rws-6/2\n\nseat 1 wagers 10 on bigg\n")


def test_an_expected_refusal_that_does_not_come_is_wrong():
    with pytest.raises(Refused, match="was accepted, but credit-short was expected"):
        played("open rws-6/2\nplace your bets\nseat 1 buys in 10\nrefused credit-short: seat 1 wagers 10 on big\n")


def test_a_scenario_begins_with_a_table():
    with pytest.raises(Refused, match="a scenario must start with: open TABLE"):
        played("place your bets\n")
    with pytest.raises(Refused, match="line 1: no rulebook 'nowhere'"):
        played("open nowhere/1\n")


def test_checks_can_be_made_one_by_one():
    checks = "\n".join(f"check 5.0({letter})" for letter in "acd")
    text = f"install nz-1998/1\nrefused checks-missing: open table\n{checks}\ntest run\nopen table\nclose table\n"
    assert played(text).desk.table.phase.checks == []


SHOWN = [
    ("rws-6/2", "", "limits minimum 5 maximum 500 differential 300"),
    ("rws-6/3", " with chips", "count 20x100 for opening\nlimits minimum 5 maximum 500 differential 300"),
    ("etg/2", " electronic", "limits minimum 5 maximum 500"),
]


@pytest.mark.parametrize(("table", "how", "limits"), SHOWN)
def test_a_table_that_is_installed_has_no_limits_and_does_not_open_without_them(table, how, limits):
    """Reading 36: RWS 3.3 and ETG 3.3 want them displayed."""
    text = f"install {table}{how}\n"
    assert played(text).desk.table.limits == ()
    played(f"{text}{limits}\nopen table\n")
    with pytest.raises(Refused) as refused:
        played(f"{text}{limits.partition('limits')[0]}\nopen table\n")
    assert refused.value.code is Refusal.LIMITS_MISSING
    assert played(f"open {table}{how}\n").desk.table.limits, "who opens a table at once need not set any"


WHO = [
    ("supervisor: settle", [("game-supervisor", "game-supervisor")]),
    ("Casino Supervisor: settle", [("casino-supervisor", "casino-supervisor")]),
    ("shift manager and pit-manager: settle", [("shift-manager", "shift-manager"), ("pit-manager", "pit-manager")]),
    ("anna as dealer and bo as supervisor: settle", [("anna", "dealer"), ("bo", "game-supervisor")]),
    ("settle", []),
    ('clear "anna as dealer: all is well"', []),
]


@pytest.mark.parametrize(("text", "people"), WHO)
def test_a_sentence_can_begin_with_who_acts(text, people):
    (said,) = read(text)
    assert [(person.name, person.role.value) for person in said.by] == people


def test_whoever_acts_does_not_do_what_others_do_by_default():
    """The player buys in and the dealer opens, though a supervisor places the wager."""
    scenario = played("open rws-6/2\nsupervisor: dealer places 10 on big for seat 1\n")
    roles = [recorded(entry.body).by.role for entry in scenario.desk.store.read()]
    assert roles[-4:] == ["player", "dealer", "dealer", "game-supervisor"]


def test_the_limits_of_an_area_go_beside_the_others_and_those_for_all_replace_all():
    text = "open nz-2008/1\nlimits minimum 5 maximum 500 for the box\nlimits for triple minimum 5 maximum 50\n"
    general, triple = LimitRule("", 5, 500, scope="box"), LimitRule("triple", 5, 50)
    assert played(text).desk.table.limits == (general, triple)
    text += "limits for triple minimum 5 maximum 60\n"
    assert played(text).desk.table.limits == (general, LimitRule("triple", 5, 60))
    text += "limits minimum 1 maximum 100\n"
    assert played(text).desk.table.limits == (LimitRule("", 1, 100),)


def test_a_post_that_there_is_not_is_refused():
    with pytest.raises(Refused, match="cannot assign the post 'croupier'; allowed: dealer, game-supervisor") as refused:
        played("open rws-6/2\nassign anna as croupier\n")
    assert refused.value.code is Refusal.POST_INVALID
