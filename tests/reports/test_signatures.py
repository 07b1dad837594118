"""The house signs its reports: any byte that is changed, added or taken away is found, in every format."""

import csv
import json
from html.parser import HTMLParser
from io import StringIO

import pytest
from click.testing import CliRunner
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from reports.evenings import evening, report
from server.making import HAND, house
from server.test_records import played

from taisai.cli.report import command as report_command
from taisai.cli.verify import command as verify
from taisai.house.clock import now
from taisai.journal.keys import write_public
from taisai.log.refusals import LogRefusal
from taisai.reports.formats import FORMATS
from taisai.reports.refusals import ReportRefusal
from taisai.reports.signatures import MARK, WRAPPINGS, check, is_signed, signed
from taisai.rules.refusals import Refused

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
PUBLIC = KEY.public_key().public_bytes_raw()


@pytest.fixture(scope="module")
def made():
    play = evening()
    play.round("1-1-1", (1, "big", 100))
    return report("shift", play)


def content(made, form, key=KEY):
    return signed(FORMATS[form].content(made), form, "taisai/here", key)


def test_every_format_can_be_signed():
    assert set(WRAPPINGS) == set(FORMATS)


@pytest.mark.parametrize("form", FORMATS)
def test_a_signed_report_is_known_by_the_house_that_signed_it(made, form):
    told = content(made, form)
    assert is_signed(told)
    assert not is_signed(FORMATS[form].content(made))
    assert check(told, PUBLIC) == "taisai/here"


def test_a_signed_file_can_still_be_read_by_whatever_reads_its_format(made):
    document = json.loads(content(made, "json"))
    assert document.pop("signature").startswith(MARK.decode())
    assert document == json.loads(FORMATS["json"].content(made))
    lines = list(csv.reader(StringIO(content(made, "csv").decode(), newline="")))
    assert lines[:-1] == list(csv.reader(StringIO(FORMATS["csv"].content(made).decode(), newline="")))
    seen = []
    parser = HTMLParser()
    parser.handle_data = seen.append
    parser.feed(content(made, "html").decode())
    assert not any(MARK.decode() in words for words in seen), "nobody sees it on the page"
    assert b"%%EOF\n%taisai-signature" in content(made, "pdf")


@pytest.mark.parametrize("form", FORMATS)
def test_any_changed_byte_is_found(made, form):
    told = content(made, form)
    for at in (0, len(told) // 3, told.rindex(MARK) - 1, told.rindex(MARK) + 30, len(told) - 1):
        changed = told[:at] + bytes([told[at] ^ 1]) + told[at + 1 :]
        with pytest.raises(Refused):
            check(changed, PUBLIC)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("more", [b"x", b"\n", b"% more\n"])
def test_nothing_can_be_added_or_taken_away(made, form, more):
    told = content(made, form)
    for forged in (told + more, more + told, told[:-1], told[1:], told[: told.rindex(MARK)]):
        with pytest.raises(Refused) as refused:
            check(forged, PUBLIC)
        assert refused.value.code is ReportRefusal.SIGNATURE_WRONG


def test_the_signature_of_another_report_fits_nowhere_else(made):
    one, other = content(made, "pdf"), signed(b"%PDF-1.4 less\n%%EOF\n", "pdf", "taisai/here", KEY)
    swapped = other[: other.rindex(MARK)] + one[one.rindex(MARK) :]
    with pytest.raises(Refused) as refused:
        check(swapped, PUBLIC)
    assert refused.value.code is ReportRefusal.SIGNATURE_WRONG


def test_the_key_of_somebody_else_signs_nothing_for_the_house(made):
    with pytest.raises(Refused) as refused:
        check(content(made, "pdf", OTHER), PUBLIC)
    assert refused.value.code in (LogRefusal.NOTE_UNSIGNED, LogRefusal.NOTE_FORGED)


def test_a_mark_that_people_wrote_into_a_report_signs_nothing():
    written = signed(b"a\r\n", "csv", "taisai/here", OTHER)
    told = signed(written + b"b\r\n", "csv", "taisai/here", KEY)
    assert check(told, PUBLIC) == "taisai/here"
    with pytest.raises(Refused):
        check(written, PUBLIC)


def test_the_command_checks_a_file_with_the_public_key(made, tmp_path):
    key = write_public(tmp_path, KEY.public_key())
    file = tmp_path / "shift.pdf"
    file.write_bytes(content(made, "pdf"))
    said = CliRunner().invoke(verify, [str(file), "--key", str(key)], catch_exceptions=False)
    assert (said.exit_code, "as taisai/here signed it" in said.output) == (0, True)
    told = CliRunner().invoke(verify, [str(file), "--key", str(key), "--json"], catch_exceptions=False)
    assert json.loads(told.output) == {"sound": True, "signed_by": "taisai/here"}
    assert CliRunner().invoke(verify, [str(file)]).exit_code == 2, "without a key nothing is known"
    file.write_bytes(content(made, "pdf").replace(b"100", b"900", 1))
    assert isinstance(CliRunner().invoke(verify, [str(file), "--key", str(key)]).exception, Refused)


async def test_a_report_of_a_shift_is_made_and_signed_by_hand(tmp_path):
    async def play():
        async with house(tmp_path, HAND) as server:
            await server.open("H", 1)
            await played(server, (4, 5, 6), (1, "big", 500))
            return server.house.settings.days.shift(now())

    day, _, shift = (await play()).partition(" ")
    out = tmp_path / "shift.pdf"
    asked = ("shift", tmp_path / "journal.sqlite", "--day", day, "--shift", shift, "--format", "pdf")
    made = CliRunner().invoke(report_command, [*map(str, asked), "--sign", "--out", str(out)], catch_exceptions=False)
    assert made.exit_code == 0, made.output
    key = tmp_path / "keys" / "taisai-public.pem"
    assert "sound" in CliRunner().invoke(verify, [str(out), "--key", str(key)], catch_exceptions=False).output
    assert f"{day}, shift {shift}".encode() in out.read_bytes()
