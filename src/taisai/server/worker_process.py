"""A node of a house as a child process, and its folder."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from taisai.house.key_files import PERSON_KEYS
from taisai.house.settings import FILE, Settings
from taisai.house.settings_writer import written
from taisai.keeping.bytecode import AGAIN

FOLDER: Final = "workers"
REST_S: Final = 0.5  # before a worker that died is restarted; doubled each time it dies soon
REST_S_MOST: Final = 30.0
SOON_S: Final = 10.0
READY: Final = b"ready\n"
TAISAI: Final = (sys.executable, "-c", "from taisai.cli.main import main; main()")


class Worker:
    """A node in a child process. `line` tells the parent when it is ready, and the child that the parent lives.

    The first worker uses the house's folder, the others one inside it."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.folder = name, folder
        self.process: subprocess.Popen[bytes] | None = None
        self.line: socket.socket | None = None
        self.is_ready = self.is_done = False
        self.started_s, self.rest_s, self.due_s = 0.0, REST_S, 0.0

    def start(self, words: Sequence[str], listening: int, *, quiet: bool) -> None:
        self.line, theirs = socket.socketpair()
        handed = ["--listening", str(listening), "--parent", str(theirs.fileno())]
        environment = {name: value for name, value in os.environ.items() if name != AGAIN}
        self.process = subprocess.Popen(  # noqa: S603 - this same program
            [*TAISAI, "serve", *words, "--node", self.name, *handed], pass_fds=(listening, theirs.fileno()),
            env=environment, stdout=subprocess.DEVNULL if quiet else None,
        )  # fmt: skip
        theirs.close()
        self.line.setblocking(False)
        self.is_ready, self.started_s = False, time.monotonic()

    def look(self) -> None:
        if self.line is not None and not self.is_ready:
            with suppress(OSError):
                self.is_ready = self.line.recv(len(READY)) == READY

    def over(self) -> int | None:
        """Return the exit code, once."""
        code = self.process.poll() if self.process else None
        if code is not None:
            assert self.line is not None
            self.line.close()
            self.process = self.line = None
        return code

    def stop(self) -> None:
        """Stop the process in order. Further calls do nothing."""
        if self.process is not None and not self.is_done:
            self.is_done = True
            self.process.terminate()

    def is_new_since(self, at_s: float) -> bool:
        return self.is_done or (self.process is not None and self.is_ready and self.started_s > at_s)

    def rest(self) -> None:
        lived_s = time.monotonic() - self.started_s
        self.rest_s = REST_S if lived_s > SOON_S else min(2 * self.rest_s, REST_S_MOST)
        self.due_s = time.monotonic() + self.rest_s


def furnish(worker: Worker, settings: Settings) -> None:
    """Copy the house's keys and settings into the worker's folder. Keys of people come through the database."""
    keys = worker.folder / "keys"
    keys.mkdir(mode=0o700, parents=True, exist_ok=True)
    worker.folder.chmod(0o700)
    for path in settings.keys.iterdir():
        if path.is_file() and path.name != PERSON_KEYS and not path.name.startswith("."):
            shutil.copy2(path, keys / path.name)
    anchors = settings.anchors_folder and str(Path(settings.anchors_folder) / worker.name)
    own = replace(settings, node=worker.name, backup_folder="", anchors_folder=anchors)
    (worker.folder / FILE).write_text(written(own))
