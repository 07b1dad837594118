"""The source keeps our own rules; each message says what to do instead."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "taisai"
FILES = sorted(SOURCE.rglob("*.py"))
FILE_LINES, FUNCTION_LINES = 400, 40
MORE_LINES = {"verify_taisai.py": 2_100}  # an outsider gets one file
PURE = ("rules", "table", "ledger")
T = TypeVar("T")

BANNED = {
    # call or import: (in which packages, None for all; what to do instead)
    "datetime.now": (None, "take the time as an argument; the house's clock gives it"),
    "datetime.utcnow": (None, "take the time as an argument; the house's clock gives it"),
    "date.today": (None, "take the time as an argument; the house's clock gives it"),
    "time.time": (PURE, "take the time as an argument; the house's clock gives it"),
    "import random": (PURE, "dice are an input; for money use secrets, for simulation a generator in maths"),
    "import secrets": (PURE, "dice are an input; the tumbler in house draws them"),
    "import logging": (PURE, "the core is told, it does not ask: return a value or refuse"),
    "import sqlite3": (PURE, "the core knows no store: use journal"),
    # exact figures are in maths itself; in its folders are chances, which come as floats with a stated bound
    "float": ((*PURE, "maths"), "money and odds are whole: use int or Fraction"),
    "round": (PURE, "nothing is rounded: use int or Fraction, or refuse the stake"),
    "float literal": ((*PURE, "maths"), "money and odds are whole: write an int, a Fraction or an Odds"),
    "print": (None, "use taisai.cli.output"),
    "input": (None, "take arguments, so that the command can be run by a script"),
}
DIVISION = "use // on whole numbers, or a Fraction: / makes a float"


def _dotted(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attr):
            return f"{_dotted(value)}.{attr}"
    return ""


def _uses(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=func):
                yield node.lineno, ".".join(_dotted(func).split(".")[-2:])
            case ast.Import(names=names):
                yield from ((node.lineno, f"import {alias.name.partition('.')[0]}") for alias in names)
            case ast.ImportFrom(module=str(module)):
                yield node.lineno, f"import {module.partition('.')[0]}"
            case ast.Constant(value=float()):
                yield node.lineno, "float literal"


def banned(tree: ast.AST, package: str) -> list[str]:
    found = []
    for line, use in _uses(tree):
        where, instead = BANNED.get(use, ((), ""))
        if where is None or package in where:
            found.append(f"line {line}: {use}: {instead}")
    return found


def divided(tree: ast.AST) -> list[str]:
    divisions = (node for node in ast.walk(tree) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div))
    return [f"line {node.lineno}: {DIVISION}" for node in divisions]


def too_long(source: str, most: int = FILE_LINES) -> list[str]:
    lines = source.count("\n")
    return [f"{lines} lines: split it by noun, {most} at most, 120 is better"] if lines > most else []


def long_functions(tree: ast.AST) -> list[str]:
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    lines = ((node.name, (node.end_lineno or 0) - node.lineno + 1) for node in functions)
    return [
        f"{name}: {long} lines: split it by step, {FUNCTION_LINES} at most, 6 is better"
        for name, long in lines
        if long > FUNCTION_LINES
    ]


def package_of(path: Path) -> str:
    """A folder of maths stands for itself."""
    package, *rest = path.relative_to(SOURCE).parts
    return f"{package}/{rest[0]}" if package == "maths" and len(rest) > 1 else package


@pytest.fixture(scope="module")
def sources():
    return {path: path.read_text(encoding="utf-8") for path in FILES}


@pytest.fixture(scope="module")
def trees(sources):
    return {path: ast.parse(source) for path, source in sources.items()}


def every(offences: Callable[[Path, T], list[str]], files: dict[Path, T]) -> list[str]:
    """Each offence of every file, so that one run names them all."""
    return [f"{path.relative_to(SOURCE)}: {one}" for path, text in files.items() for one in offences(path, text)]


def test_no_file_is_too_long(sources):
    assert every(lambda path, source: too_long(source, MORE_LINES.get(path.name, FILE_LINES)), sources) == []


def test_no_function_is_too_long(trees):
    assert every(lambda _, tree: long_functions(tree), trees) == []


def test_nothing_banned_is_used(trees):
    assert every(lambda path, tree: banned(tree, package_of(path)), trees) == []


def test_nothing_of_money_is_divided(trees):
    money = {path: tree for path, tree in trees.items() if package_of(path) in ("table", "ledger")}
    assert every(lambda _, tree: divided(tree), money) == []


def test_rulebooks_are_data_only():
    kinds = {path.suffix for path in (SOURCE / "rulebooks").rglob("*") if path.is_file()}
    assert kinds == {".toml", ".json"}, "a rule that needs Python is a pattern or a policy that is missing in rules/"


HOUSE_WORDS = re.compile(
    r"[\"'](rws-6|nz-1998|nz-2008|etg|small|big|odd|even|any-triple|(double|single|total)-\d)[\"']"
)


EXAMPLES = re.compile(r'^ *>>> .*\n((?! *""").*\S.*\n)*', re.MULTILINE)


def house_words(source: str) -> list[str]:
    """Examples in docstrings may name them."""
    return [f"{found[0]}: the rulebook names it" for found in HOUSE_WORDS.finditer(EXAMPLES.sub("", source))]


def test_no_code_knows_a_spot_or_a_house_by_name(sources):
    assert every(lambda _, source: house_words(source), sources) == []


CAUGHT = {
    ("rules", "from datetime import datetime\ndatetime.now()"): "take the time as an argument",
    ("cli", "import datetime\ndatetime.datetime.now()"): "take the time as an argument",
    ("table", "import random"): "secrets",
    ("ledger", "from random import choice"): "secrets",
    ("rules", "def f(stake): return float(stake)"): "use int or Fraction",
    ("table", "def f(stake): return stake * 0.5"): "Fraction",
    ("cli", "print('x')"): "taisai.cli.output",
}


def test_what_is_banned_is_caught_and_its_replacement_named():
    for (package, source), instead in CAUGHT.items():
        (message,) = banned(ast.parse(source), package)
        assert instead in message


def test_a_division_and_a_name_of_a_house_are_caught():
    (message,) = divided(ast.parse("def f(stake): return stake / 2"))
    assert "use //" in message
    assert house_words("spot == 'double-3' or house == \"rws-6\"") == [
        "'double-3': the rulebook names it",
        '"rws-6": the rulebook names it',
    ]
    assert house_words('    >>> paytable("rws-6/2")["big"]\n    "big"\n    """\n    return "small"\n') == [
        '"small": the rulebook names it'
    ]


def test_long_files_and_functions_are_caught():
    assert too_long("x = 1\n" * (FILE_LINES + 1))
    assert not too_long("x = 1\n" * FILE_LINES)
    assert long_functions(ast.parse("def f():\n" + "    x = 1\n" * FUNCTION_LINES))
    assert not long_functions(ast.parse("def f():\n" + "    x = 1\n" * (FUNCTION_LINES - 1)))


def test_an_offence_is_told_with_its_file():
    path = SOURCE / "table" / "seat.py"
    assert every(lambda _, tree: banned(tree, "table"), {path: ast.parse("import random")}) == [
        f"table/seat.py: line 1: import random: {BANNED['import random'][1]}"
    ]


def test_lock_files_name_no_registry():
    text = (ROOT / "requirements.lock").read_text()
    assert "://" not in text
    assert "index-url" not in text
    assert len(re.findall(r"^\S+==\S+", text, re.MULTILINE)) == len(
        re.findall(r"^\S+==[^\n]*\\\n    --hash=sha256:", text, re.MULTILINE)
    )
