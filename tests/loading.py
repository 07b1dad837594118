"""Modules beside the package: those of `benchmarks` and `scripts` lie in one folder each and import one another."""

import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[1]


def module(folder, name):
    """The folder is on the path only during the import: some of its files are named as folders of tests are."""
    sys.path.insert(0, str(ROOT / folder))
    try:
        return import_module(name)
    finally:
        sys.path.remove(str(ROOT / folder))
