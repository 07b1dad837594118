"""The commands of the guide to a house on nodes, in its order and as they are printed there."""

import json
import os
import re
import shlex
import subprocess
from contextlib import contextmanager

import psycopg
import pytest
from engines.nats import free_port
from engines.postgres import serving
from nodes.processes import TAISAI
from patience import PATIENCE_S
from test_docs import ROOT
from warm import warm

from taisai.house.settings import FILE
from taisai.house.settings_reader import with_values
from taisai.house.settings_writer import written
from taisai.house.tables import DEMO_TABLES

GUIDE = (ROOT / "docs" / "guides" / "cluster.md").read_text(encoding="utf-8")
SHOWN = [shlex.split(line)[1:] for line in re.findall(r"^    (taisai .+)$", GUIDE, re.MULTILINE)]
MENTIONED = ("drain ./house", "doctor ./house", "backup ./house OUT")
KEYS = "mkdir -m 700 ./tables-2 && cp -R ./house/keys ./tables-2/"


class Guide:
    """A folder, a server and a bus in place of those of the guide."""

    def __init__(self, folder, primary, bus):
        self.folder, self.primary, self.bus = folder, primary, bus

    def meant(self, words):
        for word in words:
            user, _, place = word.removeprefix("postgresql://").partition("@")
            if place == "db.example.com/house":
                yield self.primary.uri("house", {"taisai": "node"}.get(user, user))
            else:
                yield {"nats://bus.example.com:4222": self.bus, "taisai": "node"}.get(word, word)

    def ran(self, words):
        given = [*TAISAI, *self.meant(words)]
        ended = subprocess.run(given, cwd=self.folder, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    @contextmanager
    def served(self, words):
        """Until it says where it listens; it must end well."""
        given = [*TAISAI, *self.meant(words), "--port", str(free_port()), "--json"]
        house = self.folder / words[words.index("--folder") + 1]
        house.mkdir(mode=0o700, exist_ok=True)
        means = {"cwd": self.folder, "env": os.environ | warm(house), "text": True}
        process = subprocess.Popen(given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **means)
        told = ""
        while not told.endswith("}\n"):
            line = process.stdout.readline()
            assert line, process.communicate()[1]
            told += line
        try:
            yield json.loads(told)
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE_S)
            assert process.returncode == 0

    def set_database(self):
        """What the guide wants to be in the settings, at every node."""
        floor = with_values(
            demo=True, table=DEMO_TABLES, nodes_database=self.primary.uri("house", "node"), nodes_bus=(self.bus,)
        )
        for folder in ("house", "tables-2"):
            (self.folder / folder / FILE).write_text(written(floor))

    def serve(self, words):
        with self.served(words) as told:
            assert told["address"].startswith("http://")


@pytest.fixture
def guide(tmp_path, bus):
    with serving() as primary:
        yield Guide(tmp_path, primary, bus)


def new_database(primary):
    primary.database("house")
    with psycopg.connect(primary.address("house"), autocommit=True) as connection:
        for role in ("owner", "node"):
            connection.execute(f"DROP ROLE IF EXISTS {role}")
            connection.execute(f"CREATE ROLE {role} LOGIN")
        connection.execute("ALTER DATABASE house OWNER TO owner")
        connection.execute("GRANT ALL ON SCHEMA public TO owner")


def test_each_command_does_what_the_guide_says(guide):
    make, begin, move, back, join, at_one_machine = SHOWN
    assert all(f"taisai {one}" in GUIDE for one in MENTIONED)
    assert KEYS in GUIDE
    assert at_one_machine[0] == "drain", "which another test runs"
    drain, doctor, backup = (one.split() for one in MENTIONED)
    new_database(guide.primary)
    guide.ran(make)
    guide.serve(begin)
    subprocess.run(["sh", "-c", KEYS], cwd=guide.folder, check=True)
    guide.set_database()
    with guide.served(join):
        guide.serve(begin)
        assert "the node tables-2 is writing to it" in " ".join(guide.ran(doctor).split())
        guide.ran(drain)
    assert "OUT" in guide.ran(backup)
    guide.ran(back)
    new_database(guide.primary)
    guide.ran(make)
    guide.ran(move)
    guide.serve(begin)
