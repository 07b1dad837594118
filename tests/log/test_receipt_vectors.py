"""Each receipt of receipts.json is judged by the stand-alone file as by the page in the browser, which reads it too."""

import json
from zipfile import ZipFile

import pytest
from log.receipt_vectors import FILE, vectors

from taisai.journal.verify_taisai import Bad, Trust, read_log_key, verify_log

VECTORS = json.loads(FILE.read_text(encoding="utf-8"))


def judged(folder, one):
    path = folder / "receipts.zip"
    with ZipFile(path, "w") as archive:
        for place, text in enumerate(one["texts"]):
            archive.writestr(f"{place:03}.tlog-proof", text)
    logs, witnesses = (tuple(map(read_log_key, one[name])) for name in ("logs", "witnesses"))
    return verify_log(path, Trust(logs, witnesses, one["least"]))[0]


def test_the_file_is_what_the_vectors_are():
    assert list(vectors()) == VECTORS


@pytest.mark.parametrize("one", [one for one in VECTORS if not one["why"]], ids=lambda one: one["name"])
def test_a_sound_receipt_is_taken(tmp_path, one):
    told = "\n".join(judged(tmp_path, one))
    assert "seat 1 wagered 500 on small in round 1" in told
    assert ("seen by witness.example/w1" in told) is ("promised" not in one["name"])


@pytest.mark.parametrize("one", [one for one in VECTORS if one["why"]], ids=lambda one: one["name"])
def test_a_forged_receipt_is_refused_in_words(tmp_path, one):
    with pytest.raises(Bad) as caught:
        judged(tmp_path, one)
    assert one["words"] in caught.value.why


def test_every_kind_of_forgery_is_there():
    assert len({one["name"] for one in VECTORS}) == len(VECTORS) > 35
