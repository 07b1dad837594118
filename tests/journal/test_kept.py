"""Journals of every kind of evening, in the form of today: they verify, and decode to the byte."""

import json

import pytest
from journal.forging import KEPT

from taisai.journal.entry import decode, encode
from taisai.journal.export import exported
from taisai.journal.seal import checked
from taisai.journal.verify_taisai import verify


def lines_of(path):
    return path.read_bytes().splitlines(keepends=True)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_export_verifies(path):
    verdict = verify(lines_of(path))
    assert (verdict.sound, verdict.bad_why) == (True, "")
    assert verdict.entries > 0


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_export_decodes_to_the_byte(path):
    for entry in checked(exported(lines_of(path))):
        assert encode([decode(entry.body)]) == [entry.body]
        assert json.loads(bytes(decode(entry.body).event))["is"]
