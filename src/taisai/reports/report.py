"""What every report is, whatever it is about: a heading that says what, of whom and when, and rows below it."""

from enum import Enum
from fractions import Fraction

import msgspec

from taisai.rules.control_characters import spelled_out


class Kind(Enum):
    """How the cells of a column are shown. Money is in minor units; a share is shown as a percentage."""

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
    """What one kind of report finds out; a total is as wide as a row, and there is one for each currency."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    totals: tuple[Row, ...] = ()
    notes: tuple[str, ...] = ()
    sections: "tuple[Section, ...]" = ()

    def __post_init__(self) -> None:
        assert all(len(row) == len(self.columns) for row in (*self.rows, *self.totals)), self.columns


class Section(msgspec.Struct, frozen=True):
    """One more table of a report; screens find their words for it by its name."""

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
    """`house_games` are the tables that deal themselves, each with what it is. `house_time` is the gaming day or
    the shift that the period is, empty where it is another; `sections` are further tables."""

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
        """All its tables, its own first."""
        return (Section("", self.title, self.columns, self.rows, self.totals, self.notes), *self.sections)

    def spelled_out(self) -> "Report":
        """For people to read: what players and staff wrote commands no terminal and turns no line round."""
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
    """Each column's kind by its name, with underscores for spaces."""
    return tuple(Column(name.replace("_", " ").strip(), Kind(kind)) for name, kind in kinds.items())


def share(part: int | Fraction, whole: int) -> Cell:
    """Nothing where there is no whole to be part of."""
    return Fraction(part) / whole if whole else ""
