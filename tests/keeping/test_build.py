"""A build is named by its version and by what its files are, so that two of one version can be told apart."""

from importlib.metadata import version

import pytest

from taisai.keeping import build as building
from taisai.keeping.build import build
from taisai.keeping.software import digest, manifest


@pytest.fixture(autouse=True)
def anew():
    build.cache_clear()
    yield
    build.cache_clear()


def test_a_build_is_its_version_and_the_digest_of_its_files():
    assert build() == f"{version('taisai')}+{digest(manifest())[:12]}"


def test_a_changed_file_makes_another_build(monkeypatch):
    before = build()
    monkeypatch.setattr(building, "manifest", lambda: manifest() | {"rules/roll.py": "0" * 64})
    assert build() == before, "it is what began to run"
    build.cache_clear()
    assert build() != before
    assert build().partition("+")[0] == before.partition("+")[0]
