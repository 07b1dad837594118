"""Compiled files and packages that somebody put in place of the accepted ones are not run, or are told of."""

import json
import marshal
import os
import py_compile
import shutil
import subprocess
import sys
from importlib.util import cache_from_source
from pathlib import Path

import pytest
from attack.kit.bytecode import canary, plant
from attack.kit.houses import SELF
from patience import PATIENCE_S
from server.making import settings_of

import taisai
from taisai.cli import serve
from taisai.house import settings
from taisai.house.settings_writer import written
from taisai.keeping import bytecode, packages, software
from taisai.keeping.software import installed, planted

MAIN = "from taisai.cli.main import main; main()"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The software once more, in a place where files can be planted."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(taisai.__path__[0], folder / "taisai", ignore=shutil.ignore_patterns("__pycache__", "web"))
    return folder


@pytest.fixture
def house(tmp_path):
    folder = tmp_path / "house"
    folder.mkdir()
    (folder / "taisai.toml").write_text(written(settings_of(folder, SELF, demo=True)))
    return folder


def served(site, house, *run):
    """What it said, and stopped as soon as it had said it; `run` is what Python is told to run."""
    environment = {**os.environ, "PYTHONPATH": str(site), "TAISAI_PORT": "0"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, *(run or ("-c", MAIN)), "serve", "--json", "--folder", str(house)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True)
    text = ""
    while not text.endswith("\n}\n") and (line := child.stdout.readline()):
        text += line
    child.terminate()
    _, errors = child.communicate(timeout=PATIENCE_S)
    return json.loads(text), errors


@pytest.mark.long
def test_planted_bytecode_is_never_run_and_is_told_of(site, house, tmp_path):
    """First in the cache that everybody uses, then in the one that only the house uses."""
    common, own = tmp_path / "ran from the common cache", tmp_path / "ran from the house's own"
    source = site / "taisai" / "house" / "tumbler.py"
    compiled = plant(source, canary(common))
    ran = [sys.executable, "-c", "import taisai.house.tumbler"]
    subprocess.run(ran, env={**os.environ, "PYTHONPATH": str(site)}, check=True)
    assert common.exists(), "the attack works where nothing guards against it"
    common.unlink()
    told, errors = served(site, house)
    assert "address" not in told
    assert "house/__pycache__/tumbler.cpython-311.pyc does not match its source" in errors
    assert not common.exists()
    compiled.unlink()

    told, errors = served(site, house)
    assert told["address"], errors
    kept = house / "bytecode"
    assert kept.stat().st_mode & 0o777 == 0o700
    private = kept / Path(cache_from_source(str(source))).relative_to("/")
    private = private.parent.parent / private.name
    assert private.exists(), "the second start need not compile anything"
    before = private.stat().st_mtime_ns
    plant(source, canary(own), private)
    strange = private.with_name("stranger.cpython-311.pyc")
    strange.write_bytes(b"x")
    told, errors = served(site, house)
    assert told["address"], errors
    assert not own.exists()
    assert not strange.exists()
    assert private.stat().st_mtime_ns != before


@pytest.mark.long
def test_the_command_as_it_is_installed_is_no_stranger(site, house, tmp_path):
    """A script of its own, as an installer writes it; libraries give it a second name among what is loaded."""
    script = tmp_path / "bin" / "taisai"
    script.parent.mkdir()
    script.write_text(f"{MAIN}\n")
    told, errors = served(site, house, script)
    assert told.get("address"), errors


def test_a_list_that_somebody_else_wrote_is_not_believed(tmp_path):
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "snapshot.key").write_text("ab" * 32)
    folder = tmp_path / "bytecode"
    folder.mkdir()
    file = folder / "x.pyc"
    file.write_bytes(b"good")
    known = {"x.pyc": bytecode._digest(file)}
    for mac in ("", "0" * 64, bytecode._mac(tmp_path / "keys" / "snapshot.key", {})):
        (tmp_path / "bytecode.json").write_text(json.dumps({"files": known, "mac": mac}))
        bytecode.clean(tmp_path)
        assert not file.exists()
        file.write_bytes(b"good")
    mac = bytecode._mac(tmp_path / "keys" / "snapshot.key", known)
    (tmp_path / "bytecode.json").write_text(json.dumps({"files": known, "mac": mac}))
    bytecode.clean(tmp_path)
    assert file.exists()
    file.write_bytes(b"evil")
    bytecode.clean(tmp_path)
    assert not file.exists()


