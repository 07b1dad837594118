"""The source keeps our own rules; each message says what to do instead."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "taisai"
FILES = sorted(SOURCE.rglob("*.py"))
FILE_LINES, FUNCTION_LINES = 400, 40
MORE_LINES = {"verify_taisai.py": 2_100}  # an outsider gets one file
PURE = ("rules", "table", "ledger")

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


def banned(source: str, package: str) -> list[str]:
    found = []
    for line, use in _uses(ast.parse(source)):
        where, instead = BANNED.get(use, ((), ""))
        if where is None or package in where:
            found.append(f"line {line}: {use}: {instead}")
    if package in ("table", "ledger"):
        divisions = (
            n.lineno for n in ast.walk(ast.parse(source)) if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Div)
        )
        found += [f"line {line}: {DIVISION}" for line in divisions]
    return found


def too_long(source: str, most: int = FILE_LINES) -> list[str]:
    found = []
    if source.count("\n") > most:
        found.append(f"{source.count(chr(10))} lines: split it by noun, {most} at most, 120 is better")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or 0) - node.lineno + 1
            if lines > FUNCTION_LINES:
                found.append(f"{node.name}: {lines} lines: split it by step, {FUNCTION_LINES} at most, 6 is better")
    return found


def package_of(path: Path) -> str:
    """A folder of maths stands for itself."""
    package, *rest = path.relative_to(SOURCE).parts
    return f"{package}/{rest[0]}" if package == "maths" and len(rest) > 1 else package


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_the_source_is_tidy(path):
    source = path.read_text(encoding="utf-8")
    assert too_long(source, MORE_LINES.get(path.name, FILE_LINES)) == []
    assert banned(source, package_of(path)) == []


def test_rulebooks_are_data_only():
    kinds = {path.suffix for path in (SOURCE / "rulebooks").rglob("*") if path.is_file()}
    assert kinds == {".toml", ".json"}, "a rule that needs Python is a pattern or a policy that is missing in rules/"


HOUSE_WORDS = re.compile(
    r"[\"'](rws-6|nz-1998|nz-2008|etg|small|big|odd|even|any-triple|(double|single|total)-\d)[\"']"
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_code_knows_a_spot_or_a_house_by_name(path):
    assert HOUSE_WORDS.findall(path.read_text(encoding="utf-8")) == []


CAUGHT = [
    ("rules", "from datetime import datetime\ndatetime.now()", "take the time as an argument"),
    ("cli", "import datetime\ndatetime.datetime.now()", "take the time as an argument"),
    ("table", "import random", "secrets"),
    ("ledger", "from random import choice", "secrets"),
    ("rules", "def f(stake): return float(stake)", "use int or Fraction"),
    ("table", "def f(stake): return stake * 0.5", "Fraction"),
    ("ledger", "def f(stake): return stake / 2", "use //"),
    ("cli", "print('x')", "taisai.cli.output"),
]


@pytest.mark.parametrize(("package", "source", "instead"), CAUGHT)
def test_what_is_banned_is_caught_and_its_replacement_named(package, source, instead):
    (message,) = banned(source, package)
    assert instead in message


def test_long_files_and_functions_are_caught():
    assert too_long("x = 1\n" * 401)
    assert too_long("def f():\n" + "    x = 1\n" * 40)
    assert not too_long("def f():\n" + "    x = 1\n" * 39)


def test_lock_files_name_no_registry():
    text = (ROOT / "requirements.lock").read_text()
    assert "://" not in text
    assert "index-url" not in text
    assert len(re.findall(r"^\S+==\S+", text, re.MULTILINE)) == len(
        re.findall(r"^\S+==[^\n]*\\\n    --hash=sha256:", text, re.MULTILINE)
    )
