"""A cluster on this machine: PostgreSQL, NATS, nodes as processes of their own, and HAProxy in front of them."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from engines.nats import bus, free_port
from engines.postgres import serving
from msgspec.structs import replace
from patience import PATIENCE_S
from warm import warm

from taisai.house.settings import FILE
from taisai.house.settings_reader import with_values
from taisai.house.settings_writer import written
from taisai.house.tables import DEMO_TABLES

TAISAI = (sys.executable, "-c", "from taisai.cli.main import main; main()")
ELECTRONIC, BY_HAND = DEMO_TABLES
TABLES = (*(replace(ELECTRONIC, id=f"T{number}", window_s=12) for number in range(1, 6)), replace(BY_HAND, id="T6"))
BALANCER = """
global
    maxconn 4000
defaults
    mode http
    timeout connect 2s
    timeout client 60s
    timeout server 60s
    timeout tunnel 1h
    option forwardfor
    option redispatch
    retries 3
frontend house
    bind 127.0.0.1:{port}
    default_backend nodes
backend nodes
    balance leastconn
    option httpchk
    http-check send meth GET uri /api/health ver HTTP/1.1 hdr Host localhost
    timeout check 3s
    default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
{servers}
"""


class Node:
    """A process of the house. `stop` and `wake` are what a machine does that hangs for a while."""

    def __init__(self, name, folder, port, database, bus_url):
        self.name, self.folder, self.port = name, folder, port
        flags = {
            "--folder": folder,
            "--port": port,
            "--nodes-database": database,
            "--nodes-bus": bus_url,
            "--nodes-name": name,
        }
        words = [str(word) for pair in flags.items() for word in pair]
        self._words = [*TAISAI, "serve", *words, "--json"]
        self.process, self.told = None, {}

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self._words, stdout=subprocess.PIPE, stderr=log, env=os.environ | warm(self.folder)
            )
        lines = []
        while not lines or lines[-1] != b"}\n":
            lines.append(self.process.stdout.readline())
            if not lines[-1]:
                raise RuntimeError((self.folder / "log").read_text()[-3000:])
        self.told = json.loads(b"".join(lines))
        if "address" not in self.told:
            raise RuntimeError((self.folder / "log").read_text()[-3000:])

    def kill(self):
        self.process.kill()
        self._over()

    def stop(self):
        self.process.send_signal(signal.SIGSTOP)

    def wake(self):
        self.process.send_signal(signal.SIGCONT)

    def end(self):
        """In order; its exit code."""
        self.process.terminate()
        return self._over()

    def _over(self):
        self.process.stdout.close()
        return self.process.wait(PATIENCE_S)

    def is_up(self):
        return self.process is not None and self.process.poll() is None


class Cluster:
    def __init__(self, folder, server, bus_server):
        self.folder, self.server, self.bus = folder, server, bus_server
        self.nodes, self.port, self.balancer = [], free_port(), None

    def add(self, name, tables=TABLES, database=None, bus_url=None):
        folder = self.folder / name
        folder.mkdir()
        if self.nodes:
            shutil.copytree(self.nodes[0].folder / "keys", folder / "keys")
        database = database or self.server.uri("house")
        settings = with_values(
            demo=True, proxies=("127.0.0.1",), table=tables,
            traffic_connections_per_address=100_000, traffic_requests_per_s=100_000,
            nodes_database=self.server.uri("house"), nodes_bus=(bus_url or self.bus.url,), nodes_name=name,
        )  # fmt: skip
        (folder / FILE).write_text(written(settings))
        node = Node(name, folder, free_port(), database, bus_url or self.bus.url)
        self.nodes.append(node)
        node.start()
        return node

    def balance(self, port=0):
        self.port = port or self.port
        lines = "\n".join(f"    server {one.name} 127.0.0.1:{one.port}" for one in self.nodes)
        file = self.folder / "haproxy.cfg"
        file.write_text(BALANCER.format(port=self.port, servers=lines))
        program = shutil.which("haproxy", path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")
        with (self.folder / "haproxy.log").open("ab") as log:
            self.balancer = subprocess.Popen([program, "-db", "-f", str(file)], stdout=log, stderr=log)
        while self.balancer.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return f"http://127.0.0.1:{self.port}"
            time.sleep(0.02)
        raise RuntimeError((self.folder / "haproxy.log").read_text()[-2000:])

    def end(self):
        if self.balancer is not None:
            self.balancer.terminate()
            self.balancer.wait(PATIENCE_S)
        for node in self.nodes:
            if node.is_up():
                node.wake()
                node.kill()


@contextmanager
def cluster(folder, **settings):
    with ExitStack() as stack:
        server = stack.enter_context(serving(max_connections="200", **settings))
        server.database("house")
        made = Cluster(Path(folder), server, stack.enter_context(bus()))
        stack.callback(made.end)
        yield made
