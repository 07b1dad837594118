"""Processor time of the suite: by folder and by test, with all that a test's processes take, living or ended."""

import os
import resource
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

DEAREST = 20
TICKS = os.sysconf("SC_CLK_TCK")
SCAN_S = 0.05
"""Looking at living processes costs milliseconds, so tests shorter than this share a look."""
BESIDE = "(starting, collecting, ending)"


def spent() -> float:
    """Seconds of user and system, of this process and of each that it or its children started."""
    own = sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own + (sum(living(os.getpid())) if has_children() else 0)


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


class Spending:
    """In each worker: what each test took. In the process that hands out the tests: all of it, told at the end."""

    def __init__(self) -> None:
        self.tests = Counter[str]()
        self._before, self._looked = 0.0, 0.0

    def pytest_collection_finish(self) -> None:
        self._take(BESIDE)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        try:
            return (yield)
        finally:
            if time.monotonic() - self._looked > SCAN_S:
                self._take(item.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            self._take(BESIDE)
            session.config.workeroutput["spending"] = dict(self.tests)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        self.tests.update(getattr(node, "workeroutput", {}).get("spending", {}))

    def _take(self, what: str) -> None:
        now = spent()
        self.tests[what] += max(0.0, now - self._before)
        self._before, self._looked = now, time.monotonic()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        self.tests[BESIDE] += max(0.0, spent() - self.tests.total())
        folders = Counter[str]()
        for test, seconds in self.tests.items():
            folders[self._folder(test)] += seconds
        terminalreporter.section("processor time in seconds, by folder")
        for name, seconds in [*folders.most_common(), ("all", sum(folders.values()))]:
            terminalreporter.write_line(f"{seconds:8.1f}  {name}")
        terminalreporter.section(f"the {DEAREST} dearest tests")
        for name, seconds in self.tests.most_common(DEAREST):
            terminalreporter.write_line(f"{seconds:8.1f}  {name}")

    @staticmethod
    def _folder(test: str) -> str:
        return test if test == BESIDE else str(Path(test.partition("::")[0]).parent)
