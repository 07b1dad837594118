"""Sources of a report: journals, read entry by entry and never held in memory."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Final

import msgspec

from taisai.house.gaming_days import GamingDays
from taisai.house.journal_index import balances_of, whole
from taisai.house.recall import Told, history, told_from
from taisai.house.topics import kind
from taisai.journal.index import Looking, Pointer
from taisai.journal.minutes import MINUTE, minute_of
from taisai.journal.store import Store
from taisai.ledger.balances import Ledger, bank_of
from taisai.reports.period import CALENDAR, HOUSE_TIME, Period
from taisai.table import events as e
from taisai.table.electronic import table_kind

MINUTES_MOST: Final = 9999_12_31_23_59
TOLD_EVERY: Final = 4096  # entries; they take some milliseconds

Progress = Callable[[str, int, int], None]
"""Called with the table that is read, the number of entries read, and the total."""


class Noted(msgspec.Struct, frozen=True):
    """A significant event, as the house journal records it."""

    seq: int
    at: str
    code: str
    severity: str
    table: str
    device: str
    by: str
    words: str


class Served(msgspec.Struct, frozen=True):
    """A duty: person, kind, table and times; `ended` is empty while it lasts."""

    name: str
    duty: str
    table: str
    began: str
    ended: str


class Rated(msgspec.Struct, frozen=True):
    """A rating: the player's pseudonym, place, rounds and times; `last` is 0 and `ended` empty while it lasts."""

    rating: int
    player: str
    table: str
    seat: int
    first: int
    began: str
    last: int = 0
    ended: str = ""


def to_nobody(table: str, done: int, of: int) -> None:
    """Ignore the progress of a short report."""


class Sources(msgspec.Struct, frozen=True):
    """`by` is the grouping of rows; empty for the report's default. `paytables` are references to the house's own pay
    tables, which give the areas of spots; shipped ones are always known."""

    stores: Mapping[str, Store]
    site: str
    version: str
    made_at: str
    since: str = ""
    until: str = ""
    by: str = ""
    noted: Iterable[Noted] | None = None
    paytables: tuple[str, ...] = ()
    progress: Progress = to_nobody
    days: GamingDays = GamingDays()
    served: Iterable[Served] | None = None
    rated: Iterable[Rated] | None = None

    @property
    def period(self) -> Period:
        return Period.of(self.since, self.until)

    def group(self, table: str, at: str, dealer: str = "") -> str:
        if self.by == "dealer":
            return dealer
        if self.by in HOUSE_TIME:
            return self.days.day(at) if self.by == "gaming-day" else self.days.shift(at)
        return at[: CALENDAR[self.by]] if self.by in CALENDAR else table


class Journal(msgspec.Struct, frozen=True):
    """`index` finds entries. `first` is the first entry of the period, `last` the last run of entries that can be in
    it."""

    table: str
    installed: e.TableInstalled
    store: Store
    index: Looking
    period: Period
    first: int
    last: Pointer | None
    progress: Progress

    @property
    def entries(self) -> Iterator[Told]:
        """The entries of the period, and some before it, from the beginning of a round."""
        milestone = self.index.milestone(self.first)
        return self.read(milestone.seq if milestone else 1)

    @property
    def opening(self) -> Ledger:
        """The ledger before the first of the entries."""
        ledger = Ledger(bank_of(self.installed.money))
        ledger.balances.update(balances_of(self.index.milestone(self.first)))
        return ledger

    @property
    def sessions(self) -> Iterator[Told]:
        """The entries of sessions that ended in the period, and of the session that was open at its end."""
        closed = [one.seq for one in self.index.find(kind(e.TableClosed)) if one.seq < self.first]
        return self.read(max(closed, default=0) + 1)

    def read(self, seq: int) -> Iterator[Told]:
        """Return the entries to the end of the period.

        If a clock was set back, later entries have earlier times, so each entry is checked."""
        entries = takewhile(self._may_be_in, self._followed(seq))
        return (told for told in entries if not self.period.is_over(told.at))

    def _followed(self, first: int) -> Iterator[Told]:
        last = self.last.seq if self.period.until and self.last else self.store.head().seq
        for told in told_from(self.store, first):
            if told.seq % TOLD_EVERY == 0:
                self.progress(self.table, min(told.seq, last) - first, last - first)
            yield told

    def _may_be_in(self, told: Told) -> bool:
        last = self.last
        return not self.period.until or (
            last is not None and (told.seq <= last.seq or minute_of(told.at) == last.number)
        )

    @property
    def currency(self) -> str:
        return self.installed.currency

    @property
    def kind(self) -> str:
        return table_kind(self.installed.paytable, self.installed.automation)


def journals(sources: Sources) -> Iterator[Journal]:
    for table, store in sources.stores.items():
        first = next(history(store), None)
        if first is not None:
            assert isinstance(first.event, e.TableInstalled), "a journal begins with its table"
            yield _journal(table, store, first.event, sources)


def house_games(sources: Sources) -> tuple[str, ...]:
    """Return the tables that deal themselves, by kind."""
    kinds: dict[str, list[str]] = {}
    for journal in journals(sources):
        kinds.setdefault(journal.kind, []).append(journal.table)
    return tuple(f"{', '.join(tables)}: {kind}" for kind, tables in kinds.items() if kind)


def _journal(table: str, store: Store, installed: e.TableInstalled, sources: Sources) -> Journal:
    index, period = whole(store), sources.period
    first, last = bounds(index, period)
    return Journal(table, installed, store, index, period, first if period.since else 1, last, sources.progress)


def bounds(index: Looking, period: Period) -> tuple[int, Pointer | None]:
    """Return the first entry of the period, and the last run of entries that can be in it."""
    low = minute_of(period.since) if period.since else 0
    high = minute_of(period.until) if period.until else MINUTES_MOST
    within = index.find(MINUTE, low, high)
    last = max(within, key=lambda one: one.seq, default=index.before(MINUTE, low))
    return min((one.seq for one in within), default=last.seq if last else 1), last
