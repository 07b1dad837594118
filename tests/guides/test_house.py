"""A house that lost its journal is repaired, or its loss is written off, with the commands of the guide."""

import asyncio
import shlex
import shutil

import pytest
from guides.shown import guide, meant, run
from server.making import HAND, house, settings_of
from server.test_keeping import events
from test_docs import blocks

from taisai.cli.journals import keys_beside
from taisai.house.settings_writer import written
from taisai.journal.sqlite import SqliteStore
from taisai.keeping.marks import MarkRefusal
from taisai.rules.refusals import Refused
from taisai.table import commands as c

*_, REPAIR, WRITE_OFF = blocks(guide("house"), "console")


def live(folder, act):
    """With a mirror beside it."""

    async def play():
        async with house(folder / "house", HAND, mirror_folder=str(folder / "mirror")) as server:
            return await act(server)

    return asyncio.run(play())


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    """A house after two starts, and its journal as it was between them."""
    folder = tmp_path_factory.mktemp("house")
    live(folder, lambda server: server.open("H", 1))
    shutil.copy(folder / "house" / "journal.sqlite", folder / "monday.sqlite")
    live(folder, lambda server: server.do("H", c.BuyIn(2, 5_000)))
    return folder


@pytest.fixture
def folder(lived, tmp_path, monkeypatch):
    """A copy of it whose journal is lost."""
    shutil.copytree(lived, tmp_path, dirs_exist_ok=True)
    settings = settings_of(tmp_path / "house", HAND, mirror_folder=str(tmp_path / "mirror"))
    settings.file.write_text(written(settings), encoding="utf-8")
    for path in (tmp_path / "house").glob("journal.sqlite*"):
        path.unlink()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def typed(block, *placeholders, answers=""):
    words = shlex.split(meant(block, *placeholders))
    assert words[:2] == ["$", "taisai"]
    return run(*words[2:], answers=answers)


def head(file):
    store = SqliteStore.open_for_reading(file, "H", keys_beside(file))
    try:
        return store.head()
    finally:
        store.close()


def test_a_lost_journal_is_taken_from_the_mirror(lived, folder):
    told = typed(REPAIR, ("/mnt/mirror", str(folder / "mirror")))
    assert "every seal is valid" in told
    assert head(folder / "house" / "journal.sqlite") == head(lived / "house" / "journal.sqlite")


async def losses(server):
    return [one["words"] for one in await events(server, "data-lost")]


def test_a_loss_is_written_off_with_its_reason(folder):
    shutil.copy(folder / "monday.sqlite", folder / "house" / "journal.sqlite")
    shutil.rmtree(folder / "mirror")
    with pytest.raises(Refused) as caught:
        live(folder, losses)
    assert isinstance(caught.value.code, MarkRefusal)
    assert typed(WRITE_OFF, answers="yes\n").startswith("lost: ")
    (noted,) = live(folder, losses)
    assert "both disks burnt; backup of Monday" in noted
