"""Report cells as text for people."""

from fractions import Fraction

from taisai.reports.period import SECONDS
from taisai.reports.report import Cell, Column, Kind, Report, Row, Section
from taisai.rules.currency import units

NUMBERS = (Kind.COUNT, Kind.MONEY, Kind.SHARE)


def shown(cell: Cell, kind: Kind, currency: str = "") -> str:
    """Return a cell as text.

    Thousands are grouped, money is in units of its currency, a share is a percentage, and any other fraction is rounded
    to a whole number."""
    if isinstance(cell, str):
        return to_seconds(cell) if kind is Kind.TIME else cell
    match kind:
        case Kind.SHARE:
            return f"{percent(Fraction(cell))} %"
        case Kind.MONEY:
            return f"{units(round(cell), currency):,}"
    return f"{round(cell):,}"


def shown_row(columns: tuple[Column, ...], row: Row) -> list[str]:
    currency = currency_of(columns, row)
    return [shown(cell, column.kind, currency) for column, cell in zip(columns, row, strict=True)]


def currency_of(columns: tuple[Column, ...], row: Row) -> str:
    """Return the currency that the row names."""
    return next((str(cell) for column, cell in zip(columns, row, strict=True) if column.name == "currency"), "")


def to_seconds(at: str) -> str:
    return at[:SECONDS].replace("T", " ")


def percent(number: Fraction) -> str:
    """Return a percentage with four decimals, without floats."""
    places = round(number * 1_000_000)
    whole, rest = divmod(abs(places), 10_000)
    return f"{'-' if places < 0 else ''}{whole}.{rest:04d}"


def heading(report: Report) -> tuple[tuple[str, str], ...]:
    """Return the lines at the top of every report."""
    return (
        ("report", report.title),
        ("site", report.site),
        ("period", period(report)),
        *((("gaming day", said_house_time(report.house_time)),) if report.house_time else ()),
        ("made at", to_seconds(report.made_at)),
        ("software", f"taisai {report.version}"),
        *(("table", said) for said in report.house_games),
    )


def said_house_time(house_time: str) -> str:
    day, _, rest = house_time.partition(" ")
    return f"{day}, shift {rest}" if rest else day


def period(report: Report) -> str:
    return f"from {to_seconds(report.period_from)} until {to_seconds(report.period_to)}"


MONEY_NOTE = "Amounts are in units of their currency; times are UTC."


def notes(report: Report, part: Section) -> tuple[str, ...]:
    """Return the notes of a section. Those that apply to all sections go with the first."""
    has_money = any(column.kind is Kind.MONEY for one in report.parts for column in one.columns)
    return (MONEY_NOTE, *part.notes) if has_money and not part.name else part.notes
