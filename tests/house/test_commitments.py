"""An outsider checks that no throw was chosen afterwards, with the stand-alone file alone."""

from pathlib import Path

import pytest
from journal.test_kept import lines_of

from taisai.journal.verify_taisai import Bad, Money
from taisai.table.decide.commit import commitment_to

KEPT = Path(__file__).parents[1] / "journal" / "kept" / "table-13-electronic.jsonl"
INSTALLED = {"is": "table-installed", "table": "T1", "money": "credits", "seats": 4, "automation": ["enter"]}
INSTALLED |= {"wins": {"double-2": {"2-2-5": "10", "2-2-6": "10"}}}
STATED = {"is": "rules-stated", "tumbles_min": 3, "enter": ["dealer"], "amend": [], "correct": []}
COMMITTED = {"is": "roll-committed", "round": 7, "commitment": commitment_to("T1", 7, "5-2-2", "n0"), "kept": ""}
PRESSED = [{"is": "button-pressed", "round": 7, "face": face} for face in (2, 2, 5)]
CLOSED = {"is": "bets-closed", "round": 7}
VOIDED = {"is": "round-voided", "round": 7, "returned": []}
ENTERED = {"is": "roll-entered", "round": 7, "roll": "2-2-5"}
AMENDED = {"is": "entry-amended", "round": 7, "roll": "2-2-6"}
OPENED = {"is": "commitment-opened", "round": 7, "throw": "5-2-2", "nonce": "n0"}


def fed(*events):
    money = Money()
    money.feed(1, INSTALLED)
    money.round = 7
    for seq, event in enumerate(events, 2):
        money.feed(seq, event, "automation")
    return money


@pytest.mark.parametrize(
    "events",
    [
        (COMMITTED, *PRESSED, ENTERED, OPENED),
        (COMMITTED, OPENED),
        (COMMITTED, *PRESSED, ENTERED, AMENDED, OPENED),
        (STATED, COMMITTED, CLOSED, OPENED, ENTERED),
        (STATED, COMMITTED, VOIDED, OPENED),
    ],
    ids=["pressed and told later", "void", "amended, as long as that was possible", "opened is entered", "void today"],
)
def test_a_commitment_that_was_kept_is_believed(events):
    assert fed(*events).commitments == {}


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ((COMMITTED, OPENED | {"throw": "5-2-3"}), "not what round 7 was committed to"),
        ((COMMITTED, OPENED | {"throw": "2-2-5"}), "not what round 7 was committed to"),
        ((COMMITTED, OPENED | {"nonce": "n1"}), "not what round 7 was committed to"),
        (
            (COMMITTED, *PRESSED[:2], PRESSED[2] | {"face": 6}, ENTERED | {"roll": "2-2-6"}, OPENED),
            "was committed to 5-2-2, but another",
        ),
        ((OPENED,), "commitment-opened: 7"),
        ((CLOSED, COMMITTED), "before wagers close"),
        ((COMMITTED, COMMITTED), "committed to only once"),
        ((STATED, CLOSED), "wagers closed before the tumbler committed"),
        ((STATED, COMMITTED, OPENED), "a throw was revealed while wagers were open"),
        ((STATED, COMMITTED, CLOSED, *PRESSED, ENTERED), "is not the throw that round 7 was committed to"),
        ((STATED, COMMITTED, CLOSED, OPENED, ENTERED | {"roll": "2-2-6"}), "2-2-6 is not the throw"),
        ((STATED, COMMITTED, CLOSED, OPENED, ENTERED, AMENDED), "2-2-6 is not the throw"),
    ],
)
def test_a_commitment_that_was_broken_is_named(events, why):
    with pytest.raises(Bad, match=why) as bad:
        fed(*events)
    assert bad.value.seq == 1 + len(events)


def test_the_kept_electronic_table_opened_every_commitment():
    told = b"".join(lines_of(KEPT)).decode()
    assert (told.count("roll-committed"), told.count("commitment-opened")) == (4, 3), "the fourth round is under way"
