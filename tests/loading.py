"""Modules beside the package: those of `benchmarks` and `scripts` lie in one folder each and import one another."""

import runpy
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def module(folder, name):
    with on_path(folder):
        return import_module(name)


def script(name) -> dict[str, Any]:
    """What a script defines; for those that are themselves named as a folder of tests is."""
    with on_path("scripts"):
        return runpy.run_path(str(ROOT / "scripts" / f"{name}.py"), run_name=f"scripts.{name}")


@contextmanager
def on_path(folder) -> Iterator[None]:
    """Only during the import: some of its files are named as folders of tests are."""
    sys.path.insert(0, str(ROOT / folder))
    try:
        yield
    finally:
        sys.path.remove(str(ROOT / folder))
