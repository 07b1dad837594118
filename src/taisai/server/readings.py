"""Questions about long histories, and how the reading process answers them."""

import logging
import os
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from struct import Struct
from typing import IO, ClassVar, Final

import msgspec
from msgspec.structs import replace

from taisai.house.dealers import dealers
from taisai.house.games import game
from taisai.house.gaming_days import GamingDays
from taisai.house.journal_index import whole
from taisai.house.key_files import PERSON_KEYS, keyed, readable
from taisai.house.lookups import found_in
from taisai.house.narration import tell
from taisai.house.recall import Told, recall, told_at
from taisai.house.seat_history import SESSION, Lived, ReadingBack
from taisai.house.settings import Settings
from taisai.house.tables import HOUSE
from taisai.house.topics import SEAT, VOUCHER, kind, voucher_number
from taisai.journal.bounded import BoundedStore
from taisai.journal.export import export_lines
from taisai.journal.index import Looking
from taisai.journal.place import OpenPlace, Place
from taisai.journal.store import Store
from taisai.keeping.evidence import evidence
from taisai.keeping.selftest import Check, claim_test, house_test, mirror_test
from taisai.people.event_log import Page, Sought, attempted, searched
from taisai.privacy.keys import PersonKeys
from taisai.privacy.store import VeiledStore
from taisai.reports.formats import FORMATS
from taisai.reports.house_records import noted, rated, served
from taisai.reports.period import Period
from taisai.reports.registry import report_kind
from taisai.reports.sources import Progress, Sources, to_nobody
from taisai.rules.refusals import Refused
from taisai.server.lab_readings import LabQuestion
from taisai.server.listing_pages import first_page
from taisai.server.log_readings import LogQuestion
from taisai.server.refusals import ServerRefusal
from taisai.server.rows import attempt_row, entry_row, journal_row
from taisai.server.statuses import TOLD
from taisai.table import events as e
from taisai.table.accounts import Account
from taisai.table.commands import PastRound
from taisai.wire import bodies as b
from taisai.wire.feeds import Feed
from taisai.wire.readings import Reading

LINES_OF_PIECE = 150  # about 60 kB

FRAME: Final = Struct(">BQ")
"""Kind and length of what follows."""
REFUSAL, ANSWER, PROGRESS, PID = range(4)
_CODES: Final = {(kind.__name__, code.value): code for kind in TOLD for code in kind}

encode = msgspec.json.Encoder().encode
log = logging.getLogger(__name__)


class Said(msgspec.Struct, frozen=True, array_like=True):
    """A refusal, as it is sent between the processes."""

    kind: str
    code: str
    words: str
    value: str

    @staticmethod
    def of(refused: Refused) -> "Said":
        return Said(type(refused.code).__name__, str(refused.code.value), refused.words, str(refused.value))

    def refusal(self) -> Refused:
        return Refused(_CODES[self.kind, self.code], self.words, self.value)


class _Question(msgspec.Struct, frozen=True, tag_field="ask"):
    """Questions of one `queue` are answered one after the other, those of different queues at the same time."""

    queue: ClassVar[str] = "lists"

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
    """Ask for a page of one seat's rounds before a round, newest first, found through the index."""

    seat: int
    before: int

    def _read(self, journals: OpenPlace) -> bytes:
        balances = {Account(name): balance for name, balance in self.balances.items()}
        back = ReadingBack(self.last, balances, Account(self.bank), SESSION)
        found, more = back.page(self._store(journals, self.table), self.seat, self.before)
        page, rest = first_page(found)
        return encode((page, rest or more))


class AskVouchers(_Question, frozen=True, tag="vouchers"):
    """Ask for a page of vouchers that were issued before an entry, of one seat or (seat 0) of the whole table."""

    table: str
    seat: int
    before: int

    def _read(self, journals: OpenPlace) -> bytes:
        found = _vouchers(self.table, self.seat, self.before, self._store(journals, self.table))
        return encode(b.Vouchers(*first_page(found)))


class AskJournals(_Question, frozen=True, tag="journals"):
    """Ask for the head and the newest checkpoint of each journal."""

    names: tuple[str, ...]

    def _read(self, journals: OpenPlace) -> bytes:
        return encode(b.Journals(tuple(journal_row(name, journals.store(name)) for name in self.names)))


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
            yield from iter(lambda: b"".join(islice(lines, LINES_OF_PIECE)), b"")


class AskEvents(_Question, frozen=True, tag="events"):
    """Ask for significant events before an entry, newest first, as they were recorded."""

    queue: ClassVar[str] = "searches"

    sought: Sought
    limit: int
    before: int

    def _read(self, journals: OpenPlace) -> bytes:
        return encode(searched(self._store(journals, HOUSE), self.sought, self.limit, self.before))


class AskAttempts(_Question, frozen=True, tag="attempts"):
    """Ask for authentication attempts before an entry, newest first."""

    queue: ClassVar[str] = "searches"

    limit: int
    before: int

    def _read(self, journals: OpenPlace) -> bytes:
        page = attempted(self._store(journals, HOUSE), self.limit, self.before)
        found, more = first_page(map(attempt_row, page.attempts))
        return encode(b.Attempts(found, found[-1].seq if more else page.before_seq))


