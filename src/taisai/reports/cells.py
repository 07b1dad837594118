"""A cell as people read it."""

from fractions import Fraction

from taisai.reports.period import SECONDS
from taisai.reports.report import Cell, Kind, Report

NUMBERS = (Kind.COUNT, Kind.MONEY, Kind.SHARE)


def shown(cell: Cell, kind: Kind) -> str:
    """Grouped by thousands; a share as a percentage, any other fraction to the nearest whole."""
    if isinstance(cell, str):
        return to_seconds(cell) if kind is Kind.TIME else cell
    return f"{percent(Fraction(cell))} %" if kind is Kind.SHARE else f"{round(cell):,}"


def to_seconds(at: str) -> str:
    return at[:SECONDS].replace("T", " ")


def percent(number: Fraction) -> str:
    """To four places, without ever being a float."""
    places = round(number * 1_000_000)
    whole, rest = divmod(abs(places), 10_000)
    return f"{'-' if places < 0 else ''}{whole}.{rest:04d}"


def heading(report: Report) -> tuple[tuple[str, str], ...]:
    """What every report says of itself."""
    return (
        ("report", report.title),
        ("site", report.site),
        ("period", period(report)),
        ("made at", to_seconds(report.made_at)),
        ("software", f"taisai {report.version}"),
        *(("table", said) for said in report.house_games),
    )


def period(report: Report) -> str:
    return f"from {to_seconds(report.period_from)} until {to_seconds(report.period_to)}"


MONEY_NOTE = "Amounts are whole minor units of their currency; times are UTC."


def notes(report: Report) -> tuple[str, ...]:
    has_money = any(column.kind is Kind.MONEY for column in report.columns)
    return (MONEY_NOTE, *report.notes) if has_money else report.notes
