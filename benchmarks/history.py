"""Builds a long history of a table without connections: rounds with wagers, and sometimes a voucher."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count

from taisai.house.desk import Desk
from taisai.house.journal_index import complete
from taisai.journal.entry import By, Fact, encode
from taisai.journal.seal import sealed_bodies
from taisai.rules.roll import Roll
from taisai.table import events as e
from taisai.table.evolve import evolve
from taisai.table.state import Closed

BEGUN = datetime(2026, 11, 1, 6, 10, tzinfo=UTC)
ROUND_S, ENTRIES_OF_ROUND = 40, 32  # a round of play, and its entries
DEALER = By("Mei", "dealer")
AT_ONCE, STAKE = 500, 100
BUY_EVERY = 20  # rounds
SEATS, LOSING = 4, ("big", "even", "single-4", "total-12", "double-6")
ROLL, CALL = "2-2-5", "double 2, 5, total 9"


def written(desk: Desk, entries: int) -> None:
    """Write at least so many entries, and then a snapshot."""
    played(desk, entries)
    complete(desk.store)
    desk.save_snapshot()


def played(desk: Desk, entries: int, seats: int = SEATS) -> None:
    """Play whole rounds, so that the next one starts fresh."""
    evenings = _evenings(desk, range(1, seats + 1))
    while desk.head.seq < entries:
        some: list[e.Event] = []
        while len(some) < AT_ONCE:
            some += next(evenings)
        _write(desk, some)


def _write(desk: Desk, events: list[e.Event]) -> None:
    numbered = list(enumerate(events, desk.head.seq + 1))
    facts = [Fact(seq, at(seq), DEALER, f"history-{seq}", "", event) for seq, event in numbered]
    desk.store.append(desk.head, sealed_bodies(desk.head, encode(facts)))
    for seq, event in numbered:
        evolve(desk.table, event)
        desk.ledger.post(event)
        if isinstance(event, e.RoundBegun):
            desk.forget(desk.round_begins(seq))
    desk.head = desk.store.head()
    desk.schedule.written(desk.head, at(desk.head.seq), len(events))


def at(seq: int) -> str:
    """Return the time of an entry."""
    return (BEGUN + timedelta(seconds=ROUND_S * (seq // ENTRIES_OF_ROUND))).isoformat("T", "milliseconds")


def _evenings(desk: Desk, seats: range) -> Iterator[list[e.Event]]:
    if isinstance(desk.table.phase, Closed):
        yield [e.TableOpened(0)]
    for number in count(desk.table.round + 1):
        events = list(_round(desk, number, seats))
        if number % 50 == 0:
            voucher = f"{number:064x}"
            events.append(e.CreditBought(1, STAKE, ""))
            events.append(e.VoucherIssued(1, STAKE, voucher, voucher[-4:], "2027-02-13T18:16:23+00:00"))
            events.append(e.CreditBought(1, STAKE, voucher))
        yield events


def _round(desk: Desk, number: int, seats: range) -> Iterator[e.Event]:
    """Wager from each seat on each spot, with a different stake each time; all stakes lose."""
    paytable = desk.game.paytable
    stakes = {(seat, spot): STAKE * (1 + (number * 7 + seat * 5 + place * 3) % 11)
              for seat in seats for place, spot in enumerate(LOSING)}  # fmt: skip
    if number % BUY_EVERY == 1:
        yield from (e.CreditBought(seat, BUY_EVERY * len(LOSING) * 11 * STAKE, "") for seat in seats)
    yield e.RoundBegun(number, paytable.id, paytable.fingerprint)
    yield e.BetsOpened(number, "Place your bets")
    yield from (e.WagerPlaced(number, seat, spot, stake, 0, "player") for (seat, spot), stake in stakes.items())
    yield e.BetsClosed(number, "No more bets", bell=True)
    yield e.DiceTumbled(number, 3)
    yield e.DiceRevealed(number)
    yield from (e.ButtonPressed(number, face) for face in (2, 2, 5))
    yield e.RollEntered(number, ROLL, CALL, tuple(spot.id for spot in paytable.lit(Roll.parse(ROLL))))
    lost = tuple(e.Award(seat, spot, stake, 0, 0) for (seat, spot), stake in stakes.items())
    yield e.LosersCollected(number, ROLL, lost, {}, sum(stakes.values()))
    yield e.RoundSettled(number, ROLL)
