"""A release is one command, and its wheel is all that anybody needs: it is installed into clean environments without
Node, the library for figures alone and a whole house."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest
from installing import environment, metadata
from loading import module

ROOT = Path(__file__).parents[1]
VERSION = "9.9.9"
PARTS = (
    "src", "tests", "docs", "deploy", "scripts", "web/src", "web/public", "web/package.json", "web/package-lock.json",
    "pyproject.toml", "hatch_build.py", "requirements.lock", "README.md", "CHANGELOG.md", "LICENSE", "SECURITY.md",
    ".gitignore",
)  # fmt: skip


def copied(folder):
    ignored = shutil.ignore_patterns("__pycache__", "node_modules")
    for part in PARTS:
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, folder / part, **({"ignore": ignored} if copy is shutil.copytree else {}))
    subprocess.run(["git", "init", "--quiet", folder], check=True)
    return folder


def release(folder, *words):
    command = [sys.executable, "scripts/release.py", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_a_release_is_whole_and_its_wheel_is_all_that_anybody_needs(tmp_path):
    """One release for all that is asked of it: building it takes a while."""
    folder = copied(tmp_path / "released")
    told = release(folder, VERSION)
    assert told.returncode == 0, told.stdout + told.stderr
    dist, wheel = folder / "dist", folder / "dist" / f"taisai-{VERSION}-py3-none-any.whl"
    assert_checksums_hold(dist)
    assert_version_and_day_are_written(folder)
    assert_the_list_of_parts_is_valid(dist, wheel)
    assert_the_source_archive_has_what_a_wheel_is_built_of(dist)
    assert_the_metadata_name_the_python_that_the_tests_run_on(wheel)
    assert_wrong_releases_are_refused(folder)
    bare = environment(tmp_path / "bare", wheel)
    assert_figures_need_no_parts_of_a_house(bare)
    assert_missing_parts_are_named(bare, tmp_path)
    assert_the_library_stands_alone(bare)
    assert_a_house_is_served_with_its_screens(environment(tmp_path / "env", wheel, "house"), wheel, tmp_path)


def assert_checksums_hold(dist):
    files = {f"taisai-{VERSION}{end}" for end in ("-py3-none-any.whl", ".tar.gz", ".cdx.json", "-licences.md")}
    assert {path.name for path in dist.iterdir()} == files | {"SHA256SUMS"}
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=dist, check=True)
    assert len((dist / "SHA256SUMS").read_text().splitlines()) == len(files)


def assert_version_and_day_are_written(released):
    assert f'version = "{VERSION}"' in (released / "pyproject.toml").read_text()
    software = (released / "src/taisai/keeping/software.py").read_text()
    day = re.search(r'^RELEASED: Final = "(.+?)"', software, re.MULTILINE)[1]
    assert f"## Unreleased\n\n## {VERSION}, {day}\n\n- " in (released / "CHANGELOG.md").read_text()


def assert_the_list_of_parts_is_valid(dist, wheel):
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    text = (dist / f"taisai-{VERSION}.cdx.json").read_text()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    parts = json.loads(text)
    scopes = {one["name"]: one.get("scope") for one in parts["components"]}
    assert scopes.items() >= {"msgspec": "required", "uvicorn": "required", "psycopg": "optional"}.items()
    assert {"svelte", "@noble/ed25519", "psycopg-binary", "cffi"} <= scopes.keys()
    assert "pytest" not in scopes, "a tool is not delivered"
    (told,) = parts["metadata"]["component"]["hashes"]
    assert f"{told['content']}  {wheel.name}" in (dist / "SHA256SUMS").read_text()

    page = (dist / f"taisai-{VERSION}-licences.md").read_text()
    assert page == (ROOT / "docs" / "reference" / "licences.md").read_text()


WRONG = {"9.9.8": "not newer than 9.9.9", "10.0": "not a version such as 1.2.3", "10.0.0": "nothing is written"}


def assert_wrong_releases_are_refused(folder):
    """And nothing is changed."""
    before = {name: (folder / name).read_text() for name in ("pyproject.toml", "CHANGELOG.md")}
    assert "dist/ holds an earlier release" in release(folder, "10.0.0").stderr
    assert "make release VERSION=" in release(folder).stderr
    (folder / "dist").rename(folder / "earlier")
    for version, words in WRONG.items():
        told = release(folder, version)
        assert (told.returncode, words in told.stderr) == (1, True), told.stderr
    subprocess.run(["git", "add", "LICENSE"], cwd=folder, check=True)
    assert "commit or undo these changes first:\nA  LICENSE" in release(folder, "10.0.0").stderr
    (folder / "earlier").rename(folder / "dist")
    assert before == {name: (folder / name).read_text() for name in before}


def assert_the_source_archive_has_what_a_wheel_is_built_of(dist):
    with tarfile.open(dist / f"taisai-{VERSION}.tar.gz") as archive:
        names = set(archive.getnames())
    needed = ("src/taisai/web/index.html", "hatch_build.py", "tests/conftest.py", "docs/glossary.md", "CHANGELOG.md")
    assert {f"taisai-{VERSION}/{name}" for name in needed} <= names


def assert_the_metadata_name_the_python_that_the_tests_run_on(wheel):
    named = [line.rpartition(" ")[2] for line in metadata(wheel).get_all("Classifier") if "Python :: 3." in line]
    assert named == ["3.11"], "add a version when the whole suite has run on it"
    assert metadata(wheel)["Requires-Python"] == ">=3.11"


def run(place, program, *words, cwd=None):
    """With nothing else on the path: no Node, no other Python."""
    environment = {"PATH": str(place), "LANG": "C.UTF-8"}
    command = [place / program, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=cwd)


FIGURES = (
    ("books",), ("paytable", "rws-6/2"), ("edge", "rws-6/2"), ("par", "rws-6/2"), ("lit", "rws-6/2", "1-1-3"),
    ("compare", "rws-6/1", "rws-6/2"), ("clauses", "rws-6"), ("--help",), ("--version",),
)  # fmt: skip


def assert_figures_need_no_parts_of_a_house(bare):
    for words in FIGURES:
        told = run(bare, "taisai", *words)
        assert (told.returncode, bool(told.stdout)) == (0, True), f"{words}: {told.stderr}"
    told = run(bare, "python", "-c", EVERY)
    assert {"books", "edge", "check"} <= set(told.stdout.split()), told.stderr


LACKING = (
    (("serve", "--port", "0"), "house"), (("doctor", "x"), "house"), (("verify", "x"), "house"),
    (("play", "x"), "house"), (("risk", "rws-6/2", "--wager", "big=100"), "lab"),
)  # fmt: skip


def assert_missing_parts_are_named(bare, folder):
    before = sorted(folder.iterdir())
    for words, extra in LACKING:
        told = run(bare, "taisai", *words, cwd=folder)
        assert told.returncode == 1, words
        assert re.fullmatch(
            rf"taisai: this needs [^;]+, which [^;]+; run: pip install 'taisai\[{extra}\]'\n", told.stderr
        )
    assert sorted(folder.iterdir()) == before, "nothing was begun"


EVERY = """
from taisai.cli.main import COMMANDS, app
print(*(name for name in COMMANDS if "Not installed" not in app.get_command(None, name).help))
"""


def assert_the_library_stands_alone(bare):
    code = (
        "import sys, taisai; assert 'msgspec' not in sys.modules; "
        "print(taisai.figures(taisai.paytable('rws-6/2')['big']).edge); taisai.evening"
    )
    told = run(bare, "python", "-c", code)
    assert told.stdout == "1/36\n"
    assert told.stderr.endswith(
        "taisai.evening: this needs numpy and scipy, which are not installed; run: pip install 'taisai[lab]'\n"
    )


def assert_a_house_is_served_with_its_screens(place, wheel, tmp_path):
    words = [place / "taisai", "serve", "--folder", tmp_path / "house", "--port", "0", "--json"]
    path = {"PATH": str(place), "HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=path, cwd=tmp_path) as serving:
        try:
            address = json.loads("".join(iter(serving.stdout.readline, "}\n")) + "}")["address"]
            page = urlopen(f"{address}/").read().decode()
            script = re.search(r'src="/(assets/\S+?\.js)"', page)[1]
            given = urlopen(f"{address}/{script}").read()
            tables = json.load(urlopen(f"{address}/api/tables"))
        finally:
            serving.send_signal(signal.SIGTERM)
    assert serving.returncode == 0
    assert given == ZipFile(wheel).read(f"taisai/web/{script}")
    assert "T1" in json.dumps(tables)
    assert not os.access(place / "node", os.X_OK)


BEFORE = {"0.1.0.dev0": False, "0.0.9": False, "0.1.0": True, "0.2.0.dev0": True, "0.10.0": True}


def test_an_unfinished_version_comes_before_the_release_of_its_number():
    order = module("scripts", "releasing.numbering")._order
    assert {version: order(version) > order("0.1.0.dev0") for version in BEFORE} == BEFORE
