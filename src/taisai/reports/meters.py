"""Meters of every seat: what went in and out of it, and what it has now."""

from collections import defaultdict

import msgspec

from taisai.ledger.transfers import owed_account, seat_account
from taisai.reports.money import awards_of, corrections, posted, voucher_out
from taisai.reports.report import Body, Row, columns
from taisai.reports.sources import Journal, Sources, journals
from taisai.table import events as e

NOTES = (
    "Credit and owed are at the end of the period; all others are what the meters moved by in it.",
    "A voucher is out when it was collected from the printer.",
    "Wagered and won move when a round is settled: stakes that went back are not in them. Won is stakes and winnings.",
)


class Meter(msgspec.Struct):
    """`corrected` is what corrections gave the seat, below nothing where they took."""

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
    rows: list[Row] = []
    totals: defaultdict[str, Meter] = defaultdict(Meter)
    for journal in journals(sources):
        for seat, meter in _seats(sources, journal).items():
            rows.append((journal.table, str(seat), journal.currency, *msgspec.structs.astuple(meter)))
            totals[journal.currency].add(meter)
    return Body(
        columns(table="text", seat="text", currency="text", cash_in="money", vouchers_in="money",
                vouchers_out="money", hand_paid="money", wagered="money", won="money", corrected="money",
                credit="money", owed="money"),
        tuple(rows),
        tuple(("total", "", currency, *msgspec.structs.astuple(meter)) for currency, meter in sorted(totals.items())),
        NOTES,
    )  # fmt: skip


def _seats(sources: Sources, journal: Journal) -> Seats:
    seats = {number: Meter() for number in range(1, journal.installed.seats + 1)}
    ledger, period = journal.opening, sources.period
    collected: tuple[e.Award, ...] = ()
    for told in posted(journal.entries, ledger):
        if isinstance(told.event, e.LosersCollected):
            collected = awards_of(told.event)
        if period.holds(told.at):
            _count(seats, told.event, collected)
    for number, meter in seats.items():
        meter.credit = ledger.balances[seat_account(number)]
        meter.owed = -ledger.balances[owed_account(number)]
    return seats


def _count(seats: Seats, event: e.Event, collected: tuple[e.Award, ...]) -> None:
    """Meters of wagers move when a round is settled, as those of the table do: nothing of it can be undone then."""
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
