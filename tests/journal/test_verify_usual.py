"""The verifier reads lines of the usual form with less work: it says of every forgery what it says of JSON in general,
and whoever forges can seal everything again."""

import hashlib
import json
import re
from contextlib import suppress
from io import BytesIO

import pytest
from journal.forging import KEPT
from journal.test_verify_money import numbers, with_another

from taisai.journal import verify_taisai
from taisai.journal.verify_taisai import Bad, Export, check_seals, lines_to, verify

NEVER = re.compile(rb"(?!)")
ONE = [bytes([byte]) for byte in b'"\\\n\x1f07x},/\x7f\xc3'] + [b"\xc3\xa9", b""]
TWO = [b'\\"', b"\\/", b"\\n", b"\\\\", b"\\u0041", b"\\'", b'""']
CHANGES = [(1, other) for other in ONE] + [(2, other) for other in TWO]  # how many bytes become which
AT_EACH = 7  # every so manyth of them, in turn


def lines_of(path):
    return [line for line in path.read_bytes().splitlines(keepends=True) if not line.startswith(b'{"anchor"')]


def body(line):
    return json.loads(line)["body"].encode()


def usual_line(seal, text):
    """As an export is written."""
    return json.dumps({"seal": seal.hex(), "body": text.decode()}, separators=(",", ":"), ensure_ascii=False).encode()


def sealed_again(lines, place):
    """All seals from this line on, for bodies that can be read."""
    seal = bytes.fromhex(json.loads(lines[place - 1])["seal"]) if place > 1 else bytes(32)
    made = lines[:place]
    for line in lines[place:]:
        seal = hashlib.sha256(seal + body(line)).digest()
        made.append(usual_line(seal, body(line)) + b"\n")
    return made


def said(lines, monkeypatch):
    """Of lines in the usual form, and of the same as JSON in general. Two processes find sound what one does: no less
    where nothing is odd, and never more."""
    usual = verify(lines)
    assert usual.sound or not is_sound_by_halves(lines), usual
    with monkeypatch.context() as patched:
        patched.setattr(verify_taisai, "ENTRY", NEVER)
        return usual, verify(lines)


def is_sound_by_halves(lines):
    """What the two processes do, one after the other."""
    content = b"".join(lines)
    export = Export(None, None)
    try:
        export.take_play(lines_to(BytesIO(), BytesIO(content)), [])
        export.end()
        return check_seals(BytesIO(content)) == export.last
    except (Bad, ValueError, KeyError, TypeError):
        return False


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_it_says_the_same_of_every_number_that_is_one_more(path, monkeypatch):
    lines = lines_of(path)
    for place, line in enumerate(lines[1:], 1):
        entry = json.loads(body(line))
        for path_of in numbers(entry):
            other = json.dumps(with_another(entry, path_of, 1), separators=(",", ":"), ensure_ascii=False)
            forged = sealed_again([*lines[:place], usual_line(bytes(32), other.encode()), *lines[place + 1 :]], place)
            usual, general = said(forged, monkeypatch)
            assert usual == general, (place, path_of)


def forged(line, at, width, other):
    return line[:at] + other + line[at + width :]


def resealed_anyhow(seal, line):
    """The line as it is, with the seal of what it says as JSON, and with that of what is left without backslashes."""
    yield line
    readings = [line[83:-3].replace(b"\\", b"")]
    with suppress(ValueError, KeyError, TypeError, AttributeError):
        readings.append(body(line))
    for reading in readings:
        yield line[:9] + hashlib.sha256(seal + reading).hexdigest().encode() + line[73:]


@pytest.mark.parametrize("kind", ["wager-placed", "bets-opened", "losers-collected"])
def test_it_says_the_same_of_every_byte_that_is_another(kind, monkeypatch):
    (path,) = (path for path in KEPT if path.stem == "table-28-chips-by-kind")
    lines = lines_of(path)
    place = next(place for place, line in enumerate(lines) if f'"is\\":\\"{kind}\\"'.encode() in line)
    header = json.dumps({**json.loads(lines[0]), "entries": place}).encode() + b"\n"
    before, line = [header, *lines[1:place]], lines[place]
    seal = bytes.fromhex(json.loads(lines[place - 1])["seal"])
    assert verify([*before, line]).sound
    sound = 0
    for at in range(73, len(line)):
        for width, other in CHANGES[at % AT_EACH :: AT_EACH]:
            for changed in resealed_anyhow(seal, forged(line, at, width, other)):
                usual, general = said([*before, changed], monkeypatch)
                assert usual == general, changed
                sound += usual.sound
    assert sound  # some changes are of no account: a name, or a moment


def test_the_usual_form_is_the_one_that_we_write():
    """Else all would be read as JSON in general, and nobody would notice but by the clock."""
    for path in KEPT:
        lines = lines_of(path)[1:]
        assert all(verify_taisai.ENTRY.fullmatch(line) for line in lines if b"\\\\" not in line), path


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_only_so_many_different_stakes_are_remembered(path, monkeypatch):
    monkeypatch.setattr(verify_taisai, "STAKES_MOST", 1)
    export = verify_taisai.Export(None, None)
    export.check(lines_of(path), ())
    assert len(export.money.known) <= 1
    assert export.report() == verify(lines_of(path))
