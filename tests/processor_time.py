"""Processor time of processes, in seconds of user and system."""

import os
import resource
from collections.abc import Iterator
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def spent() -> float:
    """By this process and each that it or its children started, living or ended."""
    return _of(resource.RUSAGE_SELF) + spent_below()


def spent_below() -> float:
    """By each process that this one or its children started, living or ended."""
    return _of(resource.RUSAGE_CHILDREN) + (sum(living(os.getpid())) if has_children() else 0)


def _of(who: int) -> float:
    return sum(resource.getrusage(who)[:2])


def has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except (ChildProcessError, AttributeError):  # where there is no waitid, a child counts when it has ended
        return False
    return Path("/proc/self/stat").exists()


def living(parent: int) -> Iterator[float]:
    """What each process below this one took until now, with those that it has seen the end of."""
    times = dict(told for folder in Path("/proc").iterdir() if folder.name.isdigit() for told in stat(folder))
    parents = {parent}
    while parents:
        parents = {one for one, (above, _) in times.items() if above in parents}
        yield from (times[one][1] for one in parents)


def stat(folder: Path) -> Iterator[tuple[int, tuple[int, float]]]:
    try:
        fields = (folder / "stat").read_bytes().rpartition(b")")[2].split()
    except OSError:  # it ended meanwhile
        return
    yield int(folder.name), (int(fields[1]), sum(map(int, fields[11:15])) / TICKS)
