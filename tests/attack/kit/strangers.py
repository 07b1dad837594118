"""Strangers with a plain socket, from any address of this machine."""

import socket
from http.client import HTTPConnection
from urllib.parse import urlsplit

from patience import PATIENCE_S
from server.making import NOBODY
from server.transport.running import upgrade


class Stranger:
    """Says what it likes, as slowly as it likes."""

    def __init__(self, address, source="127.0.0.1"):
        url = urlsplit(address)
        self.socket = socket.create_connection((url.hostname, url.port), PATIENCE_S, source_address=(source, 0))
        self._stream = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._stream.close()
        self.socket.close()

    def say(self, data):
        self.socket.sendall(data)

    def ask(self, path, method="GET", **headers):
        lines = [f"{name.replace('_', '-')}: {value}" for name, value in ({"Host": "127.0.0.1"} | headers).items()]
        self.say("\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode("latin-1"))
        return self.status()

    def join(self, **headers):
        """Asks for a socket."""
        self.say(upgrade("/socket", **({"Host": "127.0.0.1"} | headers)))
        return self.status()

    def status(self):
        """Of the next answer; 0 where the connection ends without one."""
        try:
            line = self._stream.readline()
        except ConnectionError:
            return 0
        if not line:
            return 0
        size = 0
        while header := self._stream.readline().strip():
            name, _, value = header.partition(b": ")
            size = int(value) if name.lower() == b"content-length" else size
        self.body = self._stream.read(size)
        return int(line.split()[1])

    def rest(self):
        """All that comes until the house ends the connection."""
        return self._stream.read()

    def is_cut(self, within_s):
        """Whether the house ends the connection by itself."""
        self.socket.settimeout(within_s)
        try:
            while self.socket.recv(65536):
                pass
        except TimeoutError:
            return False
        except ConnectionError:
            return True
        return True


def from_address(server, source, path, body, who=NOBODY):
    """A request from another loopback address, as if from another machine."""
    url = urlsplit(server.address)
    headers = {"Content-Type": "application/json"}
    headers["Cookie"] = "; ".join(f"{key}={value}" for key, value in who.cookies.items())
    connection = HTTPConnection(url.hostname, url.port, source_address=(source, 0), timeout=PATIENCE_S)
    try:
        connection.request("POST", path, body, headers)
        return connection.getresponse().status
    finally:
        connection.close()
