"""What the guide to logs, witnesses and receipts shows is asked, run and checked at a house that has a witness."""

import os
import re
import shlex
import shutil
import subprocess
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from guides.shown import blocks_with, inline, meant, run, typed
from guides.witnessed import OWN_GETS, ROUNDS, SHOWN_GETS, lived
from test_docs import ROOT

from taisai.journal import verify_taisai
from taisai.log.checkpoints import opened
from taisai.log.notes import parse_key

GO_PACKAGES = Path("/usr/share/gocode/src/golang.org/x/mod/sumdb")


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    place = lived(tmp_path_factory.mktemp("witnesses"))
    shutil.copy(verify_taisai.__file__, place.folder)
    return place


@pytest.fixture
def here(place, monkeypatch):
    monkeypatch.chdir(place.folder)
    return place


def test_a_log_is_followed_at_the_addresses_that_the_guide_shows(place):
    assert len(SHOWN_GETS) == 4
    logs, checkpoint, hashes, entries = (place.answers[path] for path in SHOWN_GETS)
    assert {one["log"] for one in logs.json["logs"]} == {"T1", "house"}
    assert opened(checkpoint.body, parse_key(place.key))[0].size > 256
    assert len(hashes.body) == 256 * 32
    assert b'"table-installed"' in entries.body


def test_tiles_are_written_as_files_and_checked(here):
    """The guide gives both commands within its text."""
    (export,), (verify,) = inline("witnesses", "taisai export "), inline("witnesses", "taisai verify ./tiles")
    run(*shlex.split(meant(export, ("journal.sqlite", "taisai-house/journal.sqlite")))[1:])
    assert "sound: every entry and every tile" in run(*shlex.split(meant(verify, ("KEY", here.key)))[1:])


def test_a_witness_that_saw_one_history_shows_no_evidence(here):
    (shown,) = inline("witnesses", "taisai verify --witness")
    assert run(*shlex.split(meant(shown, ("KEY", here.key)))[1:]) == "0 pieces of evidence\n"


def test_a_terminal_gets_what_the_guide_says_it_can_request(place):
    assert len(OWN_GETS) == 4
    assert {path: place.answers[path].status for path in OWN_GETS} == dict.fromkeys(OWN_GETS, 200)


def own(place, what):
    return next(place.answers[path] for path in OWN_GETS if f"/{what}" in path)


def test_a_player_checks_the_archive_of_a_round_by_the_file_alone(place):
    (line,) = blocks_with("witnesses", "verify_taisai.py")
    place.keep(f"round-{ROUNDS}.zip", own(place, "receipts?").body)
    told = typed(meant(line, ("KEY", place.key), ("--cosigned-by KEY", f"--cosigned-by {place.witness}")), place.folder)
    assert f"seat 1 wagered 100 on small in round {ROUNDS}; 1-2-3 was rolled: 200 is due" in told
    assert "seen by regulator.example/w1 at 20" in told


def test_an_export_must_contain_what_a_signed_head_says(here):
    (line,) = inline("witnesses", "verify_taisai.py EXPORT")
    here.keep("head", own(here, "signed-head").body)
    run("export", "taisai-house/journal.sqlite", "T1.jsonl", "--table", "T1")
    given = ("EXPORT", "T1.jsonl"), ("HEAD", "head"), ("KEY", here.key)
    assert "sound" in typed(f"python {meant(line, *given)}", here.folder)


@pytest.mark.skipif(not (shutil.which("go") and GO_PACKAGES.exists()), reason="there is no Go with x/mod/sumdb here")
def test_go_checks_a_receipt_of_an_archive_with_its_own_packages(place):
    (line,) = blocks_with("witnesses", "go run")
    with ZipFile(BytesIO(own(place, "receipts?").body)) as archive:
        receipt = archive.extract(archive.namelist()[0], place.folder)
    environment = os.environ | {"KEY": place.key, "GOCACHE": str(place.folder / "cache"), "GOFLAGS": ""}
    shell = {"shell": True, "cwd": ROOT, "env": environment, "capture_output": True, "text": True}
    done = subprocess.run(meant(line, ("T1-000000017.tlog-proof", receipt)), check=False, **shell)
    assert (done.returncode, done.stdout.startswith("sound: entry")) == (0, True), done.stdout + done.stderr


def test_the_program_in_go_and_a_receipt_are_called_what_the_guide_calls_them(place):
    """Where there is no Go, so much is sure."""
    (line,) = blocks_with("witnesses", "go run")
    program, receipt = shlex.split(line)[-3], shlex.split(line)[-1]
    assert (ROOT / program).is_file()
    with ZipFile(BytesIO(own(place, "receipts?").body)) as archive:
        assert re.sub(r"\d+(?=\.)", "000000001", receipt) in archive.namelist()
