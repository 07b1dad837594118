"""A house as a process of its own, on this machine: for load and for tests."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from taisai.house.settings import FILE, Settings, written

SERVE: Final = ("-c", "from taisai.cli.main import main; main()", "serve", "--json")
START_WITHIN_S: Final = 300  # machines are shared; only what fails waits so long
STOP_WITHIN_S: Final = 300
LOOK_S: Final = 0.02


class ChildError(RuntimeError):
    """It did not start; what it said is in the words."""


class ChildHouse:
    """`port` 0 takes a free one at the first start and keeps it. `serve` is what Python is told to run."""

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
        """Returns when it serves."""
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
        """In order; gives the exit code."""
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
        """How much of the machine's memory it holds now; 0 where the machine does not tell."""
        try:
            pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        except OSError:
            return 0
        return pages * os.sysconf("SC_PAGE_SIZE")


def _without_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """A house that somebody else's variables describe is not this one."""
    return {key: value for key, value in environment.items() if not key.startswith("TAISAI_")}
