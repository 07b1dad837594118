"""A NATS server from its wheel, on a free port of this machine; it can be killed and started again."""

import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

from patience import PATIENCE_S

PROGRAM = Path(sys.executable).with_name("nats-server")


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Bus:
    def __init__(self):
        self.port, self._process = free_port(), None
        self.url = f"nats://127.0.0.1:{self.port}"

    def start(self):
        words = [str(PROGRAM if PROGRAM.exists() else shutil.which("nats-server")), "-a", "127.0.0.1"]
        self._process = subprocess.Popen(
            [*words, "-p", str(self.port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._wait()

    def _wait(self):
        end_s = time.monotonic() + PATIENCE_S
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            assert time.monotonic() < end_s, "no NATS server came up"
            time.sleep(0.01)

    @property
    def pid(self):
        return self._process.pid

    def kill(self):
        self._process.kill()
        self._process.wait(PATIENCE_S)

    def stop(self):
        if self._process.poll() is None:
            self.kill()


@contextmanager
def bus():
    server = Bus()
    server.start()
    try:
        yield server
    finally:
        server.stop()
