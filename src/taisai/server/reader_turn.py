"""Priorities of reading processes: play comes first."""

import os
from contextlib import suppress
from typing import Final

NICE: Final = 15
NICE_AND_SOON: Final = 5


def play_first() -> None:
    """Lower the priority below play, but above other readers: outsiders wait for this work, such as log hashes."""
    os.nice(NICE_AND_SOON)


def yield_to_play() -> None:
    """Lower the priority as far as possible. Call before imports, which take time, too.

    A high nice value alone still holds a processor for milliseconds at a time, which players would notice."""
    os.nice(NICE)
    if hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
