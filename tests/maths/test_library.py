"""The lab as a library: its examples, its notebook, its pages in a notebook, and what importing it costs."""

import ast
import doctest
import json
import pkgutil
import shutil
import subprocess
import sys
from enum import Enum
from fractions import Fraction
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import FunctionType
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import taisai
from taisai import maths, rules
from taisai.books.files import SHIPPED

NOTEBOOK = json.loads((Path(__file__).parents[2] / "examples" / "lab.ipynb").read_text(encoding="utf-8"))
MODULES = [
    *(found.name for part in (maths, rules) for found in pkgutil.walk_packages(part.__path__, f"{part.__name__}.")),
    "taisai.books.load", "taisai.table.apportion",
]  # fmt: skip
PUBLIC = {name: getattr(taisai, name) for name in taisai.__all__}
LINE = 120


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_documentation_are_so(name):
    """In each, all names of the library are known, as after `from taisai import *`."""
    assert doctest.testmod(import_module(name), extraglobs=PUBLIC).failed == 0


def documented(name, value):
    """The name and its public methods and properties, each with what has its docstring."""
    yield name, value
    if isinstance(value, type) and not issubclass(value, Enum):
        for member, held in vars(value).items():
            found = (
                getattr(held, "__func__", None) or getattr(held, "fget", None) or getattr(held, "func", None) or held
            )
            if not member.startswith("_") and isinstance(found, FunctionType):
                yield f"{name}.{member}", found


def test_each_public_name_and_method_has_an_example():
    asked = [one for name, value in PUBLIC.items() if callable(value) for one in documented(name, value)]
    assert len(asked) > 100
    assert not [name for name, value in asked if ">>> " not in (value.__doc__ or "")]


def computed(big):
    stand = taisai.Stand(big, 500, 700)
    return (
        taisai.course(stand, "martingale", 9), taisai.course_to_end(stand, "oscar"), taisai.horizon(big, 500, 60),
        taisai.horizon(big, Fraction(1001, 2), 60, goal=900), taisai.evening(big, 5).spread,
        taisai.simulated(big, 5, 20, seed=3), taisai.reserve(big, 0.01),
    )  # fmt: skip


def plain(value):
    """What it holds, with arrays as lists, so that it can be compared."""
    if isinstance(value, taisai.Book):
        return value.table, value.losses
    parts = [getattr(value, name) for name in getattr(value, "__struct_fields__", ())]
    return type(value), [part.tolist() if isinstance(part, np.ndarray) else part for part in parts] or value


def test_reprs_fit_a_line_and_can_be_pasted(big):
    table = taisai.paytable("rws-6/2")
    held = (
        table, table["pair-1-1-3"], big, taisai.rulebook("rws-6"), taisai.layout("macau/1"), taisai.Roll(2, 5, 2),
        taisai.Odds.parse("8.5"), taisai.evening(big, 200), taisai.ending(big, 1000, 2000), taisai.takings(big, 9),
        taisai.Book(table, {"big": 5, "odd": 2}), taisai.Stand(big, 500, 700), taisai.edges(table),
        taisai.Bounded(0.5, 1e-13), taisai.Watch().after((1, 2, 3), in_order=False), taisai.Estimate(0.5, 0.1, 9),
        taisai.figures(table["big"]), taisai.Stand(big, 500, maximum=800), *computed(big),
    )  # fmt: skip
    for value in held:
        again = eval(repr(value), PUBLIC | {"Fraction": Fraction})
        assert len(repr(value)) <= LINE
        assert repr(again) == repr(value)
        assert plain(again) == plain(value)


def test_what_is_too_long_to_be_pasted_says_what_it_is():
    table, watch = taisai.paytable("rws-6/2"), taisai.Watch()
    for throw in range(70):
        watch = watch.after((1 + throw % 6, 1 + throw % 5, 1 + throw % 4), in_order=True)
    many = {spot.id: 10 for spot in table}
    long = taisai.plan(table, many)
    stand = taisai.Stand(taisai.plan(table, dict.fromkeys(list(many)[:6], 10)), 5_000, 7_000)
    held = (
        watch, long, taisai.Book(table, many), taisai.evening(long, 9), taisai.evening(long, 9).spread,
        taisai.evening(long, 9).lattice, taisai.evening(long, 9).sum, taisai.horizon(long, 90_000, 5),
        taisai.takings(long, 5), taisai.reserve(long, 0.1), taisai.course(stand, "paroli", 5),
        taisai.simulated(long, 5, 20, seed=3),
    )  # fmt: skip
    for value in held:
        assert "<" in repr(value)
        assert len(repr(value)) <= LINE
    assert repr(watch).startswith("<Watch of 70 throws: e-value ")


def test_a_rulebook_of_ones_own_is_pasted_by_its_path(tmp_path):
    shutil.copytree(SHIPPED / "nz-1998", tmp_path / "mine")
    rules_file = tmp_path / "mine" / "rules.toml"
    rules_file.write_text(
        rules_file.read_text(encoding="utf-8").replace('id = "nz-1998"', 'id = "mine"'), encoding="utf-8"
    )
    table = taisai.paytable(f"{tmp_path}/mine/1")
    assert repr(table) == f"paytable('{tmp_path}/mine/1')"
    assert eval(repr(table["big"]), PUBLIC) == table["big"]


def test_what_has_parts_can_be_counted_and_walked_through(big):
    table, spread = taisai.paytable("rws-6/2"), taisai.evening(big, 3).spread
    parts = ((table, table.spots), (taisai.Roll(1, 1, 3), (1, 1, 3)), (taisai.edges(table), None))
    for whole, expected in parts:
        assert len(whole) == len(list(whole))
        assert expected is None or tuple(whole) == expected
    for whole in (taisai.layout("rws-6/2"), taisai.rulebook("rws-6"), taisai.Book(table, {"big": 5}), spread):
        assert len(whole) == len(list(whole)) > 0
    assert [net for net, _ in spread] == [-300, -100, 100, 300]
    assert sum(chance for _, chance in spread) == pytest.approx(1)
    assert "big" in table
    assert table["big"] in table
    assert "nothing" not in table


def test_the_felt_a_distribution_and_the_edges_are_drawn_in_a_notebook(big):
    table = taisai.paytable("rws-6/2")
    felt = ET.fromstring(taisai.layout("rws-6/2")._repr_html_())
    assert [one.text for one in felt.iter("title")].count("Big") == 1
    assert len(list(felt.iter("rect"))) == len(table)
    for answer in (big, taisai.evening(big, 20), taisai.evening(big, 20).spread):
        assert 1 < answer._repr_html_().count("<rect") < 60
    assert taisai.edges(table)._repr_html_().count("<tr>") == len(table) + 1
    assert "7/24" in taisai.edges(table)._repr_html_()
    assert table._repr_html_().count("<tr>") == len(table) + 1
    assert "<rect" not in taisai.evening(big, 10**11)._repr_html_()


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