class AskEntries(_Question, frozen=True, tag="entries"):
    """Ask for up to `most` entries after entry `after`. If `seal` is given, that entry must have it."""

    queue: ClassVar[str] = "feeds"

    table: str
    after: int
    seal: str
    most: int

    def _read(self, journals: OpenPlace) -> bytes:
        store = journals.store(self.table)
        self._check_known(store)
        entries, _ = first_page(islice(map(entry_row, store.read(self.after)), self.most))
        return encode(Feed(self.table, store.head().seq, entries))

    def _check_known(self, store: Store) -> None:
        """Refuse a reader who has more entries than the journal, or other ones: their copy is of another history."""
        head = store.head().seq
        known = next(store.read(self.after - 1)).seal.hex() if 0 < self.after <= head else ""
        if self.after > head or (self.seal and known != self.seal):
            words = f"your entry {self.after} is not in the journal of {self.table}, which now has {head} entries"
            words = f"{words}; the journal was restored; read it again from the start"
            raise Refused(ServerRefusal.ENTRY_UNKNOWN, words, self.after)


class AskWholeTest(msgspec.Struct, frozen=True, tag_field="ask", tag="whole-test"):
    """Ask for the full self-test; results are streamed check by check."""

    settings: Settings

    def pieces(self) -> Iterator[bytes]:
        return map(encode, self._checks())

    def _checks(self) -> Iterator[Check]:
        """Check all journals as they were at the start, while tables keep writing.

        Each transaction reads only a few batches, so that the database can vacuum."""
        settings = self.settings
        names = (HOUSE, *(table.id for table in settings.tables))
        with closing(settings.place.open_for_reading()) as journals:
            people = PersonKeys(settings.keys_folder / PERSON_KEYS)
            opened = {name: keyed(journals.store(name), name, settings.snapshot_key) for name in names}
            stores = {name: BoundedStore(VeiledStore(store, people, name)) for name, store in opened.items()}
            yield from house_test(settings, stores, whole=True)
            yield claim_test(journals)
            yield from mirror_test(settings, names if settings.mirror.folder else ())


Question = (
    AskRound | AskSeatRounds | AskSession | AskVouchers | AskJournals | AskEvidence | AskPast | AskReport | LabQuestion
    | LogQuestion | AskEntries | AskEvents | AskAttempts
)  # fmt: skip
Streamed = AskExport | AskWholeTest

session_of = msgspec.json.Decoder(tuple[list[Lived], bool]).decode
seat_rounds_of = msgspec.json.Decoder(dict[int, list[Lived]]).decode
events_of = msgspec.json.Decoder(Page).decode
past_of = msgspec.json.Decoder(dict[int, PastRound]).decode


def kind_of(question: Question) -> str:
    return str(question.__struct_config__.tag)


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
    what = (issued.amount, issued.ending, issued.expires)
    one = b.VoucherInfo(told.seq, table, issued.seat, told.at, *what, collected=False)
    later = (pointer.seq for pointer in index.find(VOUCHER, voucher_number(issued.voucher)) if pointer.seq > told.seq)
    for other in told_at(store, later):
        match other.event:
            case e.VoucherCollected(voucher=voucher) if voucher == issued.voucher:
                one = replace(one, collected=True)
            case e.VoucherCancelled(voucher=voucher) if voucher == issued.voucher:
                one = replace(one, cancelled=True)
            case e.VoucherRedeemed(voucher=voucher) | e.CreditBought(voucher=voucher) if voucher == issued.voucher:
                one = replace(one, redeemed=True)
    return one


def answer_all(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Tell which process answers, then answer until nobody asks."""
    _write(answers, PID, b"%d" % os.getpid())
    decoder: msgspec.json.Decoder[Question | Streamed] = msgspec.json.Decoder(Question | Streamed)
    while len(head := questions.read(FRAME.size)) == FRAME.size:
        asked = questions.read(size := FRAME.unpack(head)[1])
        if len(asked) < size:
            return
        question = decoder.decode(asked)
        for form, told in _pieces(question) if isinstance(question, Streamed) else (_told(question, answers),):
            _write(answers, form, told)


def _write(answers: IO[bytes], form: int, told: bytes) -> None:
    answers.write(FRAME.pack(form, len(told)))
    answers.write(told)
    answers.flush()


def _pieces(question: Streamed) -> Iterator[tuple[int, bytes]]:
    """Yield the pieces of an answer; an empty one marks the end."""
    try:
        yield from ((ANSWER, piece) for piece in question.pieces())
    except Refused as refused:
        yield REFUSAL, encode(Said.of(refused))
    else:
        yield ANSWER, b""


def _told(question: Question, answers: IO[bytes]) -> tuple[int, bytes]:
    def progress(table: str, done: int, of: int) -> None:
        _write(answers, PROGRESS, encode(Reading(kind_of(question), table, done, of)))

    try:
        return ANSWER, question.answer(progress) if isinstance(question, AskReport) else question.answer()
    except Refused as refused:
        return REFUSAL, encode(Said.of(refused))
    except Exception:
        log.exception("a reading failed")
        words = "a program error while reading; it was logged; call a technician"
        return REFUSAL, encode(Said.of(Refused(ServerRefusal.PROGRAM_ERROR, words, "")))
