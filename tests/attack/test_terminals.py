"""What strangers write never commands the terminal of whoever reads it."""

import json
import logging
import re
from io import StringIO

import pytest
from click.testing import CliRunner
from rich.table import Table as Grid
from rich.text import Text
from server.making import BOSS, HAND, house

from taisai.cli.output import console, print_json, print_refusal
from taisai.cli.recall import command as recall
from taisai.cli.report import command as report_command
from taisai.journal.verify_taisai import Verdict
from taisai.journal.verify_taisai import words as verified_words
from taisai.people.significant_events import Happening
from taisai.reports.formats import FORMATS
from taisai.reports.report import Column, Kind, Report
from taisai.rules.control_characters import spelled_out, spelled_out_json
from taisai.rules.refusals import Refusal, Refused, shown
from taisai.rules.vocabulary import Role
from taisai.server.run import JsonLines
from taisai.table import commands as c

ATTACKS = (
    "\x1b]0;owned\x07", "\x1b[2J\x1b[H", "\x1b[31mred", "\x9b31mred", "\x9d0;owned\x9c", "\x90q\x9c", "a\rb", "a\x08b",
    "a\x7fb", "\x85next", "\u202eevil\u202c", "\u2066evil\u2069", "\u2028line", "\x00", "\x0e", "\x1b(0", "\ud800",
)  # fmt: skip
HOSTILE = "".join(ATTACKS)
FORBIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
WORDS = "caf\u00e9 \u9ab0\u5bf6 \u3000 \u00a0 \U0001f3b2, 100 % [b]bold[/b] \\x1b"


def is_harmless(text):
    return not FORBIDDEN.search(text)


@pytest.mark.parametrize("attack", ATTACKS, ids=ascii)
def test_control_characters_are_spelled_out(attack):
    assert not is_harmless(attack)
    assert is_harmless(spelled_out(attack))
    assert spelled_out("two\nlines\tapart") == "two\\x0alines\\x09apart"
    assert spelled_out("two\nlines", lines=True) == "two\nlines"


def test_every_other_word_stays_as_it_is():
    assert spelled_out(WORDS) == WORDS


def test_json_stays_the_same_document():
    document = {"claim": HOSTILE.replace("\ud800", ""), HOSTILE[:3]: [1, WORDS]}
    text = spelled_out_json(json.dumps(document, ensure_ascii=False, indent=2))
    assert is_harmless(text)
    assert json.loads(text) == document


def test_a_value_in_a_sentence_is_harmless():
    assert is_harmless(shown(HOSTILE))
    assert "\n" not in shown("a\nb")


def test_what_a_command_prints_is_harmless(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    out = console()
    grid = Grid("name")
    grid.add_row(HOSTILE)
    grid.add_row(Text(HOSTILE))
    for said in (HOSTILE, Text(HOSTILE), grid):
        out.print(said, markup=False)
    print_json({"claim": HOSTILE.replace("\ud800", "")})
    for as_json in (False, True):
        print_refusal(Refused(Refusal.SPOT_UNKNOWN, f"no spot {HOSTILE}; did you mean big?", "x"), as_json=as_json)
    told = capsys.readouterr()
    assert "owned" in told.out
    assert is_harmless(told.out)
    assert is_harmless(told.err)


def test_colours_of_our_own_still_work():
    page = StringIO()
    out = console(file=page, force_terminal=True, color_system="standard")
    out.print("[red]\u2717[/] " + "wrong")
    assert "\x1b[31m" in page.getvalue()
    out.print(HOSTILE, markup=False)
    assert "\x1b]0;" not in page.getvalue()
    assert "\x1b[2J" not in page.getvalue()


@pytest.mark.parametrize("kind", FORMATS)
def test_a_report_is_harmless_in_every_format(kind):
    columns = (Column("time", Kind.TIME), Column("words", Kind.TEXT))
    hostile = HOSTILE.replace("\ud800", "")
    made = Report(
        title=f"Title {hostile}", site=hostile, version="1", made_at="2026-11-15T06:10:00", period_from=hostile,
        period_to="2026-11-16", columns=columns, rows=(("2026-11-15", hostile),), totals=(), notes=(hostile,),
    )  # fmt: skip
    text = FORMATS[kind].content(made).decode()
    assert "owned" in text
    assert is_harmless(text.replace("\r\n", "\n") if kind == "csv" else text)


def test_a_line_of_the_log_is_one_line_and_harmless():
    lines = StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(JsonLines())
    hostile = HOSTILE.replace("\ud800", "")
    said = {"name": "attack", "msg": f"somebody said {hostile}", "path": f"/{hostile}", "source": b"\x1b[2J"}
    handler.emit(logging.makeLogRecord(said | {"exc_info": (ValueError, ValueError(hostile), None)}))
    (line,) = lines.getvalue().splitlines()
    assert is_harmless(line)
    assert json.loads(line)["path"] == f"/{hostile}"


def test_the_log_bears_what_is_no_text():
    record = logging.LogRecord("attack", logging.WARNING, "", 0, "half a letter: \ud800", (), None)
    assert is_harmless(JsonLines().format(record))


async def test_a_players_claim_and_a_name_are_harmless_wherever_staff_read_them(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    hostile = HOSTILE.replace("\ud800", "")

    async with house(tmp_path, HAND) as server:
        await server.do("H", c.OpenDispute(1, 0, hostile), seat=1)
        server.register.add_staff(BOSS, "new.person", f"New {hostile}", Role.DEALER)
        server.register.note(Happening.DISK_LOW, hostile, device=hostile, value=hostile)
        (noted,) = [one for one in server.register.waiting() if one.code == Happening.DISK_LOW]
        assert is_harmless(f"{noted.words}{noted.device}{noted.value}")
        assert is_harmless(next(one.full_name for one in server.register.staff() if one.name == "new.person"))
    journal = str(tmp_path / "journal.sqlite")
    for args in ([journal, "0", "--table", "H"], [journal, "0", "--table", "H", "--json"]):
        told = CliRunner().invoke(recall, args, catch_exceptions=False)
        assert "owned" in told.stdout
        assert is_harmless(told.stdout)
    for kind in FORMATS:
        told = CliRunner().invoke(report_command, ["events", journal, "--format", kind], catch_exceptions=False)
        assert told.exit_code == 0, told.output
        assert is_harmless(told.stdout.replace("\r\n", "\n"))


def test_the_stand_alone_verifier_is_harmless_too():
    fields = dict.fromkeys(Verdict._fields, 0) | {"sound": False, "bad_seq": 7, "bad_why": HOSTILE}
    assert is_harmless(verified_words(Verdict(**fields)))
