"""The reading process. It forks for questions that are answered at the same time, so that none waits for another, and
the forks share its memory."""

import gc
import logging
import os
import signal
import socket
from contextlib import suppress
from pathlib import Path
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


def main() -> None:
    """Fork for each socket that arrives on standard input. Anything printed by mistake goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends this one
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # if the parent was killed, nobody waits for an answer
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # forks that have ended leave nothing behind
    orders = socket.socket(fileno=os.dup(0))
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)  # a fork that kept the socket would keep it open after this process has ended
    os.dup2(2, 1)
    from taisai.server import readings  # noqa: F401, PLC0415 - after the priority is set, before any fork

    gc.collect()
    gc.freeze()  # so that the forks go on sharing these pages
    while (order := socket.recv_fds(orders, 1, 1))[0]:
        if os.fork() == 0:
            orders.close()
            _answer(order[1][0])
        os.close(order[1][0])


def _answer(asked: int) -> None:
    from taisai.server.readings import answer_all  # noqa: PLC0415 - there already

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        with socket.socket(fileno=asked) as found, found.makefile("rb") as questions, found.makefile("wb") as answers:
            answer_all(questions, answers)
    except Exception:
        logging.getLogger(__name__).exception("a reading process failed")
    finally:
        logging.shutdown()
        os._exit(0)
