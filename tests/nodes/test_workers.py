"""Several nodes under one parent on one machine: they share a port, and one that is killed is missed by nobody."""

import json
import os
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

import psycopg
import pytest
from engines.nats import free_port
from msgspec.structs import replace
from nodes.processes import BY_HAND, TAISAI
from patience import PATIENCE_S

from taisai.house.settings import FILE, Settings
from taisai.house.settings_writer import written

TABLES = tuple(replace(BY_HAND, id=f"H{number}") for number in range(1, 5))  # always between two rounds
LIVING = "SELECT id FROM node WHERE until > clock_timestamp()"


def until(is_so):
    end_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end_s, "it did not come about"
        time.sleep(0.1)


def children(pid):
    """Python's own helpers too: whoever is a worker is known by its words."""
    found = [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return {name_of(one): one for one in found if name_of(one)}


def name_of(pid):
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return ""
    return words[words.index(b"--node") + 1].decode() if b"--listening" in words else ""


def lives(database):
    """By name, with the tables that each has."""
    query = """SELECT node.name, count(journal.number) FILTER (WHERE journal.name <> 'house') FROM node
        LEFT JOIN journal ON holder = id WHERE until > clock_timestamp() GROUP BY node.name, id"""
    with psycopg.connect(database) as connection:
        return dict(connection.execute(query).fetchall())


def is_shared(database, many):
    held = lives(database)
    return len(held) == many and sum(held.values()) == len(TABLES) and max(held.values()) - min(held.values()) < 2


class Parent:
    def __init__(self, folder, database, bus, many, **changes):
        self.port, self.database = free_port(), database
        settings = Settings(
            demo=True, requests_per_s=100_000, tables=TABLES, database=database, bus=(bus,), node="m", port=self.port,
            **changes,
        )  # fmt: skip
        folder.mkdir(exist_ok=True)
        (folder / FILE).write_text(written(settings))
        with (folder / "log").open("ab") as log:
            words = [*TAISAI, "serve", "--folder", str(folder), "--workers", str(many), "--json"]
            self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log)
        for line in self.process.stdout:  # of the first worker, when it serves
            if line == b"}\n":
                return
        raise RuntimeError((folder / "log").read_text()[-3000:])

    def get(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE_S) as answer:
            return json.load(answer)

    def is_up(self, many):
        return is_shared(self.database, many)

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.stdout.close()
        return self.process.wait(PATIENCE_S)


@pytest.fixture
def parent(tmp_path, database, bus):
    made = Parent(tmp_path / "house", database, bus, 2)
    try:
        yield made
    finally:
        made.end()


def test_workers_share_port_and_tables_and_one_that_is_killed_is_started_again_and_its_lease_ends_at_once(
    parent, database
):
    until(lambda: parent.is_up(2))
    assert sorted(children(parent.process.pid)) == sorted(lives(database)) == ["m-1", "m-2"]
    for killed, stays in (("m-2", "m-1"), ("m-1", "m-2")):
        before = children(parent.process.pid)
        life = renewed(database, killed)
        os.kill(before[killed], signal.SIGKILL)
        until(lambda life=life: life not in [one for (one,) in asked(database, LIVING)])
        ended = asked(database, "SELECT until - renewed < interval '3 s' FROM node WHERE id = %s", life)
        assert ended == [(True,)], "before its term was over"
        assert parent.get("/api/tables")["tables"], "the other answers on the same port"
        until(lambda: parent.is_up(2))
        after = children(parent.process.pid)
        assert after[killed] != before[killed]
        assert after[stays] == before[stays]
    assert parent.end() == 0
    assert lives(database) == {}, "stopped in order"
    assert not any(map(name_of, after.values()))
    with pytest.raises(ConnectionRefusedError), socket.create_connection(("127.0.0.1", parent.port)):
        pass


def asked(database, query, *values):
    with psycopg.connect(database) as connection:
        return connection.execute(query, values).fetchall()


def renewed(database, name):
    """The life of a node that has lived for more than a moment."""
    query = LIVING + " AND name = %s AND renewed > began"
    until(lambda: asked(database, query, name))
    return asked(database, query, name)[0][0]


def test_all_workers_are_started_anew_one_by_one_and_tables_are_handed_over(parent, database):
    until(lambda: parent.is_up(2))
    before = children(parent.process.pid)
    parent.process.send_signal(signal.SIGHUP)
    alive = []

    def all_new():
        alive.append(len(lives(database)))
        now = children(parent.process.pid)
        return len(now) == 2 and not {*now.values()} & {*before.values()} and parent.is_up(2)

    until(all_new)
    assert min(alive) >= 1, "somebody serves all the while"
    with psycopg.connect(database) as connection:
        drained = connection.execute("SELECT DISTINCT name FROM node WHERE draining ORDER BY name").fetchall()
    assert drained == [("m-1",), ("m-2",)]


def test_workers_whose_parent_is_killed_stop_in_order(parent, database):
    until(lambda: parent.is_up(2))
    workers = children(parent.process.pid)
    parent.process.kill()
    until(lambda: lives(database) == {})
    until(lambda: not any(name_of(pid) for pid in workers.values()))


@pytest.mark.parametrize(
    ("means", "words"),
    [((), "in a file"), (("--database", "postgresql://h/x"), "without a bus")],
)
def test_workers_of_a_house_that_cannot_have_them_are_refused_with_what_to_do(tmp_path, means, words):
    told = subprocess.run(
        [*TAISAI, "serve", "--folder", str(tmp_path / "house"), "--workers", "2", *means],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert told.returncode != 0
    assert "--workers" in told.stderr
    assert words in " ".join(told.stderr.split())
    assert "taisai move" in " ".join(told.stderr.split())
    assert not (tmp_path / "house" / "journal.sqlite").exists()
