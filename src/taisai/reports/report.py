"""The parts of every report: a heading with subject, site and period, and rows."""

from enum import Enum
from fractions import Fraction

import msgspec

from taisai.rules.control_characters import spelled_out


class Kind(Enum):
    """How a column is shown. Money is in minor units; a share is shown as a percentage."""

    TEXT = "text"
    TIME = "time"
    COUNT = "count"
    MONEY = "money"
    SHARE = "share"


Cell = int | str | Fraction
Row = tuple[Cell, ...]


class Column(msgspec.Struct, frozen=True):
    name: str
    kind: Kind


class Body(msgspec.Struct, frozen=True):
    """The results of one kind of report. A total has as many cells as a row, and there is one per currency."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    totals: tuple[Row, ...] = ()
    notes: tuple[str, ...] = ()
    sections: "tuple[Section, ...]" = ()

    def __post_init__(self) -> None:
        assert all(len(row) == len(self.columns) for row in (*self.rows, *self.totals)), self.columns


class Section(msgspec.Struct, frozen=True):
    """Another table of a report. Screens translate its title by its name."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    totals: tuple[Row, ...] = ()
    notes: tuple[str, ...] = ()

    def spelled_out(self) -> "Section":
        rows, totals = (tuple(map(_row, rows)) for rows in (self.rows, self.totals))
        return msgspec.structs.replace(self, rows=rows, totals=totals, notes=tuple(map(spelled_out, self.notes)))


class Report(msgspec.Struct, frozen=True):
    """`house_games` are the tables that deal themselves, each with its kind. `house_time` is the gaming day or shift of
    the period, empty for other periods. `sections` are further tables."""

    title: str
    version: str
    site: str
    period_from: str
    period_to: str
    made_at: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    totals: tuple[Row, ...]
    notes: tuple[str, ...]
    house_games: tuple[str, ...] = ()
    house_time: str = ""
    sections: tuple[Section, ...] = ()

    @property
    def parts(self) -> tuple[Section, ...]:
        """All tables of the report, the main one first."""
        return (Section("", self.title, self.columns, self.rows, self.totals, self.notes), *self.sections)

    def spelled_out(self) -> "Report":
        """Return the report for people to read.

        Text by players and staff cannot send terminal commands or reverse the direction of a line."""
        told = {name: spelled_out(getattr(self, name)) for name in ("title", "site", "period_from", "period_to")}
        rows, totals = (tuple(map(_row, rows)) for rows in (self.rows, self.totals))
        notes, games = (tuple(map(spelled_out, words)) for words in (self.notes, self.house_games))
        sections = tuple(one.spelled_out() for one in self.sections)
        return msgspec.structs.replace(
            self, rows=rows, totals=totals, notes=notes, house_games=games, sections=sections, **told
        )


def _row(row: Row) -> Row:
    return tuple(spelled_out(cell) if isinstance(cell, str) else cell for cell in row)


def columns(**kinds: str) -> tuple[Column, ...]:
    """Return columns from names and kinds. Underscores become spaces."""
    return tuple(Column(name.replace("_", " ").strip(), Kind(kind)) for name, kind in kinds.items())


def share(part: int | Fraction, whole: int) -> Cell:
    """Return the share; empty if the whole is zero."""
    return Fraction(part) / whole if whole else ""
