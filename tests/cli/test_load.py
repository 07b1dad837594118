"""`taisai load` as an operator sees it."""

import json
import re

import msgspec
import pytest
from click.testing import CliRunner
from warm import WarmHouse

from taisai.cli.main import app
from taisai.client import own

CONFIG = ["load", "--terminals", "6", "--rounds", "1", "--rate", "60"]


@pytest.fixture(autouse=True, scope="module")
def warm():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(own, "ChildHouse", WarmHouse)
        yield


@pytest.fixture(scope="module")
def document(warm):
    return CliRunner().invoke(app, [*CONFIG, "--json"])


def test_it_tells_figures_and_a_histogram():
    ran = CliRunner().invoke(app, CONFIG)
    assert ran.exit_code == 0, ran.output
    assert re.search(r"^6 terminals, 1 rounds in [\d.]+ s$", ran.stdout, re.MULTILINE)
    assert re.search(r"p50 [\d.]+ ms, p90 [\d.]+ ms, p99 [\d.]+ ms", ran.stdout)
    assert "█" in ran.stdout
    assert "every balance is correct" in ran.stdout
    assert "balances checked" in ran.stderr


def test_for_machines_it_is_one_document_and_nothing_is_drawn(document):
    told = json.loads(document.stdout)
    assert (told["terminals"], told["wrong"]) == (6, [])
    assert (document.stderr, document.exit_code) == ("", 0)


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_a_wrong_balance_is_told_and_ends_with_one(monkeypatch, flags):
    true = own.ledger_differences

    def wrong(folder, table, balances):
        seat = min(balances)
        return true(folder, table, balances | {seat: balances[seat] + 1})

    monkeypatch.setattr(own, "ledger_differences", wrong)
    ran = CliRunner().invoke(app, [*CONFIG, *flags])
    assert ran.exit_code == 1
    assert "results are wrong: seat" in ran.stderr
    assert "every balance is correct" not in ran.stdout


def test_an_address_is_played_without_a_house_of_its_own(document, monkeypatch):
    seen = []
    outcome = msgspec.convert(json.loads(document.stdout), own.Outcome, strict=False)
    monkeypatch.setattr("taisai.client.load.played", lambda plan, show: seen.append(plan) or outcome)
    assert CliRunner().invoke(app, ["load", "http://127.0.0.1:1/", "--table", "T7"]).exit_code == 0
    assert (seen[0].address, seen[0].table, seen[0].terminals) == ("http://127.0.0.1:1", "T7", 200)
    assert seen[0].gap_s > 1 / 50
