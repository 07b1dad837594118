"""A regulator runs a witness, and shows what it has kept; an auditor takes tiles away and checks them."""

import asyncio
import json
import socket
import subprocess
import sys
import time
from contextlib import closing
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from cli.test_journals import run  # noqa: F401 - a fixture
from house.test_journal_log import KEY as SIGNING
from house.test_journal_log import kept
from journal.making import grow
from patience import PATIENCE_S
from witness.histories import KEY, asked, submit
from witness.running import Listening, listening
from witness.test_witness import opened

from taisai.journal.sqlite import SqliteStore
from taisai.log.notes import key_of, parse_key
from taisai.outside import web
from taisai.outside.connections import Connections
from taisai.witness.answers import Witness


def test_a_witness_is_made_once_and_tells_its_key(run, tmp_path):  # noqa: F811
    told = json.loads(run("witness", "w", "--name", "regulator.example/w1", "--log", str(KEY), "--check", "--json"))
    assert parse_key(told["key"]).name == "regulator.example/w1"
    assert told["logs"] == [KEY.name]
    again = run("witness", "w", "--check")
    assert told["key"] in again
    assert "it knows 1 logs: house.example/T1" in again
    assert "use --name once" in run("witness", "w", "--name", "another", "--check", code=1)
    assert "needs a name" in run("witness", "new", "--check", code=1)
    assert "not a key of a log" in run("witness", "w", "--log", "nonsense", "--check", code=1)
    assert (tmp_path / "w" / "taisai-private.pem").stat().st_mode & 0o077 == 0


def free_port():
    with closing(socket.create_server(("127.0.0.1", 0))) as found:
        return found.getsockname()[1]


def answer_of(url):
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            with urlopen(url, timeout=PATIENCE_S) as answer:
                return answer.read().decode()
        except URLError:
            assert time.monotonic() < end
            time.sleep(0.05)


def told_about_trailers(port, count):
    head = b"POST /add-checkpoint HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as stranger:
        stranger.sendall(head + b"0\r\n" + b"ab: c\r\n" * count + b"\r\n")
        return int(stranger.recv(65_536).split()[1])


def post(url, content):
    return asyncio.run(web.post(Connections(), url, content, media="text/plain", bytes_max=100_000))


def test_a_witness_runs_as_a_program_until_it_is_stopped(tmp_path):
    port = free_port()
    words = ("witness", tmp_path / "w", "--name", "w", "--log", KEY, "--port", port)
    code = "from taisai.cli.main import main; main()"
    child = subprocess.Popen([sys.executable, "-c", code, *map(str, words)], stdout=subprocess.DEVNULL)
    try:
        assert parse_key(answer_of(f"http://127.0.0.1:{port}/key").strip()).name == "w"
        told = post(f"http://127.0.0.1:{port}/add-checkpoint", asked("honest", 0, 12))
        assert (told.status, told.body[:6]) == (200, "— w ".encode())
        assert post(f"http://127.0.0.1:{port}/add-checkpoint", b"x" * 200_000).status == 413
        assert post(f"http://127.0.0.1:{port}/add-checkpoint", asked("forked", 12, 20)).status == 422
        assert json.loads(answer_of(f"http://127.0.0.1:{port}/evidence"))[0]["origin"] == KEY.name
        assert told_about_trailers(port, 100) == told_about_trailers(port, 0) != 413
        assert told_about_trailers(port, 100_000) == 413, "they are counted, as everything in a request is"
    finally:
        child.terminate()
        child.wait()


def test_the_evidence_of_a_witness_is_shown_from_its_folder_and_from_its_address(run, tmp_path):  # noqa: F811
    with closing(opened(tmp_path / "w")) as folder:
        submit(Witness(folder), "honest", 12)
    assert "0 pieces of evidence" in run("verify", "--witness", "w")
    with closing(opened(tmp_path / "w")) as folder:
        submit(Witness(folder), "forked", 12)
    told = run("verify", "--witness", "w", "--log", str(KEY), code=1)
    assert "PROVED: house.example/T1 signed two histories of 12 entries" in told
    assert told.count(f"{KEY.name}\n12\n") == 2
    with listening(Listening(tmp_path / "w")) as (settings,):
        assert "PROVED" in run("verify", "--witness", settings.url, "--log", str(KEY), code=1)
    run("verify", code=2)


def test_tiles_are_taken_away_and_checked_by_an_auditor(run, tmp_path):  # noqa: F811
    with closing(SqliteStore.open(tmp_path / "floor.db", "house")) as store:
        grow(store, 300)
    assert "no checkpoint yet" in run("export", "floor.db", "tiles", "--tiles", code=1)
    with closing(SqliteStore.open(tmp_path / "floor.db", "house")) as store:
        kept(store)
    assert "300 entries of table house as tiles in tiles" in run("export", "floor.db", "tiles", "--tiles")
    told = json.loads(run("export", "floor.db", "tiles", "--tiles", "--json"))
    assert (told["log"], told["size"]) == ("house/T1", 300)
    key = str(key_of("house/T1", SIGNING))
    assert "sound: every entry and every tile" in run("verify", "tiles", "--log", key)
    assert "is not trusted" in run("verify", "tiles", code=1)
    checked = run("verify", "floor.db", "--checkpoint", "tiles/checkpoint", "--log", key)
    assert checked.startswith("sound: table house, 300 entries")


@pytest.mark.parametrize("option", ["--log", "--cosigned-by"])
def test_what_is_no_key_is_not_checked_with(run, tmp_path, option):  # noqa: F811
    (tmp_path / "receipt").write_text("c2sp.org/tlog-proof@v1\nindex 0\n\n")
    run("verify", "receipt", option, "nonsense", code=2)
