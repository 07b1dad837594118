"""Processor time of the suite: by folder and by test, with all that a test's processes take, living or ended."""

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from processor_time import spent

DEAREST = 20
SCAN_S = 0.05
"""Looking at living processes costs milliseconds, so tests shorter than this share a look."""
BESIDE = "(starting, collecting, ending)"


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
