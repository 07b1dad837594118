"""Table results: opening float, moves, closing float and win of each session."""

from collections import defaultdict
from collections.abc import Iterator

import msgspec

from taisai.reports.float_sums import FLOAT_SUMS, FloatSums
from taisai.reports.money import Counted, corrections, counted, gained, voucher_out
from taisai.reports.period import HOUSE_TIME
from taisai.reports.report import Body, Row, columns
from taisai.reports.sources import Journal, Sources, journals
from taisai.rules.currency import figures
from taisai.table import events as e

GROUPS = ("session", "table", "day", "month", "year", *HOUSE_TIME)
NOTES = (
    "A session counts as a whole when the table closes; corrections while it is closed count in the next one.",
    "Win is closing float plus credits and drop, minus opening float and fills; owed is not included.",
)
OPEN_NOTE = "Table {} has not closed: {} is its win so far, which is not in any row."


class Result(msgspec.Struct):
    """`win` is what play has brought so far, until it is the one at closing."""

    sessions: int = 0
    bought_in: int = 0
    vouchers_in: int = 0
    vouchers_out: int = 0
    win: int = 0
    owed: int = 0
    floats: FloatSums = msgspec.field(default_factory=FloatSums)

    @property
    def cells(self) -> tuple[int, ...]:
        bought = self.bought_in, self.vouchers_in, self.vouchers_out
        return self.sessions, *msgspec.structs.astuple(self.floats), *bought, self.win, self.owed

    def add(self, other: "Result") -> None:
        self.floats.add(other.floats)
        for name in ("sessions", "bought_in", "vouchers_in", "vouchers_out", "win", "owed"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def post(self, event: Counted) -> None:
        match event:
            case e.TableClosed():
                self.sessions, self.win = 1, event.win
            case e.CreditBought(amount=amount, voucher=voucher) if voucher:
                self.vouchers_in += amount
            case e.CreditBought(amount=amount):
                self.bought_in += amount
        self.floats.post(event)
        self.win += gained(event)
        self.vouchers_out += voucher_out(event)[1]
        self.owed += sum(one.owed for one in corrections(event))


class Session(msgspec.Struct):
    """From one closing to the next; `opened` and `closed` are empty until they happen."""

    result: Result = msgspec.field(default_factory=Result)
    opened: str = ""
    closed: str = ""

    def post(self, at: str, event: Counted) -> None:
        match event:
            case e.TableOpened():
                self.opened = at
            case e.TableClosed():
                self.closed = at
        self.result.post(event)


def results(sources: Sources) -> Body:
    rows: list[Row] = []
    groups: defaultdict[tuple[str, str], Result] = defaultdict(Result)
    totals: defaultdict[str, Result] = defaultdict(Result)
    notes = [*NOTES]
    period = sources.period
    for journal in journals(sources):
        for session in _sessions(journal):
            if not session.closed:
                notes += (
                    [OPEN_NOTE.format(journal.table, figures(session.result.win, journal.currency))]
                    if session.opened
                    else []
                )
            elif period.holds(session.closed):
                group = sources.group(journal.table, session.closed)
                groups[group, journal.currency].add(session.result)
                totals[journal.currency].add(session.result)
                rows.append(_row((journal.table, session.opened, session.closed), journal.currency, session.result))
    by_session = sources.by == "session"
    if not by_session:
        rows = [_row((group,), currency, result) for (group, currency), result in sorted(groups.items())]
    named = {"table": "text", "opened": "time", "closed": "time"} if by_session else {sources.by: "text"}
    blank = ("", "") if by_session else ()
    return Body(
        columns(**named, currency="text", sessions="count", **FLOAT_SUMS, bought_in="money",
                vouchers_in="money", vouchers_out="money", win="money", owed="money"),
        tuple(rows),
        tuple(_row(("total", *blank), currency, result) for currency, result in sorted(totals.items())),
        tuple(notes),
    )  # fmt: skip


def _sessions(journal: Journal) -> Iterator[Session]:
    session = Session()
    for told, event in counted(journal.sessions):
        session.post(told.at, event)
        if session.closed:
            yield session
            session = Session()
    yield session


def _row(named: tuple[str, ...], currency: str, result: Result) -> Row:
    return (*named, currency, *result.cells)
