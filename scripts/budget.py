"""Runs a command, prints the processor time of it and of all that it started, and warns where that is above the budget.

budget.py COMMAND [ARGUMENT...]
"""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from processor_time import spent_below

BUDGET_S = 1_200
"""Of user and system, for all of `make test` but set-up and build: about ten minutes on two cores."""
SUBREAPER = 36


def adopt_orphans() -> None:
    """Linux's own way: whose parent has ended is ours, so that its time is told to us, before it ends and after."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def run(words: list[str]) -> int:
    """The command's exit code. Orphans are seen out as they end, as init would."""
    process = subprocess.Popen(words)
    while True:
        ended, status = os.wait()
        if ended == process.pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode


def verdict(seconds: float) -> str:
    told = f"processor time of all checks and tests: {seconds:,.1f} s; the budget is {BUDGET_S:,} s"
    return f"WARNING: above the budget. {told}" if seconds > BUDGET_S else told


def main(words: list[str]) -> int:
    adopt_orphans()
    code = run(words)
    sys.stdout.write(verdict(spent_below()) + "\n")
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