def test_a_link_in_place_of_the_cache_leads_nowhere(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "x.pyc").write_bytes(b"evil")
    (tmp_path / "bytecode").symlink_to(tmp_path / "elsewhere")
    bytecode.clean(tmp_path)
    assert not (tmp_path / "bytecode").is_symlink()
    assert list((tmp_path / "bytecode").iterdir()) == []
    assert (tmp_path / "elsewhere" / "x.pyc").exists()


def test_the_folder_that_is_cleaned_is_the_one_that_is_served():
    assert serve.FOLDER == settings.FOLDER


MODES = py_compile.PycInvalidationMode


@pytest.mark.parametrize("mode", MODES)
def test_only_what_python_would_run_and_its_source_does_not_say_is_planted(tmp_path, mode):
    source = tmp_path / "x.py"
    source.write_text("x = 1\n")
    compiled = Path(py_compile.compile(str(source), invalidation_mode=mode, doraise=True))
    assert list(planted(tmp_path)) == []
    head = compiled.read_bytes()[:16]
    compiled.write_bytes(head + marshal.dumps(compile("x = 2\n", str(source), "exec")))
    assert list(planted(tmp_path)) == ["__pycache__/x.cpython-311.pyc does not match its source; delete it"]
    compiled.write_bytes(head + b"rubbish")
    assert len(list(planted(tmp_path))) == 1
    compiled.write_bytes(b"\0\0\0\0" + head[4:] + b"rubbish")
    assert list(planted(tmp_path)) == [], "of another Python, which this one passes over"


@pytest.fixture
def cached(tmp_path, monkeypatch):
    """A source, compiled where everybody looks and in the cache of this house, and what was compiled again."""
    source, again = tmp_path / "x.py", []
    source.write_text("x = 1\n")
    common = Path(py_compile.compile(str(source), doraise=True))
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "bytecode"))
    own = Path(py_compile.compile(str(source), doraise=True))
    monkeypatch.setenv(bytecode.AGAIN, sys.pycache_prefix)
    counted = lambda *given, **named: again.append(given) or compile(*given, **named)  # noqa: E731
    monkeypatch.setattr(software, "compile", counted, raising=False)
    return source, common, own, again


def evil_in(file, source):
    """With the head of the file that was there, so that Python would run it."""
    file.write_bytes(file.read_bytes()[:16] + marshal.dumps(compile("x = 2\n", str(source), "exec")))


def test_what_this_house_compiled_is_not_compiled_again_unless_all_is_tested(cached, tmp_path):
    *_, again = cached
    assert list(planted(tmp_path)) == []
    assert again == []
    assert list(planted(tmp_path, anew=True)) == []
    assert len(again) == 1


def test_what_differs_from_what_this_house_compiled_is_planted(cached, tmp_path):
    source, common, _, again = cached
    evil_in(common, source)
    assert len(list(planted(tmp_path))) == 1
    assert again == []


@pytest.mark.parametrize("cleaned", ["", "the cache of another house"])
def test_a_cache_that_was_not_cleaned_before_the_start_proves_nothing(cached, tmp_path, monkeypatch, cleaned):
    source, common, own, _ = cached
    for file in (common, own):
        evil_in(file, source)
    monkeypatch.setenv(bytecode.AGAIN, cleaned)
    assert len(list(planted(tmp_path))) == 1


def test_the_whole_test_believes_no_cache(cached, tmp_path):
    source, common, own, _ = cached
    for file in (common, own):
        evil_in(file, source)
    assert list(planted(tmp_path)) == [], "the cache was cleaned, so it is evil only if this process made it so"
    assert len(list(planted(tmp_path, anew=True))) == 1


def test_what_this_house_compiled_before_the_source_changed_proves_nothing(cached, tmp_path):
    source, common, _, again = cached
    source.write_text("x = 1234\n")
    common.write_bytes(b"".join((common.read_bytes()[:4], bytes(4), int(source.stat().st_mtime).to_bytes(4, "little"),
        source.stat().st_size.to_bytes(4, "little"), common.read_bytes()[16:])))  # fmt: skip
    assert len(list(planted(tmp_path))) == 1
    assert len(again) == 1


