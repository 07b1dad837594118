"""A PAR sheet as text, for screens, paper and programs."""

from collections.abc import Iterator
from fractions import Fraction
from html import escape
from typing import Final

from taisai.maths.par import ROUNDS, ParLine, par_lines
from taisai.reports.page import POLICY, STYLE
from taisai.rules.paytable import PayTable
from taisai.rules.rulebook import Rulebook

HEADINGS: Final = (
    "spots", "n", "pays", "ways", "hit %", "return %", "edge %", "variance", "VI 90 %",
    *(f"10^{len(str(n)) - 1}, %" for n in ROUNDS),
)  # fmt: skip
NOTES: Final = (
    "Ways are out of 216; a throw that returns only the stake or part of it is not a hit but counts in the return.",
    "Return, edge and variance are for one unit staked, exact but rounded here; the variance is of the player's net.",
    "VI 90 %, the volatility index, is 1.645 standard deviations of one round.",
    "The last columns show the range of the return in 90 % of cases after that many rounds (normal distribution).",
    "For a long shot over few rounds they are only a rough guide.",
)
PLACES: Final = 4


def par_rows(table: PayTable) -> list[tuple[str, ...]]:
    return [_row(line) for line in par_lines(table)]


def _row(line: ParLine) -> tuple[str, ...]:
    exact = line.figures
    bands = (f"{_decimal(band.low * 100, 2)}-{_decimal(band.high * 100, 2)}" for band in line.bands)
    return (
        _name(line), str(len(line.spots)), line.spots[0].odds_words, str(exact.ways), _percent(exact.hit),
        _percent(line.returns), _percent(exact.edge), _decimal(exact.variance), _decimal(line.volatility), *bands,
    )  # fmt: skip


def _name(line: ParLine) -> str:
    first, *_, last = [str(spot.id) for spot in (*line.spots, line.spots[-1])]
    return first if len(line.spots) == 1 else f"{first} to {last}"


def _percent(number: Fraction) -> str:
    return _decimal(number * 100)


def _decimal(number: Fraction, places: int = PLACES) -> str:
    """Return a decimal, rounded half up, without floats."""
    whole = (abs(number) * 10**places * 2 + 1) // 2
    sign = "-" if number < 0 and whole else ""
    return f"{sign}{whole // 10**places}.{whole % 10**places:0{places}d}"


def par_head(book: Rulebook, table: PayTable) -> tuple[str, ...]:
    said = book.rulebook
    return (
        f"PAR sheet of {table.id}: {table.name}",
        f"{said.house}, {said.title}, {said.edition}",
        f"Source: {said.source}",
        f"Fingerprint: {table.fingerprint}",
    )


def par_text(book: Rulebook, table: PayTable) -> list[str]:
    """Return lines of equal width for a monospaced font."""
    rows = [HEADINGS, *par_rows(table)]
    wide = [max(len(row[place]) for row in rows) for place in range(len(HEADINGS))]
    lines = ["  ".join(_cell(row[place], width, place) for place, width in enumerate(wide)) for row in rows]
    return [*par_head(book, table), "", lines[0], "-" * len(lines[0]), *lines[1:], "", *_marks(table), *NOTES]


def _marks(table: PayTable) -> list[str]:
    """Return the explanations of odds marked with a star."""
    return [f"{spot.id}: inferred, {spot.inferred}" for spot in table.spots if spot.inferred]


def _cell(text: str, width: int, place: int) -> str:
    return text.rjust(width) if place else text.ljust(width)


def par_page(book: Rulebook, table: PayTable) -> str:
    """Return a printable page: one file, no scripts, no external resources."""
    title, *about = map(escape, par_head(book, table))
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
        f"{''.join(f'<p>{line}</p>' for line in about)}\n"
        f'<div class="wide" role="group" aria-label="{title}" tabindex="0">\n'
        f"<table>\n{''.join(_html(table))}</table>\n</div>\n"
        f"{''.join(f'<p>{escape(line)}</p>' for line in (*_marks(table), *NOTES))}\n</main>\n</body>\n</html>\n"
    )


def _html(table: PayTable) -> Iterator[str]:
    heads = "".join(f'<th scope="col">{escape(text)}</th>' for text in HEADINGS)
    yield f"<thead><tr>{heads}</tr></thead>\n<tbody>\n"
    for name, *cells in par_rows(table):
        many, pays, *rest = (escape(text) for text in cells)
        shown = f'<td class="number">{many}</td><td class="number words">{pays}</td>'
        shown += "".join(f'<td class="number">{text}</td>' for text in rest)
        yield f'<tr><th scope="row">{escape(name)}</th>{shown}</tr>\n'
    yield "</tbody>\n"
