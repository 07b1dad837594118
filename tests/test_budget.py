"""Processor time is told of all that ran: children, their orphans, and what still lives."""

import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from loading import module
from patience import PATIENCE_S
from processor_time import spent

BUDGET = Path(__file__).parents[1] / "scripts" / "budget.py"
LINGERS_S = 10
BUSY = "import time\nwhile time.process_time() < {}: pass\n"
ORPHAN = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', {!r}])"

budget = module("scripts", "budget")


def told(*words):
    ended = subprocess.run([sys.executable, BUDGET, *words], capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout.splitlines()[-1]


def seconds(line):
    return float(line.partition(": ")[2].partition(" s;")[0])


def test_the_time_of_a_command_and_its_code_are_told():
    code, line = told(sys.executable, "-c", BUSY.format(1.2) + "raise SystemExit(7)")
    assert code == 7
    assert 1 <= seconds(line) <= 3
    assert line.endswith(f"the budget is {budget.BUDGET_S:,} s")


@pytest.mark.parametrize("is_ended", [True, False], ids=["ended", "living"])
def test_an_orphan_counts(is_ended):
    """What is waited for is its output's end: a moment before its own end on a busy machine, or long before."""
    orphan = BUSY.format(1) + ("" if is_ended else f"import os; os.close(1); os.close(2); time.sleep({LINGERS_S})")
    waits_for_it = f"import subprocess, sys; subprocess.check_output([sys.executable, '-c', {ORPHAN.format(orphan)!r}])"
    assert seconds(told(sys.executable, "-c", waits_for_it)[1]) >= 1


def test_above_the_budget_the_last_line_warns():
    assert budget.verdict(budget.BUDGET_S + 1).startswith("WARNING: above the budget")
    assert "WARNING" not in budget.verdict(budget.BUDGET_S)


@contextmanager
def python(words):
    process = subprocess.Popen([sys.executable, "-c", words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.communicate(timeout=PATIENCE_S)


@pytest.mark.parametrize("is_child", [True, False], ids=["child", "grandchild"])
def test_what_lives_counts_before_it_ends(is_child):
    busy = BUSY.format(0.5) + "print(flush=True); input()"
    words = busy if is_child else f"import subprocess, sys; subprocess.run([sys.executable, '-c', {busy!r}])"
    before = spent()
    with python(words) as process:
        process.stdout.readline()
        assert spent() >= before + 0.4
        process.stdin.write("\n")
    assert spent() >= before + 0.5