def test_a_compiled_file_that_is_older_than_its_source_is_passed_over(tmp_path):
    source = tmp_path / "x.py"
    source.write_text("x = 1\n")
    py_compile.compile(str(source), doraise=True)
    source.write_text("x = 1234\n")
    assert list(planted(tmp_path)) == []


@pytest.fixture
def bought(tmp_path):
    """A package as it is installed: two files and its record of them."""
    folder = tmp_path / "site-packages"
    (folder / "dice").mkdir(parents=True)
    (folder / "dice" / "__init__.py").write_text("FACES = 6\n")
    (folder / "dice" / "fast.so").write_bytes(b"\x7fELF")
    info = folder / "dice-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: dice\nVersion: 1.0\n")
    record(folder)
    return folder


def record(folder):
    files = [folder / "dice" / "__init__.py", folder / "dice" / "fast.so"]
    rows = [f"{file.relative_to(folder)},sha256={packages._digest(file, packages.stamp(file))},1" for file in files]
    (folder / "dice-1.0.dist-info" / "RECORD").write_text("\n".join([*rows, "dice/__pycache__/x.pyc,,"]) + "\n")


def misfits(folder):
    files = [path for path in folder.rglob("*") if path.suffix in {".py", ".so"}]
    return list(packages.misfits(files, [folder]))


def test_a_file_of_a_package_that_was_changed_is_named(bought):
    assert misfits(bought) == []
    (bought / "dice" / "__init__.py").write_text("FACES = 7\n")
    (told,) = misfits(bought)
    assert told == f"{bought}/dice/__init__.py does not match the record of its package"
    record(bought)
    assert misfits(bought) == [], "whoever changes the record too changes what a person has accepted"
    (bought / "dice" / "fast.so").write_bytes(b"other")
    assert len(misfits(bought)) == 1


@pytest.mark.parametrize("thief", ["aaa-1.0", "zzz-1.0", "dice-0.9", "Dice-1.0"])
def test_no_other_package_speaks_for_a_file_of_one_that_is_needed(bought, monkeypatch, thief):
    monkeypatch.setattr(packages, "needed", lambda: ("dice",))
    file, info = bought / "dice" / "__init__.py", bought / f"{thief}.dist-info"
    file.write_text("FACES = 60\n")
    info.mkdir()
    told = packages._digest(file, packages.stamp(file))
    (info / "RECORD").write_text(f"dice/__init__.py,sha256={told},1\n")
    assert misfits(bought) == [f"{file} does not match the record of its package"]
    assert list(packages.misfits(folders=[bought])) == misfits(bought)


def test_a_file_that_no_package_has_recorded_is_named(bought):
    (bought / "dice" / "extra.py").write_text("")
    (bought / "json.py").write_text("")
    assert sorted(told.partition(" ")[2] for told in misfits(bought)) == ["belongs to no package"] * 2


def test_what_python_runs_at_its_start_is_accepted_by_a_person(bought):
    assert packages.site_files([bought]) == {}
    (bought / "evil.pth").write_text("import os")
    (bought / "sitecustomize.py").write_text("")
    assert list(packages.site_files([bought])) == ["site/evil.pth", "site/sitecustomize.py"]


def test_the_record_of_every_package_that_is_needed_is_accepted_by_a_person():
    found = installed()
    names = {path.split("/")[1].rpartition("-")[0] for path in found if path.startswith("packages/")}
    assert {"apsw", "msgspec", "cryptography", "uvicorn"} <= names
    assert "cffi" in names, "what a package needs is needed too"
    assert "pytest" not in names
    assert "taisai" not in names
    assert found["house/desk.py"]


def test_a_module_from_nowhere_in_particular_is_a_stranger(tmp_path):
    loaded = packages.loaded_files()
    own = [file for file in loaded if Path(file).is_relative_to(packages.PACKAGE)]
    assert own
    assert list(packages.strangers(own)) == []
    assert list(packages.strangers([Path(json.__file__), Path(os.__file__)])) == []
    assert "from an unknown place" in next(packages.strangers([tmp_path / "apsw.py"]))
