"""A report as a printable page: one file, no scripts, no external resources."""

from base64 import b64encode
from hashlib import sha256
from html import escape
from typing import Final

from taisai.reports.cells import NUMBERS, heading, notes, period, shown_row
from taisai.reports.report import Column, Report, Row, Section

STYLE: Final = """
@page { margin: 6mm; }
body { background: #fff; color: #111; font: 10pt/1.4 system-ui, sans-serif; margin: 1.5rem; }
h1 { font-size: 16pt; margin: 0 0 .5rem; }
dl { display: grid; grid-template-columns: max-content auto; gap: 0 1rem; margin: 0 0 1rem; }
dt { color: #444; }
dd { margin: 0; }
table { border-collapse: collapse; width: 100%; }
p + table { margin-top: 1.5rem; }
caption { text-align: left; font-weight: 600; padding: 0 0 .4rem; }
th, td { border-bottom: 1px solid #bbb; padding: .2rem .5rem; text-align: left; vertical-align: top; }
thead th { border-bottom: 2px solid #111; vertical-align: bottom; }
tfoot th, tfoot td { border-top: 2px solid #111; font-weight: 600; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.words { white-space: normal; }
.wide { overflow-x: auto; }
p, dd { overflow-wrap: anywhere; }
tbody th { font-weight: 400; }
thead { display: table-header-group; }
tfoot { display: table-row-group; }
tr { break-inside: avoid; }
@media print {
  body { margin: 0; font-size: 7.5pt; }
  th, td { padding: .15rem .3rem; overflow-wrap: anywhere; }
  thead th { hyphens: auto; }
  p { break-inside: avoid; }
  .wide { overflow: visible; }
}
@media print and (max-width: 215mm) { body { font-size: 6.5pt; } th, td { padding: .1rem .2rem; } }
@media print and (max-width: 120mm) {
  body { font-size: 8pt; }
  dl, table, caption, tbody, tfoot, tr { display: block; }
  dt { font-weight: 600; }
  thead { display: none; }
  tr { padding: 1mm 0; border-bottom: 0.5pt solid #111; }
  :is(tbody, tfoot) :is(th, td) {
    display: flex; justify-content: space-between; gap: 2mm; padding: 0; border: 0; text-align: right;
  }
  th::before, td::before { content: attr(data-name); flex: none; text-align: left; }
}
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
        f"{_parts(report)}\n</body>\n</html>\n"
    )


def _heading(report: Report) -> str:
    return f"<dl>{''.join(f'<dt>{escape(name)}</dt><dd>{escape(said)}</dd>' for name, said in heading(report))}</dl>"


def _parts(report: Report) -> str:
    return "\n".join(f"{_table(report, part)}\n{_notes(report, part)}" for part in report.parts)


def _table(report: Report, part: Section) -> str:
    names = "".join(f'<th scope="col"{_class(column)}>{escape(column.name)}</th>' for column in part.columns)
    rows = "\n".join(_row(part.columns, row) for row in part.rows)
    totals = "\n".join(_row(part.columns, row) for row in part.totals)
    caption = escape(part.title if part.name else f"{part.title}, {period(report)}")
    foot = f"\n<tfoot>\n{totals}\n</tfoot>" if totals else ""
    head = f"<thead><tr>{names}</tr></thead>"
    return f"<table>\n<caption>{caption}</caption>\n{head}\n<tbody>\n{rows}\n</tbody>{foot}\n</table>"


def _row(columns: tuple[Column, ...], row: Row) -> str:
    """Return a row. Its first cell is the row's heading."""
    cells = list(zip(columns, map(escape, shown_row(columns, row)), strict=True))
    first, *rest = (
        f'<th scope="row"{_name(column)}>{said}</th>'
        if not place
        else f"<td{_name(column)}{_class(column)}>{said}</td>"
        for place, (column, said) in enumerate(cells)
    )
    return f"<tr>{first}{''.join(rest)}</tr>"


def _name(column: Column) -> str:
    """Return the column's name, which is printed beside each cell on narrow paper."""
    return f' data-name="{escape(column.name)}"'


def _class(column: Column) -> str:
    return ' class="number"' if column.kind in NUMBERS else ""


def _notes(report: Report, part: Section) -> str:
    return "".join(f"<p>{escape(note)}</p>" for note in notes(report, part))
