"""A witness that listens, in a thread of its own; it can go away and come back."""

import socket
from contextlib import contextmanager
from threading import Thread

import uvicorn

from taisai.house.witness_settings import WitnessSettings
from taisai.witness.answers import Witness
from taisai.witness.app import app
from taisai.witness.folder import WitnessFolder


class Listening:
    def __init__(self, path, name="regulator.example/w1"):
        self.path, self.name = path, name
        with self.folder() as folder:
            self.key = folder.key
        self.port = 0
        self._server = None

    @contextmanager
    def folder(self):
        folder = WitnessFolder(self.path, self.name)
        try:
            yield folder
        finally:
            folder.close()

    def knows(self, *keys):
        with self.folder() as folder:
            for key in keys:
                folder.know(str(key))
        return self

    def come(self):
        self._folder = WitnessFolder(self.path, self.name)
        listening = socket.create_server(("127.0.0.1", self.port))
        self.port = listening.getsockname()[1]
        self._server = uvicorn.Server(uvicorn.Config(app(Witness(self._folder)), log_config=None, lifespan="off"))
        self._thread = Thread(target=self._server.run, args=([listening],))
        self._thread.start()
        return self

    def go(self):
        self._server.should_exit = True
        self._thread.join()
        self._folder.close()

    @property
    def settings(self):
        return WitnessSettings(str(self.key), f"http://127.0.0.1:{self.port}")


@contextmanager
def listening(*witnesses):
    for one in witnesses:
        one.come()
    try:
        yield [one.settings for one in witnesses]
    finally:
        for one in witnesses:
            if one._thread.is_alive():
                one.go()
