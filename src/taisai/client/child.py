"""A house as a child process on this machine, for load tests and other tests."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from taisai.house.settings import FILE, Settings
from taisai.house.settings_writer import written

SERVE: Final = ("-c", "from taisai.cli.main import main; main()", "serve", "--json")
START_WITHIN_S: Final = 300  # machines are shared; only failures wait so long
STOP_WITHIN_S: Final = 300
LOOK_S: Final = 0.02


class ChildError(RuntimeError):
    """The house did not start; the message has its output."""


class ChildHouse:
    """A house in a child process.

    `port` 0 takes a free port on the first start and keeps it. `serve` are the arguments for Python."""

    def __init__(self, folder: Path, settings: Settings, serve: tuple[str, ...] = SERVE) -> None:
        self.folder = folder
        self.address = ""
        self.told: dict[str, Any] = {}
        self._port = settings.port
        self._serve = serve
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)
        (folder / FILE).write_text(written(settings), encoding="utf-8")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self, environment: Mapping[str, str] | None = None) -> None:
        """Start the house; return when it serves."""
        command = [sys.executable, *self._serve, "--folder", str(self.folder), "--port", str(self._port)]
        said = self.folder / "said"
        with said.open("wb") as out, (self.folder / "log").open("ab") as log:
            everything = {**_without_settings(os.environ), **(environment or {})}
            self._process = subprocess.Popen(command, stdout=out, stderr=log, env=everything)  # noqa: S603 - our own
        end_s = time.monotonic() + START_WITHIN_S
        while not (text := said.read_text()).endswith("}\n"):
            if self._process.poll() is not None or time.monotonic() > end_s:
                self.kill()
                raise ChildError(f"the house did not start: {(self.folder / 'log').read_text()[-2000:]}")
            time.sleep(LOOK_S)
        self.told = json.loads(text)
        if "address" not in self.told:
            self.kill()
            raise ChildError(f"the house did not start: {text}")
        self.address = self.told["address"]
        self._port = int(self.address.rpartition(":")[2])

    def stop(self) -> int:
        """Stop the house in order; return the exit code."""
        return self._end(signal.SIGTERM)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def _end(self, by: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        if process.poll() is None:
            process.send_signal(by)
        try:
            return process.wait(STOP_WITHIN_S)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()

    def memory_bytes(self) -> int:
        """Return how much memory it uses now; 0 if the system does not say."""
        try:
            pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        except OSError:
            return 0
        return pages * os.sysconf("SC_PAGE_SIZE")


def _without_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment without settings of other houses."""
    return {key: value for key, value in environment.items() if not key.startswith("TAISAI_")}
