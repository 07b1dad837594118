"""A real receiver of webhooks: it listens, answers as it is told to, and keeps what it was sent."""

import ssl
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

import msgspec
from patience import PATIENCE_S
from standardwebhooks.webhooks import Webhook


class Got(NamedTuple):
    path: str
    headers: dict
    body: bytes

    @property
    def id(self):
        return self.headers["Webhook-Id"]

    @property
    def json(self):
        return msgspec.json.decode(self.body)

    @property
    def data(self):
        return self.json["data"]

    def checked(self, secret):
        """As a receiver does it that knows nothing of us but the standard."""
        return Webhook(secret).verify(self.body, self.headers)


class Receiver:
    """`answer` gives the status for each request, or does something else first; `taken` are those with a 2xx."""

    def __init__(self):
        self.got, self.taken = [], []
        self.answer = lambda _: 204
        self.headers = {}
        self.url = ""

    def codes(self):
        return [one.data["code"] for one in self.taken]


class _Handler(BaseHTTPRequestHandler):
    timeout = PATIENCE_S

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        own, got = self.server.own, Got(self.path, dict(self.headers), body)
        own.got.append(got)
        status = own.answer(got)
        if status is None:  # gone without a word
            self.connection.close()
            return
        if 200 <= status < 300:
            own.taken.append(got)
        self.send_response(status)
        for name, value in own.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, *_):
        """Whoever hangs up is not a fault of the receiver."""


@contextmanager
def receiving(certificate=(), port=0):
    server = _Server(("127.0.0.1", port), _Handler)
    server.own = receiver = Receiver()
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    receiver.port = server.server_address[1]
    receiver.url = f"http{'s' if certificate else ''}://127.0.0.1:{receiver.port}/alerts?of=house"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
