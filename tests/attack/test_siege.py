"""Some thousand hostile messages at a house that plays: broken HTTP, frames and JSON, wrong types, wrong people. The
seed is fixed, so that what fails here fails again; `make attack` goes on with others."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from attack.kit.proofs import alive, books
from attack.kit.sieges import Siege
from attack.kit.victims import Victim

SCRIPT = Path(__file__).parents[2] / "scripts" / "attack.py"
SEED = 20261116
MESSAGES, FRAMES, REQUESTS = 6_000, 400, 1_500


@pytest.mark.long
def test_a_house_bears_everything_that_anybody_says_and_loses_nothing(tmp_path):
    """Killed in the end, as it plays; what it acknowledged until then is there when it starts again."""
    print(f"seed {SEED}")  # noqa: T201 - shown where it fails
    victim = Victim(tmp_path / "house")
    victim.start()
    siege = Siege(victim, random.Random(SEED))
    try:
        siege.talk(MESSAGES)
        siege.frames(FRAMES)
        siege.ask(REQUESTS)
        assert siege.wrong == []
        assert alive(victim) == []
        siege.play()
        victim.child.kill()
        victim.start()
        assert alive(victim) == []
        siege.play()
    finally:
        victim.child.kill()
    assert siege.wrong == []
    assert books(victim.folder, siege.receipts) == []
    was = siege.answered
    assert was["play", "taken"] > 100, "people went on playing"
    assert was["socket", "message-invalid"] > MESSAGES // 4
    assert was["socket", "role-not-allowed"] + was["socket", "right-missing"] > MESSAGES // 20
    assert was["http", 400] > REQUESTS // 10
    assert sum(times for (kind, _), times in siege.tried.items() if kind == "frames") == FRAMES


@pytest.mark.long
def test_the_long_attack_begins_and_ends():
    """An hour of it is `make attack`."""
    command = [sys.executable, SCRIPT, "--minutes", "0", "--seed", "1", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    figures = json.loads(done.stdout)
    assert (figures["seed"], figures["wrong"], figures["forged"]) == (1, [], {})
