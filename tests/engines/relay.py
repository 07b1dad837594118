"""A way to a server that can pass, swallow or cut what goes over it: to a socket in a folder, or to a port."""

import select
import socket
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

from patience import PATIENCE_S

NAME = ".s.PGSQL.5432"


class Relay:
    """While it swallows, lines stay open and nothing arrives. `reach` opens a line to the server."""

    def __init__(self, listening, reach):
        self.swallows, self._listening, self._reach = False, listening, reach
        self._listening.listen(50)
        self._lines, self._passing = [], []
        Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                try:
                    far = self._reach()
                except OSError:  # nobody is there at the moment
                    near.close()
                    continue
                self._lines += [near, far]
                self._passing.append(Thread(target=self._pass_on, args=(near, far), daemon=True))
                self._passing[-1].start()

    def _pass_on(self, near, far):
        with near, far, suppress(OSError, ValueError):
            while True:
                for one in select.select([near, far], [], [])[0]:
                    content = one.recv(1 << 16)
                    if not content:
                        return
                    if not self.swallows:
                        (far if one is near else near).sendall(content)

    def cut(self):
        """All lines; new ones can be made."""
        lines, self._lines = self._lines, []
        for line in lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def close(self):
        self._listening.close()
        self.cut()
        for passing in self._passing:
            passing.join(PATIENCE_S)


@contextmanager
def relayed(server):
    """To a PostgreSQL server; its `folder` has a socket of the same name."""
    with tempfile.TemporaryDirectory(prefix="taisai-relay-") as name:
        Path(name).chmod(0o755)
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(str(Path(name) / NAME))
        relay = Relay(listening, lambda: _to_socket(server.folder / NAME))
        relay.folder = Path(name)
        try:
            yield relay
        finally:
            relay.close()


@contextmanager
def relayed_bus(server):
    """To a NATS server; its `url` is that of a port of its own."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    relay = Relay(listening, lambda: socket.create_connection(("127.0.0.1", server.port)))
    relay.url = f"nats://127.0.0.1:{listening.getsockname()[1]}"
    try:
        yield relay
    finally:
        relay.close()


def _to_socket(path):
    line = socket.socket(socket.AF_UNIX)
    try:
        line.connect(str(path))
    except OSError:
        line.close()
        raise
    return line
