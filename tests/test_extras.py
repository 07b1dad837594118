"""The extras of the package: each brings what its part imports, and a missing part is told with the right one."""

import os
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from taisai import extras
from taisai.keeping import packages

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
MODULES = {"check": extras.CHECK, "lab": extras.LAB, "house": extras.HOUSE, "cluster": extras.CLUSTER}


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


BLOCKED = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
sys.argv = ["taisai", *{words}]
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name.partition(".")[0] in {missing} else found(name, *rest)
from taisai.cli.main import main
main()
"""


def run_without(missing, *words):
    code = BLOCKED.format(missing=missing, words=words)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("words", "extra", "lacks"),
    [
        (("serve",), "house", "needs apsw, tree_sitter, tree_sitter_toml and 15 more, which are"),
        (("export",), "house", " more, which are"),
        (("hold", "rws-6/2", "-w", "big=1"), "lab", "needs numpy and scipy, which are"),
        (("serve", "--nodes-database", "postgresql://db/house"), "cluster", "needs nats, tree_sitter"),
        (("serve", "--nodes-bus=nats://bus"), "cluster", "17 more, which are"),
        (("database", "postgresql://db/house", "--node", "x"), "cluster", " more, which are"),
    ],
)  # fmt: skip
def test_a_command_asks_once_for_the_extra_that_brings_all_it_needs(words, extra, lacks):
    shown = run_without({*extras.CHECK, *extras.LAB, *extras.HOUSE, *extras.CLUSTER}, *words)
    assert (shown.returncode, shown.stdout) == (1, "")
    assert len(shown.stderr.splitlines()) == 1
    assert f"pip install 'taisai[{extra}]'" in shown.stderr
    assert lacks in shown.stderr


@pytest.mark.parametrize("way", ["environment", "file"])
def test_a_node_asks_for_its_extra_before_it_begins(way, tmp_path, monkeypatch):
    if way == "environment":
        monkeypatch.setenv("TAISAI_NODES_BUS", "nats://bus")
    else:
        (tmp_path / "taisai.toml").write_text('[nodes]\ndatabase = "postgresql://db/house"\n', encoding="utf-8")
    shown = run_without({"nats", "psycopg"}, "serve", "--folder", str(tmp_path))
    assert (shown.returncode, shown.stdout) == (1, "")
    assert "needs nats and psycopg, which are not installed; run: pip install 'taisai[cluster]'" in shown.stderr


def test_a_rulebook_is_checked_without_lines_where_nothing_finds_them(tmp_path):
    (tmp_path / "rules.toml").write_text('[rulebook]\nid = "Not An Id"\n', encoding="utf-8")
    shown = run_without({*extras.CHECK, *extras.LAB, *extras.HOUSE}, "check", str(tmp_path))
    assert shown.returncode == 1, shown.stderr
    assert "rules.toml: " in shown.stdout
    assert "rules.toml:2" not in shown.stdout


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252"])
def test_what_a_terminal_cannot_show_is_replaced(encoding):
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    code = "from taisai.cli.main import main; main()"
    command = [sys.executable, "-c", f"import sys; sys.argv = ['taisai', 'lit', 'rws-6/1', '1-1-3']; {code}"]
    shown = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert b"double 1, 3, total 5" in shown.stdout
