"""The lab as a library: its examples, its notebook, its pages in a notebook, and what importing it costs."""

import ast
import doctest
import json
import pkgutil
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest

import taisai
from taisai import maths

NOTEBOOK = json.loads((Path(__file__).parents[2] / "examples" / "lab.ipynb").read_text(encoding="utf-8"))
MODULES = [found.name for found in pkgutil.walk_packages(maths.__path__, "taisai.maths.")]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_documentation_are_so(name):
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples_at_all():
    finder = doctest.DocTestFinder(exclude_empty=True)
    shown = {name for name in MODULES if any(test.examples for test in finder.find(import_module(name)))}
    assert {"taisai.maths.chance.evening", "taisai.maths.ruin.ending", "taisai.maths.hold.takings"} <= shown


def run_cell(source, namespace):
    """What a notebook would show: the value of a last line that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "lab.ipynb", "exec"), namespace)
    return eval(compile(ast.Expression(last.value), "lab.ipynb", "eval"), namespace) if last else None


def test_the_notebook_shows_what_comes_out():
    """Cells are run in order in one namespace; a whole Jupyter would be some forty packages more to test with."""
    namespace, shown = {}, 0
    for cell in NOTEBOOK["cells"]:
        if cell["cell_type"] != "code":
            continue
        value = run_cell("".join(cell["source"]), namespace)
        for output in cell["outputs"]:
            html = output["data"].get("text/html")
            assert (value._repr_html_() if html else repr(value)) == (html or output["data"]["text/plain"])[0]
            shown += 1
    assert shown > 10


@pytest.fixture(scope="module")
def big():
    return taisai.plan(taisai.paytable("rws-6/2"), [("big", 100)])


def test_answers_show_themselves_in_a_notebook(big):
    stand = taisai.Stand(big, 500, 700)
    answers = (
        taisai.evening(big, 20), taisai.ending(big, 500, 700), taisai.course(stand, "paroli", 9),
        taisai.takings(big, 90), taisai.Watch(),
    )  # fmt: skip
    for answer in answers:
        page = answer._repr_html_()
        assert page.startswith("<table><caption>")
        assert page.count("<tr>") == page.count("</tr>") >= 4
    assert "-500/9 = -55.5556" in answers[0]._repr_html_()
    assert " ± " in answers[1]._repr_html_()


def test_names_of_the_lab_are_all_there_and_others_are_not():
    assert set(taisai._HOMES) == set(taisai.__all__) <= set(dir(taisai))
    assert all(getattr(getattr(taisai, name), "__name__", name) == name for name in taisai._HOMES)
    with pytest.raises(AttributeError, match="has no attribute 'evenings'"):
        _ = taisai.evenings


def test_whoever_does_not_ask_the_lab_does_not_wait_for_numpy():
    code = "import sys, taisai; assert not {'numpy', 'scipy'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_library_says_its_version():
    assert taisai.__version__ == version("taisai")
