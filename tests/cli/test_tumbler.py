"""A laboratory's tests from the command line: of the electronic tumbler, and of throws in a file."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from taisai.cli import dice, tumbler
from taisai.cli.tumbler import ROLLS_MIN, command
from taisai.house.tumbler import Tumbler
from taisai.journal import verify_taisai
from taisai.maths.dice.recorded import recorded
from taisai.maths.randomness import QUESTIONS, THROWS_MIN
from taisai.maths.refusals import LabRefusal
from taisai.reports.refusals import ReportRefusal
from taisai.reports.throws import written
from taisai.rules.refusals import Refused

NAMES = [question.name for question in QUESTIONS]


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*args, code=0):
        named = (command, "test") if args[:1] == ("--rolls",) else (dice.command,)
        result = CliRunner().invoke(named[0], [*named[1:], *map(str, args)])
        if isinstance(result.exception, Refused):
            raise result.exception
        assert result.exit_code == code, result.output
        return result.output

    return run


@pytest.fixture
def throws(tmp_path):
    """Good throws in a file, of a generator whose seed is known."""
    made = np.random.default_rng(3).integers(1, 7, (3_000, 3))
    (tmp_path / "good.txt").write_text(written(made))
    return made


def test_good_throws_pass_and_every_test_is_shown(run, throws):
    shown = run("good.txt", "--laboratory")
    assert all(name in shown for name in NAMES)
    assert "p-value" in shown
    assert "failed" not in shown
    assert "a fair tumbler fails about one run in a hundred" in " ".join(shown.split())
    assert "3,000 throws: passed" in shown
    assert "(fair 12.500%)" in shown
    document = json.loads(run("good.txt", "--laboratory", "--json"))
    assert (document["passed"], document["throws"], document["level"]) == (True, 3_000, "1/100")
    assert [test["name"] for test in document["tests"]] == NAMES
    assert sum(document["totals"].values()) == 3_000


def test_bad_throws_end_with_1(run, throws, tmp_path):
    throws[:, 2] = 6
    (tmp_path / "bad.txt").write_text(written(throws))
    assert "3,000 throws: failed" in run("bad.txt", "--laboratory", code=1)
    document = json.loads(run("bad.txt", "--laboratory", "--json", code=1))
    assert not document["passed"]
    assert [test["passed"] for test in document["tests"] if test["name"] in ("die 1", "die 3")] == [True, False]


def test_ascending_throws_are_said_to_be_so(run, throws, tmp_path):
    (tmp_path / "rolls.txt").write_text(written(np.sort(throws, axis=1)))
    shown = " ".join(run("rolls.txt", "--laboratory").split())
    assert "the dice cannot be told apart" in shown
    assert "die 1" not in shown


def test_the_electronic_tumbler_is_thrown_and_its_throws_are_kept(run, tmp_path, monkeypatch):
    rng = np.random.default_rng(5)
    monkeypatch.setattr("taisai.house.tumbler.thrown", lambda: iter(rng.integers(1, 7, (2_000, 3)).tolist()))
    assert "2,000 throws: passed" in run("--rolls", 2_000, "--out", "raw.txt")
    kept = recorded((tmp_path / "raw.txt").read_text().splitlines())
    assert (kept == np.random.default_rng(5).integers(1, 7, (2_000, 3))).all()
    with pytest.raises(Refused) as refused:
        run("--rolls", 2_000, "--out", "raw.txt")
    assert refused.value.code is ReportRefusal.OUT_FAILED


def test_the_real_tumbler_throws_every_throw():
    """By chance it fails once in a hundred runs, so only what must always be is asked."""
    result = CliRunner().invoke(command, ["test", "--rolls", "5000", "--json"])
    document = json.loads(result.output)
    assert result.exit_code == (not document["passed"])
    assert len(document["totals"]) == 16
    assert all(document["totals"].values())


def test_what_is_tested_is_what_a_table_throws(run, tmp_path, monkeypatch):
    """By the rule as the stand-alone file has it, and by no chain but those that were drawn."""
    chains, drawn = [], Tumbler.chain

    def chain(self):
        chains.append(drawn(self))
        return chains[-1]

    monkeypatch.setattr(Tumbler, "chain", chain)
    CliRunner().invoke(command, ["test", "--rolls", "2500", "--out", "raw.txt"])
    seeds = [one.seed(link) for one in chains for link in range(1, one.length + 1)]
    thrown = [verify_taisai.throw_of("test", number, seed, []) for number, seed in enumerate(seeds, 1)]
    assert (tmp_path / "raw.txt").read_text().splitlines() == thrown[:2_500]
    assert len({*seeds}) == len(seeds) == 3_000


def test_processes_that_begin_together_throw_differently():
    assert tumbler._differ()


def test_a_seeded_tumbler_is_found_out(run, monkeypatch):
    rng = np.random.default_rng(5)
    monkeypatch.setattr("taisai.house.tumbler.thrown", lambda: iter(rng.integers(1, 7, (2_000, 3)).tolist()))
    monkeypatch.setattr(tumbler, "_differ", lambda: False)
    shown = " ".join(run("--rolls", 2_000, "--seed-free", code=1).split())
    assert "the same throws: the tumbler is seeded" in shown
    assert "2,000 throws: failed" in shown


def test_progress_goes_to_standard_error(run, throws, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    result = CliRunner().invoke(command, ["test", "--rolls", "2000", "--json"])
    assert json.loads(result.stdout)["throws"] == 2_000
    assert "throwing" in result.stderr


def test_the_fewest_throws_are_the_same_wherever_they_come_from():
    assert ROLLS_MIN == THROWS_MIN


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("1-2-3\n4-5-7\n", LabRefusal.THROWS_INVALID, "line 2: '4-5-7' is not a throw"),
        ("1-2-3\n", ReportRefusal.THROWS_FEW, "1 throws are too few"),
        ("", LabRefusal.THROWS_INVALID, "the file contains no throws"),
    ],
)
def test_bad_input_is_refused(run, tmp_path, text, code, words):
    (tmp_path / "in.txt").write_text(text)
    with pytest.raises(Refused) as refused:
        run("in.txt", "--laboratory")
    assert refused.value.code is code
    assert words in refused.value.words


@pytest.mark.parametrize(
    "args", [("--rolls", 5), ("none.txt", "--laboratory"), ("--rolls", 2_000, "--input", "good.txt")]
)
def test_a_command_line_that_makes_no_sense_ends_with_2(run, throws, args):
    run(*args, code=2)
