import os
import random
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest
from journal import crashing
from journal.crashing import submission

from taisai.journal.entry import decode
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import START, checked, head_of
from taisai.journal.sqlite import SqliteStore
from taisai.rules.refusals import Refused

pytestmark = pytest.mark.processes
KILLS = 30
TESTS = Path(__file__).parents[1]


def run_and_kill(path, generator):
    """The last entry that the child was told is durable."""
    child = subprocess.Popen(
        [sys.executable, crashing.__file__, path],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
    )
    if generator.random() < 0.3:  # while it starts, perhaps while it opens the file
        first = b""
        time.sleep(generator.uniform(0.08, 0.2))
    else:
        first = child.stdout.readline()
        time.sleep(generator.uniform(0, 0.05))
    child.kill()
    said = first + child.stdout.read()
    child.stdout.close()
    assert child.wait() == -9
    whole = [line for line in said.splitlines(keepends=True) if line.endswith(b"\n")]
    return int(whole[-1]) if whole else 0


def check_whole(entries):
    """Every batch has all its parts, in order."""
    events = [msgspec.json.decode(decode(entry.body).event) for entry in entries]
    while events:
        of, batch = events[0]["of"], events[0]["batch"]
        assert [(event["batch"], event["part"]) for event in events[:of]] == [(batch, part) for part in range(of)]
        events = events[of:]


def test_nothing_acknowledged_is_lost_and_nothing_is_half_there_when_the_process_is_killed(tmp_path):
    path, generator, head, acknowledged = tmp_path / "floor.journal", random.Random(11), START, 0
    for _ in range(KILLS):
        acknowledged = max(acknowledged, run_and_kill(path, generator))
        store = SqliteStore.open(path, "t1")
        fresh = list(checked(store.read(head.seq), head))
        check_whole(fresh)
        head = head_of(fresh[-1]) if fresh else head
        assert (store.head(), head.seq >= acknowledged) == (head, True)
        if fresh:
            with pytest.raises(Refused) as caught:
                store.append(head, submission(head, 1), [f"claim-{fresh[0].seq}"])
            assert caught.value.code is JournalRefusal.CLAIMED
        store.close()
    assert acknowledged > 1000
