"""An outsider checks that no throw was chosen afterwards, with the stand-alone file alone."""

from pathlib import Path

import pytest
from journal.test_kept import lines_of

from taisai.journal.verify_taisai import Bad, Money
from taisai.table.decide.commit import commitment_to

KEPT = Path(__file__).parents[1] / "journal" / "kept" / "table-13-electronic.jsonl"
COMMITTED = {"is": "roll-committed", "round": 7, "commitment": commitment_to("T1", 7, "5-2-2", "n0"), "kept": ""}
ENTERED = {"is": "roll-entered", "round": 7, "roll": "2-2-5"}
AMENDED = {"is": "entry-amended", "round": 7, "roll": "2-2-6"}
OPENED = {"is": "commitment-opened", "round": 7, "throw": "5-2-2", "nonce": "n0"}


def fed(*events):
    money = Money()
    money.table = "T1"
    for seq, event in enumerate(events, 1):
        money.feed(seq, event)
    return money


@pytest.mark.parametrize(
    "events", [(COMMITTED, ENTERED, OPENED), (COMMITTED, OPENED), (COMMITTED, ENTERED, AMENDED, OPENED)]
)
def test_a_commitment_that_was_kept_is_believed(events):
    assert fed(*events).commitments == {}


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ((COMMITTED, OPENED | {"throw": "5-2-3"}), "not what round 7 was committed to"),
        ((COMMITTED, OPENED | {"throw": "2-2-5"}), "not what round 7 was committed to"),
        ((COMMITTED, OPENED | {"nonce": "n1"}), "not what round 7 was committed to"),
        ((COMMITTED, ENTERED | {"roll": "2-2-6"}, OPENED), "entered with another roll than 5-2-2"),
        ((OPENED,), "commitment-opened: 7"),
    ],
)
def test_a_commitment_that_was_broken_is_named(events, why):
    with pytest.raises(Bad, match=why) as bad:
        fed(*events)
    assert bad.value.seq == len(events)


def test_the_kept_electronic_table_opened_every_commitment():
    told = b"".join(lines_of(KEPT)).decode()
    assert (told.count("roll-committed"), told.count("commitment-opened")) == (4, 3), "the fourth round is under way"
