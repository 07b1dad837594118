"""What a report is made from: journals, read entry by entry and never held."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from taisai.books.load import paytable
from taisai.house.electronic import table_kind
from taisai.house.recall import Told, history
from taisai.journal.store import Store
from taisai.reports.period import CALENDAR, Period
from taisai.rules.paytable import PayTable
from taisai.table import events as e


class Noted(msgspec.Struct, frozen=True):
    """A significant event, as whoever keeps them tells it."""

    seq: int
    at: str
    code: str
    severity: str
    table: str
    device: str
    by: str
    words: str


class Sources(msgspec.Struct, frozen=True):
    """`by` is what the rows are grouped by, empty for what the report does by itself. `paytable` finds a pay table by
    its name, to learn which area a spot is in; a house with rulebooks of its own gives its own."""

    stores: Mapping[str, Store]
    site: str
    version: str
    made_at: str
    since: str = ""
    until: str = ""
    by: str = ""
    noted: Iterable[Noted] | None = None
    paytable: Callable[[str], PayTable] = paytable

    @property
    def period(self) -> Period:
        return Period.of(self.since, self.until)

    def group(self, table: str, at: str) -> str:
        return at[: CALENDAR[self.by]] if self.by in CALENDAR else table


class Journal(NamedTuple):
    """`entries` end with the period; those before it are among them, for whoever needs what they add up to."""

    table: str
    installed: e.TableInstalled
    entries: Iterator[Told]

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
            yield Journal(table, first.event, _until(store, sources.period))


def house_games(sources: Sources) -> tuple[str, ...]:
    """The tables that deal themselves, those of one kind together."""
    kinds: dict[str, list[str]] = {}
    for journal in journals(sources):
        kinds.setdefault(journal.kind, []).append(journal.table)
    return tuple(f"{', '.join(tables)}: {kind}" for kind, tables in kinds.items() if kind)


def _until(store: Store, period: Period) -> Iterator[Told]:
    """A clock that was set back puts a later entry before an earlier one, so reading does not stop at the bound."""
    return (told for told in history(store) if not period.is_over(told.at))
