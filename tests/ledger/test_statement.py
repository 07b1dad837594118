from pathlib import Path

import pytest
from scenario.playing import played

from taisai.house.recall import history, recall
from taisai.ledger.balances import bank_of, ledger_of
from taisai.ledger.statement import statement

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.txt"))
BEFORE_PLAY = {
    "23-counts",
    "24-fill-and-credit",
    "27-drop-box",
    "28-soft-count",
    "29-tips",
}  # of a table that has not begun a round


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_statement_of_every_round_adds_up(path):
    desk = played(path.read_text(encoding="utf-8")).desk
    assert bool(desk.table.round) == (path.stem not in BEFORE_PLAY)
    for number in range(1, desk.table.round + 1):
        told = statement((told.event for told in recall(desk.store, number)), bank_of(desk.table.money))
        assert told.total == 0


def test_a_statement_says_who_staked_and_got_what():
    desk = played(
        "open rws-6/2\nseat 1 wagers 10 on big\nseat 2 wagers 5 on double-2\nno more bets\nroll 2-2-5\nsettle"
    ).desk
    told = statement((told.event for told in recall(desk.store, 1)), bank_of("credits"))
    assert {seat: tuple(line) for seat, line in told.seats.items()} == {"seat:1": (10, 0), "seat:2": (5, 60)}
    assert (told.bank, told.seats["seat:2"].net) == (-45, 55)


def test_a_ledger_tells_the_balance_of_every_seat_and_of_nobody_else():
    desk = played("open rws-6/2\nseat 1 buys in 50\nseat 2 buys in 7\nplace your bets\nseat 1 wagers 20 on big").desk
    assert desk.ledger.seats() == {"seat:1": 30, "seat:2": 7}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_ledger_of_the_journal_is_the_ledger_of_the_desk(path):
    desk = played(path.read_text(encoding="utf-8")).desk
    book = ledger_of(told.event for told in history(desk.store))
    assert {a: b for a, b in book.balances.items() if b} == {a: b for a, b in desk.ledger.balances.items() if b}
    assert book.trial == 0
