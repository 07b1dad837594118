"""The benchmarks' own modules. They are not a package: they lie in one folder and import one another."""

import sys
from importlib import import_module
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "benchmarks"


def module(name):
    """For no longer than the import is their folder looked at: some of its files are named as folders of tests are."""
    sys.path.insert(0, str(FOLDER))
    try:
        return import_module(name)
    finally:
        sys.path.remove(str(FOLDER))
