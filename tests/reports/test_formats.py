"""The same report in every format; nothing that people wrote does anything but be read."""

import csv
import json
from base64 import b64encode
from fractions import Fraction
from hashlib import sha256
from html.parser import HTMLParser
from io import StringIO

import pytest
from reports.evenings import REPORTS, evening, sources
from rich.console import Console

from taisai.reports.cells import percent
from taisai.reports.formats import FORMATS
from taisai.reports.report import Body, Column, Kind, Report
from taisai.reports.terminal import show
from taisai.rules.control_characters import spelled_out

COLUMNS = (
    Column("words", Kind.TEXT), Column("time", Kind.TIME), Column("rounds", Kind.COUNT), Column("currency", Kind.TEXT),
    Column("win", Kind.MONEY), Column("hold", Kind.SHARE),
)  # fmt: skip
EVIL = "<script>alert(1)</script>"
AT = "2026-03-01T20:00:00.123+00:00"


def made(*rows, totals=(), notes=(), title="Turnover", columns=COLUMNS):
    return Report(title, "9.9", "A & B", "2026-03-01T00:00:00", AT, AT, columns, rows, totals, notes)


def texts(report):
    return {name: form.content(report).decode() for name, form in FORMATS.items()}


@pytest.mark.parametrize("form", FORMATS)
def test_title_version_period_and_time_of_making_are_always_there(form):
    shown = texts(made())[form].replace("T20:", " 20:")
    for said in ("Turnover", "9.9", "2026-03-01", "2026-03-01 20:00:00"):
        assert said in shown


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", REPORTS)
def test_every_report_can_be_written_in_every_format(name, form):
    play = evening()
    play.round("1-1-1", (1, "big", 100))
    assert REPORTS[name].title in FORMATS[form].content(REPORTS[name].make(sources(play, noted=()))).decode()


ROW = ("a row", AT, 1234, "SGD", -1234567, Fraction(-1, 36))
TOTAL = ("total", "", 1234, "JPY", Fraction(7, 2), "")


def test_numbers_are_grouped_and_shares_are_percentages():
    shown = texts(made(ROW, totals=(TOTAL,)))
    for form in ("text", "html"):
        for said in ("1,234", "-12,345.67", "-2.7778 %", "2026-03-01 20:00:00"):
            assert said in shown[form]
        assert AT not in shown[form]


def test_a_percentage_has_four_places():
    shares = (Fraction(1, 2000), Fraction(-1, 2000), Fraction(1), Fraction(2, 3), 0)
    assert [percent(Fraction(one)) for one in shares] == ["0.0500", "-0.0500", "100.0000", "66.6667", "0.0000"]


def test_json_is_exact():
    document = json.loads(texts(made(ROW, totals=(TOTAL,), notes=("so",)))["json"])
    assert document["rows"] == [["a row", AT, 1234, "SGD", -1234567, "-1/36"]]
    assert document["totals"] == [["total", "", 1234, "JPY", "7/2", ""]]
    assert document["columns"][5] == {"name": "hold", "kind": "share"}
    assert (document["made_at"], document["notes"]) == (AT, ["so"])


def test_csv_has_plain_numbers():
    lines = list(csv.reader(StringIO(texts(made(ROW, totals=(TOTAL,)))["csv"], newline="")))
    assert lines[0] == ["report", "Turnover"]
    assert lines[6] == ["words", "time", "rounds", "currency", "win", "hold %"]
    assert lines[7] == ["a row", AT, "1234", "SGD", "-12345.67", "-2.7778"]
    assert lines[8] == ["total", "", "1234", "JPY", "4", ""]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r=", "\n=", "＝", "＋", "－", "＠", "  ="])
def test_csv_runs_no_formula(start):
    evil = f"{start}cmd|' /C calc'!A0"
    report = made((evil, "", 1, "", 1, 1), notes=(evil,), title=evil)
    cells = [cell for line in csv.reader(StringIO(texts(report)["csv"], newline="")) for cell in line]
    written = spelled_out(evil)
    assert cells.count(f"'{evil}" if written == evil else written) == 3
    assert not any(cell.lstrip(" ").startswith(("=", "+", "@", "\t", "\r", "\n", "＝")) for cell in cells)


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.words = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.words.append(data)

    def all(self, tag):
        return [attrs for found, attrs in self.tags if found == tag]


def test_a_page_is_whole_and_can_be_read_aloud():
    page = Page(texts(made(ROW, totals=(TOTAL,)))["html"])
    assert page.all("html") == [{"lang": "en"}]
    assert len(page.all("caption")) == 1
    assert [attrs["scope"] for attrs in page.all("th")] == ["col"] * 6 + ["row"] * 2
    assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in page.tags}
    assert not any(
        name in ("src", "href", "style") or name.startswith("on") for _, attrs in page.tags for name in attrs
    )
    assert "@page { margin" in texts(made())["html"], "whoever prints chooses the paper"


def test_a_page_escapes_whatever_people_wrote():
    columns = (Column(EVIL, Kind.TEXT),)
    text = texts(made((EVIL,), totals=(("\"'&<b>",),), notes=(EVIL,), title=EVIL, columns=columns))["html"]
    assert "<script" not in text
    assert "<b>" not in text
    assert Page(text).words.count(EVIL) == len(("heading", "title in the list", "column", "row", "note"))


def test_a_page_allows_its_own_style_and_nothing_else():
    text = texts(made())["html"]
    style = text.partition("<style>")[2].partition("</style>")[0]
    policy = next(
        attrs["content"] for attrs in Page(text).all("meta") if "content" in attrs and "src" in attrs["content"]
    )
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'"


def shown_at(width, report):
    page = StringIO()
    show(report, Console(file=page, width=width))
    return page.getvalue()


def test_a_terminal_that_is_too_narrow_breaks_no_number():
    report = made(ROW, totals=(TOTAL,))
    assert "hold" in shown_at(90, report).splitlines()[6]
    for width in range(20, 90):
        assert "-12,345.67" in shown_at(width, report)


def test_a_terminal_takes_no_mark_up_from_people():
    shown = shown_at(100, made(("[bold]x[/bold] [/]", "", 1, "", 1, 1), notes=("[red]y[/red]",), title="[i]z[/i]"))
    for said in ("[bold]x[/bold] [/]", "[red]y[/red]", "[i]z[/i]"):
        assert said in shown


def test_a_row_is_as_wide_as_the_columns():
    with pytest.raises(AssertionError):
        Body(COLUMNS, (("too short",),))
