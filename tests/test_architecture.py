"""The page of the architecture tells the layers that import-linter enforces."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

from loading import module

ROOT = Path(__file__).parents[1]

layers = module("scripts", "pages.architecture").layers

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
SVG = "{http://www.w3.org/2000/svg}"


def told():
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", PAGE.partition("## A wager's way")[0], re.MULTILINE)
    return [re.findall(r"`(\w+)`", row) for row in rows]


def drawn(name):
    return [text.text for text in ET.parse(ROOT / "docs" / "pictures" / name).iter(f"{SVG}text")]


def test_the_page_has_the_layers_of_the_contract_in_their_order():
    assert told() == layers()


def test_the_picture_has_them_too():
    assert drawn("layers.svg") == [name for layer in layers() for name in layer]


def test_every_package_is_in_a_layer():
    package = ROOT / "src" / "taisai"
    modules = {path.parent.name for path in package.glob("*/__init__.py")} | {
        path.stem for path in package.glob("[!_]*.py")
    }
    assert modules == {name for layer in layers() for name in layer}


def test_a_wager_passes_packages_that_there_are_by_functions_that_there_are():
    from taisai.table.decide import decide
    from taisai.table.evolve import evolve

    named = [words.split(": ") for words in drawn("wager.svg") if re.fullmatch(r"\w+: [a-z ]+", words)]
    known = {name for layer in layers() for name in layer}
    assert [package for package, _ in named] == ["server", "house", "table", "table", "journal", "wire"]
    assert {package for package, _ in named} <= known
    assert {decide.__name__, evolve.__name__} <= {thing for _, thing in named}


def test_where_to_look_is_where_it_is():
    for path in re.findall(r"`((?:\w+/)+)`", PAGE):
        assert (ROOT / path).is_dir() or (ROOT / "src" / "taisai" / path).is_dir(), path
