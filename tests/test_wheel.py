"""A wheel is all that is needed: rulebooks, screens, and the licences of what the screens bring with them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
NEEDED = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """What a wheel is made of, with screens that say nothing, so that nobody waits for the real ones."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in NEEDED:
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "web"))
    return folder


def built(checkout, *, screens="as-built", kind="wheel"):
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(checkout / "dist")]
    environment = os.environ | {"TAISAI_SCREENS": screens}
    return subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)


def with_screens(checkout):
    web = checkout / "src" / "taisai" / "web"
    shutil.copytree(ROOT / "web" / "public", web, dirs_exist_ok=True)
    (web / "index.html").write_text("<!doctype html>")
    (checkout / ".gitignore").write_text("src/taisai/web/\n")


def test_a_wheel_without_screens_is_refused_with_what_to_do(checkout):
    told = built(checkout)
    assert told.returncode
    assert "run make web" in told.stderr


def test_a_wheel_whose_screens_cannot_be_built_is_refused_with_what_to_do(checkout):
    (checkout / "web").mkdir()
    (checkout / "web" / "package.json").write_text("{}")
    told = built(checkout, screens="")
    shutil.rmtree(checkout / "web")
    assert told.returncode
    assert "install Node" in told.stderr


def test_a_wheel_has_the_screens_with_the_licences_of_their_fonts_and_every_rulebook(checkout):
    with_screens(checkout)
    told = built(checkout)
    assert told.returncode == 0, told.stderr
    (wheel,) = (checkout / "dist").glob("*.whl")
    names = set(ZipFile(wheel).namelist())
    licences = {path.name for path in (ROOT / "web" / "public" / "assets" / "licences").iterdir()}
    assert "taisai/web/index.html" in names
    assert licences
    assert {f"taisai/web/assets/licences/{name}" for name in licences} <= names
    rulebooks = {path.relative_to(ROOT / "src") for path in (ROOT / "src" / "taisai" / "rulebooks").rglob("*.toml")}
    assert {path.as_posix() for path in rulebooks} <= names


def test_the_screens_that_are_built_here_bring_their_licences():
    web = ROOT / "src" / "taisai" / "web"
    assert (web / "index.html").is_file(), "the screens are not built; make web"
    sources = ROOT / "web" / "public" / "assets" / "licences"
    assert {path.name for path in sources.iterdir()} == {path.name for path in (web / "assets" / "licences").iterdir()}
