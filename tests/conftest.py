"""Ties tests to the clauses that they prove."""

import json
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import settings

from taisai.books.files import book_ids
from taisai.books.load import clauses
from taisai.books.proofs import proofs

# machines are shared: how long a test takes says nothing
settings.register_profile("suite", deadline=None, max_examples=50)
settings.load_profile("suite")

FOLDER = Path(__file__).parent
KNOWN = frozenset(f"{book}:{number}" for book in book_ids() for number in clauses(book))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--proofs", type=Path, help="write which tests prove which clause to this file")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.parent != FOLDER)  # the longest first: nothing waits for them at the end
    proven: dict[str, set[str]] = defaultdict(set)
    for item in items:
        for mark in item.iter_markers("clause"):
            for clause in mark.args:
                if clause not in KNOWN:
                    raise pytest.UsageError(f"{item.nodeid} names the clause {clause!r}, which no rulebook has")
                proven[clause].add(item.nodeid.partition("[")[0])
    if path := config.getoption("--proofs"):
        path.write_text(json.dumps({clause: sorted(proven[clause]) for clause in sorted(proven)}, indent=1) + "\n")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    status = [proof.status for book in book_ids() for proof in proofs(book)]
    counts = ", ".join(f"{status.count(kind)} {kind}" for kind in ("proven", "open", "procedural"))
    terminalreporter.write_line(f"clauses: {counts}")
