"""Whoever follows a tutorial gets what it shows."""

import doctest

import pytest
from literate import RUN, Page, fits, parts
from test_docs import ROOT

import taisai

TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("[!i]*.md"))


def words(path):
    return path.read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_a_tutorial_shows_what_happens(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    page = Page(words(path), monkeypatch)
    page.run()
    assert page.ran >= sum(kind in RUN for kind, _ in parts(words(path)))


def test_the_five_tutorials_are_there():
    named = {"play-an-evening", "run-a-house", "write-your-rulebook", "check-a-round", "script-a-client"}
    assert {path.stem for path in TUTORIALS} == named


def test_the_examples_of_the_mathematics_are_so():
    """And every heading with a formula that has a function shows it."""
    page = ROOT / "docs" / "mathematics.md"
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert (failed, tried > 20) == (0, True)


def test_the_page_of_the_library_has_every_name_with_an_example_that_holds():
    page = ROOT / "docs" / "reference" / "library.md"
    for name in taisai.__all__:
        told = words(page).partition(f"\n### {name}\n")[2].partition("\n### ")[0]
        assert "```python\n>>> " in told, name
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert (failed, tried > 80) == (0, True)


@pytest.mark.parametrize("page", ["README.md", "docs/guides/notebook.md"])
def test_what_is_typed_on_a_page_answers_so(page):
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert (failed, tried >= 6) == (0, True)


RUN_ELSEWHERE = {
    "guides/alerts.md", "guides/client.md", "guides/figures.md", "guides/house.md",
    "guides/notebook.md", "guides/rulebook.md",
    "guides/scenarios.md", "guides/verify-a-round.md", "mathematics.md", "reference/library.md",
}  # fmt: skip


def test_no_page_has_code_that_no_test_runs():
    pages = (path for path in (ROOT / "docs").rglob("*.md") if path not in TUTORIALS)
    with_code = {
        str(path.relative_to(ROOT / "docs")) for path in pages if any(kind in RUN for kind, _ in parts(words(path)))
    }
    assert with_code == RUN_ELSEWHERE


@pytest.mark.parametrize(
    ("said", "expected", "is_so"),
    [
        ("open: 13 tests\nthen\nend\n", "open: … tests\n...\nend\n", True),
        ("open: 13 tests\nend\n", "open: … tests\n...\nend\n", True),
        ("open: 13 checks\nend\n", "open: … tests\n...\nend\n", False),
        ("sound\nmore\n", "sound\n", False),
        ("", "sound\n", False),
    ],
)
def test_what_a_page_leaves_out_may_differ_and_nothing_else(said, expected, is_so):
    assert fits(said, expected) is is_so


def test_a_page_whose_code_fails_or_prints_something_else_is_caught(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for text in (
        "```python\nassert False\n```\n",
        "```python\nprint(1)\n```\n\n```text\n2\n```\n",
        "```console\n$ taisai edge rws-6/9\n```\n",
        "<!-- exit: 1 -->\n```console\n$ taisai books\n```\n",
        "```console\n$ taisai --version\ntaisai none\n```\n",
    ):
        with pytest.raises(AssertionError):
            Page(text, monkeypatch).run()
