"""Whoever plays comes first: a process that reads runs when nobody else wants to."""

import os
from contextlib import suppress
from typing import Final

NICE: Final = 15
NICE_AND_SOON: Final = 5


def play_first() -> None:
    """For what is waited for outside, such as the hashes of logs: behind whoever plays, before all other readings."""
    os.nice(NICE_AND_SOON)


def yield_to_play() -> None:
    """Before anything is imported, which takes time too. A low priority alone still holds a processor for some
    milliseconds at a time, which those who play would feel."""
    os.nice(NICE)
    if hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
