"""Meters of every seat: what went in and out, and the present credit."""

from collections import defaultdict
from collections.abc import Callable
from typing import Final

import msgspec

from taisai.ledger.balances import Ledger
from taisai.reports.money import awards_of, corrections, posted, voucher_out
from taisai.reports.period import HOUSE_TIME
from taisai.reports.report import Body, Row, columns
from taisai.reports.sources import Journal, Sources, journals
from taisai.table import events as e
from taisai.table.accounts import owed_account, seat_account

GROUPS = ("seat", "table", *HOUSE_TIME)
MOVED: Final = ("cash_in", "vouchers_in", "vouchers_out", "hand_paid", "wagered", "won", "corrected")
NOTES = (
    "Credit and owed are the values at the end of the period; all others are changes within the period.",
    "A voucher counts as out when it is collected from the printer.",
    "Wagered and won change when a round is settled; returned stakes do not count. Won is stakes plus winnings.",
)


class Meter(msgspec.Struct):
    """`corrected` is what corrections gave the seat; negative if they took money."""

    cash_in: int = 0
    vouchers_in: int = 0
    vouchers_out: int = 0
    hand_paid: int = 0
    wagered: int = 0
    won: int = 0
    corrected: int = 0
    credit: int = 0
    owed: int = 0

    def add(self, other: "Meter") -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


Seats = dict[int, Meter]


def meters(sources: Sources) -> Body:
    return _by_seat(sources) if sources.by == "seat" else _grouped(sources)


def _grouped(sources: Sources) -> Body:
    """Return how much the meters of all seats moved, by group."""
    sums: defaultdict[tuple[str, str], Meter] = defaultdict(Meter)
    for journal in journals(sources):
        for group, seats in _moves(sources, journal).items():
            for meter in seats.values():
                sums[group, journal.currency].add(meter)
    rows = ((*key, *(getattr(meter, name) for name in MOVED)) for key, meter in sorted(sums.items()))
    named = columns(**{sources.by: "text"}, currency="text", **dict.fromkeys(MOVED, "money"))
    return Body(named, tuple(rows), notes=NOTES[1:])


def _by_seat(sources: Sources) -> Body:
    rows: list[Row] = []
    totals: defaultdict[str, Meter] = defaultdict(Meter)
    for journal in journals(sources):
        for seat, meter in _seats(sources, journal).items():
            rows.append((journal.table, str(seat), journal.currency, *msgspec.structs.astuple(meter)))
            totals[journal.currency].add(meter)
    return Body(
        columns(table="text", seat="text", currency="text", **dict.fromkeys(MOVED, "money"), credit="money",
                owed="money"),
        tuple(rows),
        tuple(("total", "", currency, *msgspec.structs.astuple(meter)) for currency, meter in sorted(totals.items())),
        NOTES,
    )  # fmt: skip


def _seats(sources: Sources, journal: Journal) -> Seats:
    ledger = journal.opening
    ((_, seats),) = _moved(lambda _: "", sources, journal, ledger).items()
    for number, meter in seats.items():
        meter.credit = ledger.balances[seat_account(number)]
        meter.owed = -ledger.balances[owed_account(number)]
    return seats


def _moves(sources: Sources, journal: Journal) -> dict[str, Seats]:
    return _moved(lambda at: sources.group(journal.table, at), sources, journal, journal.opening)


def _moved(group_of: Callable[[str], str], sources: Sources, journal: Journal, ledger: Ledger) -> dict[str, Seats]:
    """Return the moves by group. Gaming days and shifts without any activity are left out."""
    groups: dict[str, Seats] = {} if sources.by in HOUSE_TIME else {group_of(""): _fresh(journal)}
    collected: tuple[e.Award, ...] = ()
    for told in posted(journal.entries, ledger):
        if isinstance(told.event, e.LosersCollected):
            collected = awards_of(told.event)
        if sources.period.holds(told.at):
            group = group_of(told.at)
            if group not in groups:
                groups[group] = _fresh(journal)
            _count(groups[group], told.event, collected)
    return groups


def _fresh(journal: Journal) -> Seats:
    return {number: Meter() for number in range(1, journal.installed.seats + 1)}


def _count(seats: Seats, event: e.Event, collected: tuple[e.Award, ...]) -> None:
    """Count an event. Wagers count when the round is settled, as on the table's own meters: it cannot be undone
    then."""
    match event:
        case e.CreditBought(seat=seat, amount=amount, voucher=voucher) if voucher:
            seats[seat].vouchers_in += amount
        case e.CreditBought(seat=seat, amount=amount) | e.CashChanged(seat=seat, amount=amount):
            seats[seat].cash_in += amount
        case e.SeatReleased(seat=seat, paid=paid):
            seats[seat].hand_paid += paid
        case e.RoundSettled():
            for award in collected:
                seats[award.seat].wagered += award.stake
                seats[award.seat].won += award.returned
    seat, amount = voucher_out(event)
    if seat:
        seats[seat].vouchers_out += amount
    for one in corrections(event):
        seats[one.seat].corrected += one.credited - one.debited
