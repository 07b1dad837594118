"""The extras of the package: each brings what its part imports, and a missing part is told with the right one."""

import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from taisai import extras
from taisai.keeping import packages

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
MODULES = {"lab": extras.LAB, "house": extras.HOUSE, "cluster": extras.CLUSTER}


def brought(extra):
    names = (Requirement(line).name for line in PROJECT["optional-dependencies"][extra])
    return {canonicalize_name(name) for name in names} - {"taisai"}


@pytest.mark.parametrize("extra", MODULES)
def test_each_package_of_an_extra_is_known_by_the_name_that_is_imported(extra):
    known = packages_distributions()
    assert {canonicalize_name(known[module][0]) for module in MODULES[extra]} == brought(extra)


@pytest.mark.parametrize(
    ("module", "extra"), [("numpy.linalg", "lab"), ("uvicorn", "house"), ("nats.errors", "cluster")]
)
def test_a_missing_package_is_told_with_the_extra_that_brings_it(module, extra):
    words = extras.words_for(ModuleNotFoundError(name=module))
    assert words.endswith(f"run: pip install 'taisai[{extra}]'")
    assert module.partition(".")[0] in words


@pytest.mark.parametrize("module", ["taisai.nowhere", "nowhere", None])
def test_a_mistake_of_our_own_is_not_told_as_a_missing_extra(module):
    assert extras.words_for(ModuleNotFoundError(name=module)) is None


class Installed:
    def __init__(self, *requires):
        self.requires = list(requires)


FOUND = {
    "taisai": Installed(
        "base", 'taisai[lab]; extra == "house"', 'web[fast]; extra == "house"', 'far; extra == "token"'
    ),
    "base": Installed('never; extra == "docs"', "never; python_version < '3.10'"),
    "web": Installed("low", 'quick; extra == "fast"', 'never; extra == "docs"'),
    "low": Installed("web"),
    "quick": Installed(),
    "never": Installed(),
}


def test_the_software_of_a_house_is_all_that_its_extras_brought(monkeypatch):
    def distribution(name):
        if name not in FOUND:
            raise packages.PackageNotFoundError(name)
        return FOUND[name]

    monkeypatch.setattr(packages, "distribution", distribution)
    assert packages.needed.__wrapped__() == ("base", "low", "quick", "taisai", "web")
    assert packages.needed.__wrapped__("web") == ("low", "web")
