"""Questions about long histories, each answered by a separate process."""

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import msgspec
from msgspec.structs import replace

from taisai.house.claims import redeemed
from taisai.house.dealers import dealers
from taisai.house.games import game
from taisai.house.gaming_days import GamingDays
from taisai.house.journal_index import whole
from taisai.house.key_files import readable
from taisai.house.lookups import found_in
from taisai.house.narration import tell
from taisai.house.recall import Told, recall, told_at
from taisai.house.seat_history import SESSION, Lived, ReadingBack
from taisai.house.tables import HOUSE
from taisai.house.topics import SEAT, VOUCHER, kind, voucher_number
from taisai.journal.anchor import SignedAnchor
from taisai.journal.export import export_lines
from taisai.journal.index import Looking
from taisai.journal.place import OpenPlace, Place
from taisai.journal.store import Store
from taisai.keeping.evidence import evidence
from taisai.ledger.transfers import Account
from taisai.reports.formats import FORMATS
from taisai.reports.house_records import noted, rated, served
from taisai.reports.period import Period
from taisai.reports.registry import report_kind
from taisai.reports.sources import Progress, Sources, to_nobody
from taisai.server.feed_readings import AskEntries
from taisai.server.history_test import AskWholeTest
from taisai.server.lab_readings import LabQuestion
from taisai.server.listing_pages import first_page
from taisai.server.log_readings import LogQuestion
from taisai.table import events as e
from taisai.table.commands import PastRound
from taisai.wire import bodies as b

LINES_OF_PIECE = 150  # about 60 kB

encode = msgspec.json.Encoder().encode


class _Question(msgspec.Struct, frozen=True, tag_field="ask"):
    place: Place

    def answer(self) -> bytes:
        with closing(self.place.open_for_reading()) as journals:
            return self._read(journals)

    def _read(self, journals: OpenPlace) -> bytes:
        raise NotImplementedError

    def _store(self, journals: OpenPlace, name: str) -> Store:
        """Return the store with people's names readable, for callers who may see them."""
        return readable(journals.store(name), name, Path(self.place.keys))


class AskRound(_Question, frozen=True, tag="round"):
    table: str
    number: int
    currency: str = ""

    def _read(self, journals: OpenPlace) -> bytes:
        told = recall(self._store(journals, self.table), self.number)
        entries = tuple(b.Entry(one.seq, one.at, one.by, tell(one.event, self.currency), one.event) for one in told)
        return encode(b.Recalled(self.table, self.number, entries, dealers(told)))


class AskSeatRounds(_Question, frozen=True, tag="seat-rounds"):
    """Ask for the last rounds of all seats up to entry `last`, where the balances were these."""

    table: str
    last: int
    balances: dict[str, int]
    bank: str

    def _read(self, journals: OpenPlace) -> bytes:
        balances = {Account(name): balance for name, balance in self.balances.items()}
        back = ReadingBack(self.last, balances, Account(self.bank))
        back.read(self._store(journals, self.table))
        return encode({seat: list(rounds) for seat, rounds in back.book.seats.items()})


class AskSession(AskSeatRounds, frozen=True, tag="session"):
    """Ask for a page of one seat's rounds before a round, newest first, as far back as is read."""

    seat: int
    before: int

    def _read(self, journals: OpenPlace) -> bytes:
        balances = {Account(name): balance for name, balance in self.balances.items()}
        back = ReadingBack(self.last, balances, Account(self.bank), SESSION)
        back.read(self._store(journals, self.table))
        return encode(first_page(one for one in back.book.of(self.seat) if one.round < self.before))


class AskVouchers(_Question, frozen=True, tag="vouchers"):
    """Ask for a page of vouchers that were issued before an entry, of one seat or (seat 0) of the whole table."""

    table: str
    seat: int
    before: int

    def _read(self, journals: OpenPlace) -> bytes:
        found = _vouchers(self.table, self.seat, self.before, self._store(journals, self.table))
        return encode(b.Vouchers(*first_page(found)))


class AskJournals(_Question, frozen=True, tag="journals"):
    """Ask for the head and the newest anchor of each journal."""

    names: tuple[str, ...]

    def _read(self, journals: OpenPlace) -> bytes:
        return encode(b.Journals(tuple(_journal(name, journals.store(name)) for name in self.names)))


class AskEvidence(_Question, frozen=True, tag="evidence"):
    table: str
    paytable: str
    number: int

    def _read(self, journals: OpenPlace) -> bytes:
        found = evidence(self._store(journals, self.table), game(self.paytable), self.number)
        return encode(b.DisputeInfo(self.table, *found))


