"""A report as a page to be printed: one file, no scripts, nothing fetched."""

from base64 import b64encode
from hashlib import sha256
from html import escape
from typing import Final

from taisai.reports.cells import NUMBERS, heading, notes, period, shown
from taisai.reports.report import Column, Report, Row

STYLE: Final = """
@page { size: A4 landscape; margin: 12mm; }
body { background: #fff; color: #111; font: 10pt/1.4 system-ui, sans-serif; margin: 1.5rem; }
h1 { font-size: 16pt; margin: 0 0 .5rem; }
dl { display: grid; grid-template-columns: max-content auto; gap: 0 1rem; margin: 0 0 1rem; }
dt { color: #444; }
dd { margin: 0; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-weight: 600; padding: 0 0 .4rem; }
th, td { border-bottom: 1px solid #bbb; padding: .2rem .5rem; text-align: left; vertical-align: top; }
thead th { border-bottom: 2px solid #111; vertical-align: bottom; }
tfoot th, tfoot td { border-top: 2px solid #111; font-weight: 600; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
tbody th { font-weight: 400; }
thead { display: table-header-group; }
tfoot { display: table-row-group; }
tr { break-inside: avoid; }
@media print { body { margin: 0; font-size: 8pt; } }
"""
STYLE_HASH: Final = f"sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}"
POLICY: Final = f"default-src 'none'; style-src '{STYLE_HASH}'"


def text(report: Report) -> str:
    report = report.spelled_out()
    title = escape(f"{report.title}, {report.site}")
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>{escape(report.title)}</h1>\n{_heading(report)}\n"
        f"{_table(report)}\n{_notes(report)}\n</body>\n</html>\n"
    )


def _heading(report: Report) -> str:
    return f"<dl>{''.join(f'<dt>{escape(name)}</dt><dd>{escape(said)}</dd>' for name, said in heading(report))}</dl>"


def _table(report: Report) -> str:
    names = "".join(f'<th scope="col"{_class(column)}>{escape(column.name)}</th>' for column in report.columns)
    rows = "\n".join(_row(report.columns, row) for row in report.rows)
    totals = "\n".join(_row(report.columns, row) for row in report.totals)
    caption = escape(f"{report.title}, {period(report)}")
    foot = f"\n<tfoot>\n{totals}\n</tfoot>" if totals else ""
    head = f"<thead><tr>{names}</tr></thead>"
    return f"<table>\n<caption>{caption}</caption>\n{head}\n<tbody>\n{rows}\n</tbody>{foot}\n</table>"


def _row(columns: tuple[Column, ...], row: Row) -> str:
    """The first cell says what the row is about."""
    cells = [(column, escape(shown(cell, column.kind))) for column, cell in zip(columns, row, strict=True)]
    first, *rest = (
        f'<th scope="row">{said}</th>' if not place else f"<td{_class(column)}>{said}</td>"
        for place, (column, said) in enumerate(cells)
    )
    return f"<tr>{first}{''.join(rest)}</tr>"


def _class(column: Column) -> str:
    return ' class="number"' if column.kind in NUMBERS else ""


def _notes(report: Report) -> str:
    return "".join(f"<p>{escape(note)}</p>" for note in notes(report))
