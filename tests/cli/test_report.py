"""Reports from the command line."""

import csv
import json
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from taisai.cli import play, report
from taisai.house.tables import HOUSE
from taisai.journal.entry import By, Entry
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import START, sealed
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_writing
from taisai.people.events import HappeningNoted
from taisai.reports.formats import FORMATS
from taisai.reports.refusals import ReportRefusal
from taisai.reports.registry import REPORTS
from taisai.rules.refusals import Refusal, Refused

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*args, code=0, command=report.command):
        result = CliRunner().invoke(command, [*map(str, args)])
        if isinstance(result.exception, Refused):
            raise result.exception
        assert result.exit_code == code, result.output
        return result.output

    return run


@pytest.fixture
def journal(run):
    """Two tables of a house in one file."""
    for name in ("03-wrong-entry", "01-a-round"):
        run(EXAMPLES / f"{name}.txt", "--journal", "floor.db", command=play.command)
    return "floor.db"


@pytest.fixture
def ask(run):
    return lambda *args: json.loads(run(*args, "--json"))


def test_every_report_is_listed_with_what_it_is_made_by(run, ask):
    shown = run("--list")
    for name, kind in REPORTS.items():
        assert f"{name:<13}{kind.title}" in shown
    assert "(by session, table, day, month, year, gaming-day, shift)" in shown
    assert [one["name"] for one in ask("--list")["reports"]] == list(REPORTS)


@pytest.mark.parametrize("name", [name for name in REPORTS if name not in ("events", "duties", "ratings")])
def test_every_report_is_made_of_all_tables(run, ask, journal, name):
    assert REPORTS[name].title in run(name, journal)
    document = ask(name, journal)
    assert (document["title"], document["site"]) == (REPORTS[name].title, "floor")
    assert document["version"].startswith("0.")
    assert document["period_to"] == document["made_at"]


def test_tables_are_chosen(ask, journal):
    assert [row[0] for row in ask("turnover", journal)["rows"]] == ["etg/1", "rws-6/2"]
    assert [row[0] for row in ask("turnover", journal, "--table", "rws-6/2")["rows"]] == ["rws-6/2"]
    both = ask("turnover", journal, "--table", "rws-6/2", "--table", "etg/1")
    assert [row[0] for row in both["rows"]] == ["etg/1", "rws-6/2"]


def test_a_period_and_a_grouping_are_passed_on(ask, journal):
    assert ask("turnover", journal, "--until", "2020-01-01")["rows"] == []
    document = ask("turnover", journal, "--since", "2020-01-01", "--by", "area", "--site", "Here")
    assert (document["period_from"], document["site"]) == ("2020-01-01T00:00:00", "Here")
    assert document["columns"][0]["name"] == "area"
    assert {row[0] for row in document["rows"]} == {"big", "corrections", "double", "odd"}


def test_formats(run, journal, tmp_path):
    assert tuple(FORMATS) == report.FORMATS
    assert {*report.GROUPS} == {group for kind in REPORTS.values() for group in kind.groups}
    assert run("turnover", journal, "--format", "html").startswith("<!doctype html>")
    heading = next(csv.reader(StringIO(run("turnover", journal, "--format", "csv"))))
    assert heading == ["report", REPORTS["turnover"].title]
    assert json.loads(run("turnover", journal, "--format", "json"))["title"]
    for form in FORMATS:
        assert run("turnover", journal, "--format", form, "--out", f"out.{form}") == ""
        assert REPORTS["turnover"].title in (tmp_path / f"out.{form}").read_text()


def noting(journal, *happenings):
    store = SqliteStore(open_for_writing(Path(journal)), HOUSE)
    by = By("taisai", "automation")
    entries = [
        Entry(seq, "2026-03-01T20:00:00Z", by, "", "", msgspec.Raw(msgspec.json.encode(HappeningNoted(*happening))))
        for seq, happening in enumerate(happenings, start=1)
    ]
    store.append(START, sealed(START, entries))
    store.close()


def test_significant_events_come_from_the_journal_of_the_house(ask, journal):
    noting(journal, ("started", "info", "up"), ("large-win", "warning", "seat 1 wins 500", "etg/1"))
    assert [row[2] for row in ask("events", journal)["rows"]] == ["started", "large-win"]
    assert [row[2] for row in ask("events", journal, "--table", "etg/1")["rows"]] == ["large-win"]
    assert [row[0] for row in ask("turnover", journal)["rows"]] == ["etg/1", "rws-6/2"]


REFUSED = [
    (("turnovr", "floor.db"), ReportRefusal.REPORT_UNKNOWN, "did you mean turnover?"),
    (("turnover", "floor.db", "--since", "soon"), ReportRefusal.PERIOD_INVALID, "'soon' is not a date"),
    (("shift", "floor.db", "--by", "area"), ReportRefusal.GROUPING_UNFIT, "leave the grouping out"),
    (("events", "floor.db"), ReportRefusal.SOURCE_MISSING, "the house's own journal"),
    (("turnover", "floor.db", "--table", "rws-6/3"), Refusal.TABLE_UNKNOWN, "did you mean rws-6/2?"),
    (("turnover", "floor.db", "--table", HOUSE), Refusal.TABLE_UNKNOWN, "there are etg/1, rws-6/2"),
    (("turnover", "floor.db", "--out", "floor.db"), ReportRefusal.OUT_FAILED, "File exists"),
    (("turnover", "none.db"), JournalRefusal.MISSING, "there is no journal none.db"),
]


@pytest.mark.parametrize(("args", "code", "words"), REFUSED)
def test_bad_input_is_refused(run, journal, args, code, words):
    with pytest.raises(Refused) as refused:
        run(*args)
    assert refused.value.code is code
    assert words in refused.value.words


def test_a_file_without_a_table_has_nothing_to_report(run, tmp_path):
    open_for_writing(tmp_path / "empty.db").close()
    assert "Turnover" in run("turnover", "empty.db")
    with pytest.raises(Refused) as refused:
        run("turnover", "empty.db", "--table", "T1")
    assert "there are none" in refused.value.words


@pytest.mark.parametrize(
    "args", [(), ("turnover",), ("turnover", "floor.db", "--format", "docx"), ("x", "y", "--by", "z")]
)
def test_a_command_line_that_makes_no_sense_ends_with_2(run, args):
    run(*args, code=2)
