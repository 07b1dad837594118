"""What is read of long histories, each as a question that a process of its own answers."""

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import msgspec
from msgspec.structs import replace

from taisai.house.claims import redeemed
from taisai.house.indexing import whole
from taisai.house.key_files import readable
from taisai.house.lived import Lived, ReadingBack
from taisai.house.past import found_in
from taisai.house.recall import Told, recall, told_at
from taisai.house.start import game
from taisai.house.tables import HOUSE
from taisai.house.tell import tell
from taisai.house.topics import SEAT, VOUCHER, kind, voucher_number
from taisai.journal.export import export_lines
from taisai.journal.index import Looking
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_file import SqliteFile
from taisai.journal.sqlite_open import open_for_reading
from taisai.journal.store import Store
from taisai.keeping.evidence import evidence
from taisai.ledger.transfers import Account
from taisai.reports.formats import FORMATS
from taisai.reports.noted import noted
from taisai.reports.registry import report_kind
from taisai.reports.sources import Sources
from taisai.server.log_readings import LogQuestion
from taisai.server.paging import first_page
from taisai.server.whole_test import AskWholeTest
from taisai.table import events as e
from taisai.table.commands import PastRound
from taisai.wire import bodies as b

LINES_OF_PIECE = 150  # some 60 kB

encode = msgspec.json.Encoder().encode


class _Question(msgspec.Struct, frozen=True, tag_field="ask"):
    journal: str

    def answer(self) -> bytes:
        with closing(open_for_reading(Path(self.journal))) as file:
            return self._read(file)

    def _read(self, file: SqliteFile) -> bytes:
        raise NotImplementedError

    def _store(self, file: SqliteFile, name: str) -> Store:
        """With the names of people, for whoever may see them."""
        return readable(SqliteStore(file, name), name, Path(self.journal).parent / "keys")


class AskRound(_Question, frozen=True, tag="round"):
    table: str
    number: int

    def _read(self, file: SqliteFile) -> bytes:
        told = recall(self._store(file, self.table), self.number)
        entries = tuple(b.Entry(one.seq, one.at, one.by, tell(one.event), one.event) for one in told)
        return encode(b.Recalled(self.table, self.number, entries))


class AskSeatRounds(_Question, frozen=True, tag="seat-rounds"):
    """The last rounds of all seats up to an entry, where the balances were these."""

    table: str
    last: int
    balances: dict[str, int]
    bank: str

    def _read(self, file: SqliteFile) -> bytes:
        balances = {Account(name): balance for name, balance in self.balances.items()}
        back = ReadingBack(self.last, balances, Account(self.bank))
        back.read(self._store(file, self.table))
        return encode({seat: list(rounds) for seat, rounds in back.book.seats.items()})


class AskVouchers(_Question, frozen=True, tag="vouchers"):
    """Of a seat, or of the whole table where it is 0: a page of those that were issued before an entry."""

    table: str
    seat: int
    before: int

    def _read(self, file: SqliteFile) -> bytes:
        found = _vouchers(self.table, self.seat, self.before, self._store(file, self.table))
        return encode(b.Vouchers(*first_page(found)))


class AskEvidence(_Question, frozen=True, tag="evidence"):
    table: str
    paytable: str
    number: int

    def _read(self, file: SqliteFile) -> bytes:
        found = evidence(self._store(file, self.table), game(self.paytable), self.number)
        return encode(b.DisputeInfo(self.table, *found))


class AskPast(_Question, frozen=True, tag="past"):
    """How rounds were settled that their table no longer keeps, up to an entry."""

    table: str
    numbers: tuple[int, ...]
    last: int

    def _read(self, file: SqliteFile) -> bytes:
        return encode(found_in(self._store(file, self.table), set(self.numbers), last=self.last))


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

    def _read(self, file: SqliteFile) -> bytes:
        stores = {name: self._store(file, name) for name in self.tables}
        happened = (one for one in noted(self._store(file, HOUSE)) if self.table in ("", one.table))
        sources = Sources(stores, self.site, self.version, self.made_at, self.since, self.until, self.by, happened)
        return FORMATS[self.format].text(report_kind(self.name).make(sources)).encode()


class AskExport(_Question, frozen=True, tag="export"):
    """Told in pieces: it may be longer than memory."""

    table: str

    def pieces(self) -> Iterator[bytes]:
        with closing(open_for_reading(Path(self.journal))) as file:
            _, lines = export_lines(SqliteStore(file, self.table), self.table)
            yield from iter(lambda: b"".join(line + b"\n" for line in islice(lines, LINES_OF_PIECE)), b"")


Question = AskRound | AskSeatRounds | AskVouchers | AskEvidence | AskPast | AskReport | LogQuestion
Streamed = AskExport | AskWholeTest

seat_rounds_of = msgspec.json.Decoder(dict[int, list[Lived]]).decode
past_of = msgspec.json.Decoder(dict[int, PastRound]).decode


def _vouchers(table: str, seat: int, before: int, store: Store) -> Iterator[b.VoucherInfo]:
    """The newest first, each read when it is wanted."""
    index = whole(store)
    wanted = (seq for seq in reversed(_issued(index, seat)) if seq < before)
    return (_voucher(table, store, index, told) for seq in wanted for told in told_at(store, (seq,)))


def _issued(index: Looking, seat: int) -> list[int]:
    """The entries, in their order."""
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
    """A cancelled one is claimed too, so that nobody can."""
    return not one.cancelled and store.claimed(redeemed(voucher)) is not None
