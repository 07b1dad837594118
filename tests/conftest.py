"""Ties tests to the clauses that they prove."""

import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, groupby, islice
from pathlib import Path

import pytest
from engines.nats import bus as nats_server
from engines.postgres import Server, serving
from hypothesis import settings
from spending import Spending

from taisai.books.files import book_ids
from taisai.books.load import clauses
from taisai.books.proofs import proofs

# One warm cache of bytecode, and nobody's own options, for every Python that a test starts.
sys.dont_write_bytecode = False
for _name in ("PYTHONDONTWRITEBYTECODE", "PYTEST_ADDOPTS", "PYTEST_PLUGINS"):
    os.environ.pop(_name, None)

# machines are shared: how long a test takes says nothing
settings.register_profile("suite", deadline=None, max_examples=50)
settings.load_profile("suite")

FOLDER = Path(__file__).parent
SLOW = ("attack", "benchmarks", "browser", "cli", "guides", "server")
KNOWN = frozenset(f"{book}:{number}" for book in book_ids() for number in clauses(book))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """What runs a test that is a coroutine."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """One server for all tests of a process; each test makes databases of its own."""
    with serving() as server:
        yield server


@pytest.fixture(scope="session")
def bus() -> Iterator[str]:
    """The address of a NATS server: houses with different keys do not hear each other."""
    with nats_server() as server:
        yield server.url


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--proofs", type=Path, help="write which tests prove which clause to this file")
    parser.addoption("--clause", help="run only tests that prove this clause, such as rws-6:5.1.1")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Spending(), "spending")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if {"postgres", "bus"} & {*getattr(item, "fixturenames", ())}:  # -m is asked after this
            item.add_marker("processes")
    items[:] = dealt(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))
    proven: dict[str, set[str]] = defaultdict(set)
    for item in items:
        for mark in item.iter_markers("clause"):
            for clause in mark.args:
                if clause not in KNOWN:
                    raise pytest.UsageError(f"{item.nodeid} names the clause {clause!r}, which no rulebook has")
                proven[clause].add(item.nodeid.partition("[")[0])
    if path := config.getoption("--proofs"):
        path.write_text(json.dumps({clause: sorted(proven[clause]) for clause in sorted(proven)}, indent=1) + "\n")
    if clause := config.getoption("--clause"):
        items[:] = [item for item in items if any(clause in mark.args for mark in item.iter_markers("clause"))]


def dealt(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The longest go to all workers alike, and first, then files of slow tests, so that nothing waits for one worker at
    the end. A worker begins with an equal share of the list."""
    longest = [item for item in items if item.get_closest_marker("long")]
    rest = [item for item in items if not item.get_closest_marker("long")]
    files = [list(file) for _, file in groupby((item for item in rest if is_slow(item)), lambda item: item.path)]
    quick = iter([item for item in rest if not is_slow(item)])
    hands = [[*longest[one::workers], *chain(*files[one::workers])] for one in range(workers)]
    for one, hand in enumerate(hands):
        left = len(items) - sum(map(len, hands[:one]))
        hand.extend(islice(quick, max(0, left // (workers - one) - len(hand))))
    return [*chain(*hands), *quick]


def is_slow(item: pytest.Item) -> bool:
    """With browsers, houses and processes of their own."""
    return item.path.parent == FOLDER or item.path.parent.name in SLOW


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    status = [proof.status for book in book_ids() for proof in proofs(book)]
    counts = ", ".join(f"{status.count(kind)} {kind}" for kind in ("proven", "open", "procedural"))
    terminalreporter.write_line(f"clauses: {counts}")
