"""Backing up and restoring from the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from keeping.test_selftest import make_house

from taisai.cli.backup import command as backup
from taisai.cli.restore import command as restore
from taisai.keeping.backup import BackupRefusal
from taisai.rules.refusals import Refused


@pytest.fixture(autouse=True)
def house(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return make_house(tmp_path / "house")


def run(command, *args):
    told = CliRunner().invoke(command, args, catch_exceptions=False)
    assert told.exit_code == 0, told.output
    return told.stdout


def heads(told):
    return [line for line in told.splitlines() if "seal" in line and "entry" in line]


@pytest.mark.parametrize("name", ["copy", "copy.tar"])
def test_both_print_the_same_heads(name):
    made = run(backup, "house", name, "--plain")
    again = run(restore, name, "again")
    assert heads(made) == heads(again)
    assert [line.partition(":")[0] for line in heads(made)] == ["T1", "T2", "house"]
    assert f"backed up to {name}: journal.sqlite, keys/taisai-public.pem; every seal is valid" in made
    assert "restored to again: journal.sqlite" in again


def test_the_same_for_machines():
    made = json.loads(run(backup, "house", "copy", "--plain", "--json"))
    assert made["place"] == "copy"
    assert "keys/taisai-public.pem" in made["manifest"]["files"]
    assert json.loads(run(restore, "copy", "again", "--json"))["manifest"] == made["manifest"]
    assert len(made["manifest"]["journals"]["T1"]["seal"]) == 64


def test_private_keys_never_leave_in_the_clear():
    refused = CliRunner().invoke(backup, ["house", "copy", "--plain", "--with-keys"]).exception
    assert isinstance(refused, Refused)
    assert refused.code is BackupRefusal.KEYS_IN_THE_CLEAR
    assert not Path("copy").exists()


def test_progress_is_kept_apart_from_what_is_told():
    told = CliRunner().invoke(backup, ["house", "copy", "--plain"], catch_exceptions=False)
    assert "checking" not in told.stdout


def test_nothing_is_overwritten(tmp_path):
    run(backup, "house", "copy", "--plain")
    for command, args in ((backup, ["house", "copy", "--plain"]), (restore, ["copy", "house"])):
        refused = CliRunner().invoke(command, args).exception
        assert isinstance(refused, Refused)
        assert refused.code in {BackupRefusal.EXISTS, BackupRefusal.FOLDER_TAKEN}
