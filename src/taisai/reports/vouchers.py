"""Vouchers issued, redeemed, cancelled and outstanding, over the journals of several tables."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

import msgspec

from taisai.house.recall import Told, told_at
from taisai.house.topics import VOUCHER, kind
from taisai.reports.period import HOUSE_TIME, SECONDS, Period
from taisai.reports.report import Body, Row, columns
from taisai.reports.sources import Journal, Sources, journals
from taisai.rules.currency import figures
from taisai.table import events as e

NUMBERS_MOST: Final = 2**63 - 1
NOTE = "Outstanding: issued before the end of the period, not cancelled, and not redeemed at any of these tables: {}."
ELSEWHERE = "{} redeemed vouchers were issued at tables that are not in this report."
UNCOLLECTED = "{} of the outstanding vouchers, {} in total, have not been collected from their printers."


GROUPS = ("voucher", "table", *HOUSE_TIME)


class End(msgspec.Struct, frozen=True):
    """When and where a voucher was issued, collected, redeemed or cancelled."""

    at: str = ""
    table: str = ""
    seat: int = 0


class Voucher(msgspec.Struct):
    currency: str = ""
    amount: int = 0
    ending: str = ""
    expires: str = ""
    issued: End = End()
    collected: End = End()
    redeemed: End = End()
    cancelled: End = End()

    @property
    def is_outstanding(self) -> bool:
        return not (self.redeemed.at or self.cancelled.at)


def vouchers(sources: Sources) -> Body:
    return _listed(sources) if sources.by == "voucher" else _grouped(sources)


def _grouped(sources: Sources) -> Body:
    """Sum issues, redemptions and cancellations by their own time and table."""
    sums: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for one in _found(list(journals(sources)), sources.period):
        for what, end in (("issued", one.issued), ("redeemed", one.redeemed), ("cancelled", one.cancelled)):
            if end.at and sources.period.holds(end.at):
                sums[sources.group(end.table, end.at), one.currency][what] += one.amount
    return Body(
        columns(**{sources.by: "text"}, currency="text", issued_now="money", redeemed_now="money",
                cancelled_now="money"),
        tuple((*key, one["issued"], one["redeemed"], one["cancelled"]) for key, one in sorted(sums.items())),
    )  # fmt: skip


def _listed(sources: Sources) -> Body:
    period = sources.period
    end = period.until or sources.made_at
    found = _found(list(journals(sources)), period)
    told = sorted((one for one in found if _is_told(one, period)), key=lambda one: one.issued.at or one.redeemed.at)
    elsewhere = sum(not one.issued.at for one in told)
    waiting = [one for one in told if one.is_outstanding and not one.collected.at]
    notes = [NOTE.format(", ".join(sources.stores))]
    notes += [UNCOLLECTED.format(len(waiting), _summed(waiting))] if waiting else []
    return Body(
        columns(issued="time", table="text", seat="text", ending="text", currency="text", amount="money",
                expires="time", redeemed="time", redeemed_at_table="text", by_seat="text", cancelled="time",
                issued_now="money", redeemed_now="money", cancelled_now="money", outstanding="money",
                of_it_expired="money"),
        tuple(_row(one, period, end) for one in told),
        _totals(told, period, end),
        (*notes, ELSEWHERE.format(elsewhere)) if elsewhere else tuple(notes),
    )  # fmt: skip


def _found(read: list[Journal], period: Period) -> list[Voucher]:
    """Return the vouchers. They are matched by digest, in whatever order the journals are read. Those that ended before
    the period are skipped."""
    found: defaultdict[str, Voucher] = defaultdict(Voucher)
    over = _over(read)
    for journal in read:
        for told in _ends(journal, over):
            match told.event:
                case e.VoucherIssued(voucher=digest, amount=amount, seat=seat) as event:
                    one = _amounting(found[digest], journal, amount)
                    one.ending, one.expires, one.issued = event.ending, event.expires, _end(journal, told, seat)
                case e.VoucherCollected(voucher=digest, seat=seat) if digest in found:
                    one = found[digest]
                    one.collected = _end(journal, told, seat)
                case e.VoucherCancelled(voucher=digest, seat=seat) if digest in found:
                    one = found[digest]
                    one.cancelled = _end(journal, told, seat)
                case e.CreditBought(voucher=digest, amount=amount, seat=seat) if digest:
                    one = _amounting(found[digest], journal, amount)
                    one.redeemed = _end(journal, told, seat)
                case _:
                    continue
    return [one for one in found.values() if _is_told(one, period) or not one.issued.at]


def _over(read: list[Journal]) -> set[int]:
    """Return the vouchers that were issued here, and redeemed or cancelled before the period."""
    issued: set[int] = set()
    ended: set[int] = set()
    for journal in read:
        vouchers = journal.index.find(VOUCHER, 0, NUMBERS_MOST)
        of = {one.seq: one.number for one in vouchers}
        issued |= {of[seq] for seq in _seqs(journal, e.VoucherIssued)}
        ending = {*_seqs(journal, e.CreditBought), *_seqs(journal, e.VoucherCancelled)}
        ended |= {of[seq] for seq in ending & of.keys() if seq < journal.first}
    return issued & ended


def _seqs(journal: Journal, of: type[e.Event]) -> Iterator[int]:
    return (one.seq for one in journal.index.find(kind(of)))


def _ends(journal: Journal, over: set[int]) -> Iterator[Told]:
    vouchers = journal.index.find(VOUCHER, 0, NUMBERS_MOST)
    told = told_at(journal.store, (one.seq for one in vouchers if one.number not in over))
    return (one for one in told if not journal.period.is_over(one.at))


def _amounting(voucher: Voucher, journal: Journal, amount: int) -> Voucher:
    voucher.amount, voucher.currency = amount, journal.currency
    return voucher


def _end(journal: Journal, told: Told, seat: int) -> End:
    return End(told.at, journal.table, seat)


def _is_told(voucher: Voucher, period: Period) -> bool:
    ends = (voucher.issued.at, voucher.redeemed.at, voucher.cancelled.at)
    return any(map(period.holds, ends)) or voucher.is_outstanding


def _moved(voucher: Voucher, period: Period, end: str) -> tuple[int, int, int, int, int]:
    """Return the amounts of a voucher: issued, redeemed and cancelled in the period, outstanding at its end, and
    expired of that."""
    ends = (voucher.issued.at, voucher.redeemed.at, voucher.cancelled.at)
    issued, redeemed, cancelled = (voucher.amount if at and period.holds(at) else 0 for at in ends)
    outstanding = voucher.amount if voucher.is_outstanding else 0
    expired = outstanding if voucher.expires and voucher.expires[:SECONDS] < end[:SECONDS] else 0
    return issued, redeemed, cancelled, outstanding, expired


def _row(voucher: Voucher, period: Period, end: str) -> Row:
    issued, redeemed = voucher.issued, voucher.redeemed
    return (
        issued.at, issued.table, _seat(issued), voucher.ending, voucher.currency, voucher.amount, voucher.expires,
        redeemed.at, redeemed.table, _seat(redeemed), voucher.cancelled.at, *_moved(voucher, period, end),
    )  # fmt: skip


def _summed(some: list[Voucher]) -> str:
    """Return the sum of each currency."""
    sums: defaultdict[str, int] = defaultdict(int)
    for one in some:
        sums[one.currency] += one.amount
    return " and ".join(figures(amount, currency) for currency, amount in sorted(sums.items()))


def _seat(end: End) -> str:
    return str(end.seat) if end.at else ""


def _totals(told: list[Voucher], period: Period, end: str) -> tuple[Row, ...]:
    sums: dict[str, list[int]] = {}
    for voucher in told:
        before = sums.get(voucher.currency, [0, 0, 0, 0, 0])
        sums[voucher.currency] = [one + more for one, more in zip(before, _moved(voucher, period, end), strict=True)]
    blank = ("",) * 6
    return tuple(("total", "", "", "", currency, *blank, *moved) for currency, moved in sorted(sums.items()))
