"""The keys of a log, as the guide shows them: made in a token, and replaced by others that outsiders follow."""

import asyncio
import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from guides.shown import blocks_with, command, inline, meant, run, taken, typed
from guides.witnessed import TABLE, Place, founded
from server.making import house
from server.test_logs import signed
from test_guide_commands import TABLES

from taisai.house.settings import FILE
from taisai.journal.keys import PRIVATE_FILE, PUBLIC_FILE

PIN = "48291357"


@pytest.fixture(scope="module")
def replaced(tmp_path_factory):
    """A house whose key was replaced by the guide's command, and what it answers afterwards."""
    place = Place(tmp_path_factory.mktemp("replaced"))
    founded(place)
    (shown,) = inline("witnesses", "taisai keys rotate")
    run(*shlex.split(meant(shown, ("FOLDER", str(place.house))))[1:])
    (path,) = inline("witnesses", "/api/logs/LOG/")

    async def open_again():
        async with house(place.house, TABLE, witnesses_log_name="house.example") as server:
            await server.open("T1", 1)
            await signed(server, "T1")
            place.keep("note", (await server.get("/api/logs/T1/checkpoint")).body)
            return (await server.get(meant(path, ("LOG", "T1")))).body

    place.answers[path] = asyncio.run(open_again())
    run("export", str(place.house / "journal.sqlite"), str(place.folder / "export.jsonl"), "--table", "T1")
    return place


@pytest.fixture(params=["file", "answer"])
def rotations(request, replaced):
    """Either of the two that the guide says to give to verifiers."""
    (answer,) = replaced.answers.values()
    (shown,) = inline("witnesses", "keys/rotations.jsonl")
    replaced.keep("rotations.jsonl", answer if request.param == "answer" else (replaced.house / shown).read_bytes())


@pytest.mark.usefixtures("rotations")
def test_whoever_trusts_the_old_key_follows_it_to_the_new_one(replaced, monkeypatch):
    monkeypatch.chdir(replaced.folder)
    words = [
        meant(word, ("OLD KEY", replaced.key)) if word == "OLD KEY" else word
        for word in command("witnesses", "OLD KEY")
    ]
    assert "sound" in run(*words)
    run(*words[: words.index("--rotations")], code=1)


def test_the_settings_name_a_token(tmp_path):
    (block,) = blocks_with("witnesses", "token.library")
    assert taken(block, tmp_path / "house")["token_label"] == "house"


@pytest.mark.skipif(not shutil.which("softhsm2-util"), reason="there is no softhsm2 here")
def test_a_key_is_made_in_the_token_that_the_settings_name(tmp_path):
    (block,) = blocks_with("witnesses", "token.library")
    library = Path(block.split('"')[1])
    if not library.exists():
        pytest.skip(f"softhsm2 is not in {library} here")
    environment = os.environ | {"SOFTHSM2_CONF": token(tmp_path, "house")}
    (tmp_path / "taisai-house").mkdir(mode=0o700)
    block = meant(block, ("/run/secrets/token-pin", str(tmp_path / "pin")))
    (tmp_path / "taisai-house" / FILE).write_text(block + TABLES, encoding="utf-8")
    (shown,) = inline("witnesses", "taisai keys token")
    assert "the private one is in the token" in typed(shown, tmp_path, **environment)
    assert (tmp_path / "taisai-house" / "keys" / PUBLIC_FILE).is_file()
    assert not (tmp_path / "taisai-house" / "keys" / PRIVATE_FILE).exists()


def token(folder, label):
    """A new token of the library's own making; where its configuration is."""
    (folder / "tokens").mkdir()
    (folder / "softhsm2.conf").write_text(f"directories.tokendir = {folder}/tokens\nlog.level = ERROR\n")
    (folder / "pin").write_text(PIN + "\n")
    (folder / "pin").chmod(0o600)
    made = ("softhsm2-util", "--init-token", "--free", "--label", label, "--pin", PIN, "--so-pin", PIN)
    environment = os.environ | {"SOFTHSM2_CONF": str(folder / "softhsm2.conf")}
    subprocess.run(made, check=True, capture_output=True, env=environment)
    return environment["SOFTHSM2_CONF"]
