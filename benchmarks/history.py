"""A long history behind a table that nobody is at: rounds with wagers, a voucher now and then."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice

from taisai.house.desk import Desk
from taisai.house.indexing import complete
from taisai.journal.entry import By, Fact, encode
from taisai.journal.seal import sealed_bodies
from taisai.table import events as e
from taisai.table.evolve import evolve
from taisai.table.state import Closed

BEGUN = datetime(2026, 11, 1, 6, 10, tzinfo=UTC)
ROUND_S, ENTRIES_OF_ROUND = 40, 33  # a round of play, and what it writes
ITSELF = By("taisai", "automation")
AT_ONCE, WAGERS, STAKE = 500, 20, 100
ROLL, CALL, LIT = "2-2-5", "double 2, 5, total 9", ("small",)


def written(desk: Desk, entries: int) -> None:
    """As many or a few more, and then a snapshot."""
    played(desk, entries)
    complete(desk.store)
    desk.save_snapshot()


def played(desk: Desk, entries: int) -> None:
    events = _evenings(desk)
    while desk.head.seq < entries:
        some = list(islice(events, AT_ONCE))
        facts = [
            Fact(seq, at(seq), ITSELF, f"history-{seq}", "", event) for seq, event in enumerate(some, desk.head.seq + 1)
        ]
        sealed = sealed_bodies(desk.head, encode(facts))
        desk.store.append(desk.head, sealed)
        for event in some:
            evolve(desk.table, event)
            desk.ledger.post(event)
        desk.head = desk.store.head()


def at(seq: int) -> str:
    """When an entry is written, as rounds go."""
    return (BEGUN + timedelta(seconds=ROUND_S * (seq // ENTRIES_OF_ROUND))).isoformat("T", "milliseconds")


def _evenings(desk: Desk) -> Iterator[e.Event]:
    if isinstance(desk.table.phase, Closed):
        yield e.TableOpened(0)
    number = desk.table.round
    while True:
        number += 1
        yield from _round(desk, number)
        if number % 50 == 0:
            voucher = f"{number:064x}"
            yield e.VoucherIssued(1, STAKE, voucher, voucher[-4:], "2027-02-13T18:16:23+00:00")
            yield e.CreditBought(1, STAKE, voucher)


def _round(desk: Desk, number: int) -> Iterator[e.Event]:
    paytable = desk.game.paytable
    yield e.CreditBought(1, WAGERS * STAKE, "")
    yield e.RoundBegun(number, paytable.id, paytable.fingerprint)
    yield e.BetsOpened(number, "Place your bets")
    yield from (e.WagerPlaced(number, 1, "big", STAKE, 0, "player") for _ in range(WAGERS))
    yield e.BetsClosed(number, "No more bets", bell=True)
    yield e.DiceTumbled(number, 3)
    yield e.DiceRevealed(number)
    yield from (e.ButtonPressed(number, face) for face in (2, 2, 5))
    yield e.RollEntered(number, ROLL, CALL, LIT)
    yield e.LosersCollected(number, ROLL, (e.Award(1, "big", WAGERS * STAKE, 0, 0),), {}, WAGERS * STAKE)
    yield e.RoundSettled(number, ROLL)