class AskPast(_Question, frozen=True, tag="past"):
    """Ask how rounds were settled that the table no longer keeps, up to entry `last`."""

    table: str
    numbers: tuple[int, ...]
    last: int

    def _read(self, journals: OpenPlace) -> bytes:
        return encode(found_in(self._store(journals, self.table), set(self.numbers), last=self.last))


class AskReport(_Question, frozen=True, tag="report"):
    name: str
    tables: tuple[str, ...]
    table: str
    site: str
    version: str
    made_at: str
    since: str
    until: str
    by: str
    format: str
    days: GamingDays
    paytables: tuple[str, ...] = ()

    def answer(self, progress: Progress = to_nobody) -> bytes:
        with closing(self.place.open_for_reading()) as journals:
            return self._made(journals, progress)

    def _made(self, journals: OpenPlace, progress: Progress) -> bytes:
        stores = {name: self._store(journals, name) for name in self.tables}
        own, period = self._store(journals, HOUSE), Period.of(self.since, self.until)
        happened = (one for one in noted(own, period) if self.table in ("", one.table))
        on_duty = (one for one in served(own, period) if self.table in ("", one.table))
        made = self.site, self.version, self.made_at, self.since, self.until, self.by
        sources = Sources(stores, *made, happened, self.paytables, progress, self.days, on_duty, rated(own, period))
        return FORMATS[self.format].content(report_kind(self.name).make(sources))


class AskExport(_Question, frozen=True, tag="export"):
    """Ask for an export, streamed because it may be larger than memory."""

    table: str

    def pieces(self) -> Iterator[bytes]:
        with closing(self.place.open_for_reading()) as journals:
            _, lines = export_lines(journals.store(self.table), self.table)
            yield from iter(lambda: b"".join(line + b"\n" for line in islice(lines, LINES_OF_PIECE)), b"")


Question = (
    AskRound | AskSeatRounds | AskSession | AskVouchers | AskJournals | AskEvidence | AskPast | AskReport | LabQuestion
    | LogQuestion | AskEntries
)  # fmt: skip
Streamed = AskExport | AskWholeTest

session_of = msgspec.json.Decoder(tuple[list[Lived], bool]).decode
seat_rounds_of = msgspec.json.Decoder(dict[int, list[Lived]]).decode
past_of = msgspec.json.Decoder(dict[int, PastRound]).decode


def kind_of(question: Question) -> str:
    return str(question.__struct_config__.tag)


def _journal(name: str, store: Store) -> b.JournalInfo:
    head, line = store.head(), store.newest_anchor()
    if not line:
        return b.JournalInfo(name, head.seq, head.seal.hex(), 0, "", "")
    anchor = msgspec.json.decode(line, type=SignedAnchor).anchor
    return b.JournalInfo(name, head.seq, head.seal.hex(), anchor.seq, anchor.at, anchor.key)


def _vouchers(table: str, seat: int, before: int, store: Store) -> Iterator[b.VoucherInfo]:
    """Return the vouchers, newest first; each is read only when wanted."""
    index = whole(store)
    wanted = (seq for seq in reversed(_issued(index, seat)) if seq < before)
    return (_voucher(table, store, index, told) for seq in wanted for told in told_at(store, (seq,)))


def _issued(index: Looking, seat: int) -> list[int]:
    """Return the entries that issued vouchers, in order."""
    issued = {one.seq for one in index.find(kind(e.VoucherIssued))}
    return sorted(issued & {one.seq for one in index.find(SEAT, seat)} if seat else issued)


def _voucher(table: str, store: Store, index: Looking, told: Told) -> b.VoucherInfo:
    issued = told.event
    assert isinstance(issued, e.VoucherIssued), told
    what = (issued.amount, issued.ending, issued.expires, issued.collected)
    one = b.VoucherInfo(told.seq, table, issued.seat, told.at, *what)
    later = (pointer.seq for pointer in index.find(VOUCHER, voucher_number(issued.voucher)) if pointer.seq > told.seq)
    for other in told_at(store, later):
        match other.event:
            case e.VoucherCollected(voucher=voucher) if voucher == issued.voucher:
                one = replace(one, collected=True)
            case e.VoucherCancelled(voucher=voucher) if voucher == issued.voucher:
                one = replace(one, cancelled=True)
    return replace(one, redeemed=_is_redeemed(store, issued.voucher, one))


def _is_redeemed(store: Store, voucher: str, one: b.VoucherInfo) -> bool:
    """Return whether it was redeemed. A cancelled voucher is claimed, too, so that nobody can redeem it."""
    return not one.cancelled and store.claimed(redeemed(voucher)) is not None
