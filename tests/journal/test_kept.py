"""Journals that were exported once are read, and verify, as they did then."""

import json
from pathlib import Path

import msgspec
import pytest

from taisai.journal.anchor import verify as verify_anchor
from taisai.journal.entry import By, decode, encode
from taisai.journal.export import exported
from taisai.journal.keys import load_public
from taisai.journal.seal import checked
from taisai.journal.verify_taisai import read_key, verify

KEPT = sorted((Path(__file__).parent / "kept").glob("*.jsonl"))


def lines_of(path):
    return path.read_bytes().splitlines(keepends=True)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_export_still_verifies(path):
    report = verify(lines_of(path), read_key(path.with_suffix(".pem").read_text()))
    assert (report.sound, report.bad_why) == (True, "")
    assert report.anchored == report.entries > 0


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_export_still_decodes_to_the_byte(path):
    for entry in checked(exported(lines_of(path))):
        assert encode([decode(entry.body)]) == [entry.body]
        assert json.loads(bytes(decode(entry.body).event))["is"]


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_anchor_still_verifies(path):
    anchors = [line for line in lines_of(path) if line.startswith(b'{"anchor"')]
    assert all(verify_anchor(line, load_public(path.with_suffix(".pem"))).at for line in anchors)
    assert anchors


def test_the_first_kept_export_says_what_it_said():
    entries = [decode(entry.body) for entry in checked(exported(lines_of(KEPT[0])))]
    assert len(entries) == 9
    assert (entries[6].seq, entries[6].by, entries[6].cause) == (7, By("Mele 'Ofa", "supervisor"), "c-7")
    assert msgspec.json.decode(entries[6].event) == {
        "is": "NoteTaken",
        "text": 'dice "骰子" \\ line\nfeed',
        "amounts": [0, -5, 9007199254740993],
        "nothing": None,
    }
