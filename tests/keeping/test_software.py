"""What the software is, file by file."""

import subprocess
from hashlib import sha256

import taisai
from taisai.keeping import software
from taisai.keeping.selftest import process_test
from taisai.keeping.software import PACKAGE, differences, digest, manifest


def test_every_file_of_the_package_is_in_the_manifest():
    found = manifest()
    assert PACKAGE.samefile(taisai.__path__[0])
    assert {"__init__.py", "py.typed", "keeping/software.py", "rulebooks/proofs.json"} <= found.keys()
    assert {path.rpartition(".")[2] for path in found} >= {"py", "toml", "json"}
    assert not any("__pycache__" in path for path in found)
    source = PACKAGE / "keeping" / "software.py"
    assert found["keeping/software.py"] == sha256(source.read_bytes()).hexdigest()


def made(folder):
    (folder / "a" / "__pycache__").mkdir(parents=True)
    (folder / "a" / "__pycache__" / "x.pyc").write_bytes(b"1")
    (folder / "a" / "x.py").write_text("x = 1\n")
    (folder / "b.toml").write_text("")
    return folder


def test_a_change_an_addition_and_a_loss_are_told(tmp_path):
    before = manifest(made(tmp_path))
    assert list(before) == ["a/x.py", "b.toml"]
    (tmp_path / "a" / "x.py").write_text("x = 2\n")
    (tmp_path / "b.toml").unlink()
    (tmp_path / "c.json").write_text("{}")
    (tmp_path / "a" / "__pycache__" / "x.pyc").write_bytes(b"2")
    after = manifest(tmp_path)
    assert differences(before, before) == []
    changed = f"a/x.py was changed: it is {after['a/x.py'][:16]}, recorded was {before['a/x.py'][:16]}"
    assert differences(before, after) == [changed, "b.toml is missing", "c.json is new"]


def test_the_digest_can_be_found_without_us(tmp_path):
    found = manifest(made(tmp_path))
    lines = subprocess.run(["sha256sum", "a/x.py", "b.toml"], cwd=tmp_path, capture_output=True, check=True).stdout
    assert digest(found) == sha256(lines).hexdigest()
    assert digest(dict(reversed(found.items()))) == digest(found)
    assert digest({**found, "b.toml": found["a/x.py"]}) != digest(found)


def test_a_whole_test_reads_each_file_of_ours_whatever_its_times_say(tmp_path, monkeypatch):
    monkeypatch.setattr(software, "stamp", lambda path: (1, 1, 1))
    (tmp_path / "one.py").write_text("right")
    before = software.manifest(tmp_path)
    (tmp_path / "one.py").write_text("wrong")
    assert software.manifest(tmp_path) == before, "a file that looks unchanged is not read"
    next(process_test(None, whole=False))
    assert software.manifest(tmp_path) == before
    next(process_test(None, whole=True))
    assert software.manifest(tmp_path) != before
