"""A long export is checked by two processes: one looks at every seal, the other follows the play."""

import sys
from io import BytesIO

import pytest
from journal.forging import KEPT
from journal.test_verify_usual import (
    AT_EACH,
    CHANGES,
    forged,
    is_sound_by_halves,
    lines_of,
    resealed_anyhow,
    sealed_again,
)

from taisai.journal import verify_taisai
from taisai.journal.verify_taisai import Export, lines_to, verify

WAGER = b'\\"is\\":\\"wager-placed\\"'
NESTED = b'\\"event\\":{\\"is\\":\\"odd\\",'
(PLAYED,) = (path for path in KEPT if path.stem == "table-19-by-two")


@pytest.fixture
def large(monkeypatch):
    """From the first byte on."""
    monkeypatch.setattr(verify_taisai, "LARGE", 1)


def test_a_wager_that_was_seen_before_is_known_again():
    """Else all would be checked whole, and nobody would notice but by the clock."""
    lines, fed = lines_of(PLAYED), []
    export = Export(None, None)
    real, export.money.feed = export.money.feed, lambda seq, *told: fed.append(seq) or real(seq, *told)
    export.take_line = None
    export.take_play(lines_to(BytesIO(), BytesIO(b"".join(lines))), [])
    assert {*range(1, len(lines))} - {*fed} == {place for place, line in enumerate(lines) if WAGER in line}


def two_find_sound(path):
    with path.open("rb") as file:
        return Export(None, None).is_sound_by_two(file, [])


def written(tmp_path, lines):
    path = tmp_path / "export.jsonl"
    path.write_bytes(b"".join(lines))
    return path


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_two_find_sound_what_one_does_and_report_the_same(path, large):
    assert two_find_sound(path)
    with path.open("rb") as file:
        assert verify(file) == verify(path.read_bytes().splitlines(keepends=True))


@pytest.mark.parametrize("place", [1, 5, -1])
def test_a_seal_that_does_not_fit_is_reported_as_one_process_does(place, tmp_path, large):
    lines = lines_of(PLAYED)
    lines[place] = lines[place].replace(lines[place][9:13], b"0000", 1)
    path = written(tmp_path, lines)
    assert not two_find_sound(path)
    with path.open("rb") as file:
        assert verify(file) == verify(lines)


def wager_seen_before(lines):
    """Of which the second process alone looks at the seal."""
    seen = set()
    for place, line in enumerate(lines):
        told = line.partition(b'\\"seat\\"')[2]
        if WAGER in line and told in seen:
            return place
        seen.add(told)
    raise AssertionError("no wager is placed twice")


def test_a_wager_seen_before_needs_its_own_seal(tmp_path):
    lines = lines_of(PLAYED)
    place = wager_seen_before(lines)
    changed = lines[place].replace(b"20", b"19", 1)
    assert changed != lines[place]
    assert not two_find_sound(written(tmp_path, [*lines[:place], changed, *lines[place + 1 :]]))


def cut_behind(lines, place, line):
    """An export that ends with this line in this place."""
    header = lines[0].replace(b'"entries":%d' % (len(lines) - 1), b'"entries":%d' % place)
    assert header != lines[0]
    return [header, *lines[1:place], line]


def forgeries(lines, place):
    """The forger has every key: whatever is changed gets the seal that fits, with or without its backslashes."""
    line, seal = lines[place], bytes.fromhex(lines[place - 1][9:73].decode())
    yield from resealed_anyhow(seal, line.replace(b'\\"event\\":', NESTED + b'\\"event\\":', 1))
    yield from resealed_anyhow(seal, line[:-3] + b" " + line[-3:])
    yield from resealed_anyhow(seal, line.replace(b'seq\\":%d' % place, b'seq\\":%d' % (place + 1)))
    for at in range(73, len(line)):
        for width, other in CHANGES[at % AT_EACH :: AT_EACH]:
            yield from resealed_anyhow(seal, forged(line, at, width, other))


def test_of_a_wager_that_was_seen_before_two_never_find_sound_what_one_does_not():
    lines = lines_of(PLAYED)
    place = wager_seen_before(lines)
    sound = 0
    for line in forgeries(lines, place):
        export = cut_behind(lines, place, line)
        if is_sound_by_halves(export):
            assert verify(export).sound, line
            sound += 1
    assert sound  # some changes are of no account: a name, or a moment


def test_more_than_a_seat_has_is_seen_in_a_wager_that_was_seen_before(tmp_path):
    lines = lines_of(PLAYED)
    place = wager_seen_before(lines)
    again = [lines[place].replace(b'\\"seq\\":%d,' % place, b'\\"seq\\":%d,' % (place + n)) for n in range(400)]
    forged = sealed_again([lines[0], *lines[1:place], *again], place)
    forged[0] = lines[0].replace(b'"entries":%d' % (len(lines) - 1), b'"entries":%d' % (len(forged) - 1))
    assert "falls to" in verify(forged).bad_why
    assert not two_find_sound(written(tmp_path, forged))


def test_where_no_second_process_can_be_had_one_does_it_all(monkeypatch, large):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert not two_find_sound(PLAYED)
    with PLAYED.open("rb") as file:
        assert verify(file).sound


@pytest.mark.parametrize("cut", [1, 200])
def test_a_cut_export_is_reported_as_one_process_does(cut, tmp_path, large):
    content = PLAYED.read_bytes()[:-cut]
    path = tmp_path / "cut.jsonl"
    path.write_bytes(content)
    with path.open("rb") as file:
        assert verify(file) == verify(content.splitlines(keepends=True))
