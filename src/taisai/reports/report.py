"""What every report is, whatever it is about: a heading that says what, of whom and when, and rows below it."""

from enum import Enum
from fractions import Fraction

import msgspec


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

    def __post_init__(self) -> None:
        assert all(len(row) == len(self.columns) for row in (*self.rows, *self.totals)), self.columns


class Report(msgspec.Struct, frozen=True):
    """`house_games` are the tables that deal themselves, each with what it is."""

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


def columns(**kinds: str) -> tuple[Column, ...]:
    """Each column's kind by its name, with underscores for spaces."""
    return tuple(Column(name.replace("_", " ").strip(), Kind(kind)) for name, kind in kinds.items())


def share(part: int | Fraction, whole: int) -> Cell:
    """Nothing where there is no whole to be part of."""
    return Fraction(part) / whole if whole else ""
