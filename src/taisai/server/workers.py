"""Several nodes of a house on one machine. One parent holds the listening socket and restarts workers that die."""

import logging
import signal
import socket
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from taisai.house.settings import Settings
from taisai.house.settings_problems import Problem, SettingsRefused
from taisai.journal.leases import Leases
from taisai.rules.refusals import Refused
from taisai.server.worker_process import FOLDER, Worker, furnish

WORKERS_MOST: Final = 64
TURN_S: Final = 0.1

log = logging.getLogger(__name__)


def check_workers(settings: Settings, many: int) -> None:
    words = ""
    if not settings.database:
        words = "the journals of this house are in a file, which only one process can write"
    elif not settings.bus:
        words = "without a bus, only one process serves the house and the others wait"
    if words:
        allowed = "also set database and bus (taisai move moves a file into a database), or leave out --workers"
        raise SettingsRefused((Problem("--workers", words, str(many), allowed),))


class Workers:
    """The parent of all workers. `words` are command-line flags for the first worker.

    The others read the resulting settings from files.
    Signal handlers only set flags; the next turn acts on them."""

    def __init__(self, settings: Settings, many: int, listening: socket.socket, words: Sequence[str]) -> None:
        self._settings, self._listening, self._words = settings, listening, list(words)
        name, house = settings.node or socket.gethostname(), Path(settings.folder)
        folders = [house, *(house / FOLDER / str(number) for number in range(2, many + 1))]
        self._workers = [Worker(f"{name}-{number}", folder) for number, folder in enumerate(folders, 1)]
        self._renewing: deque[Worker] = deque()
        self._renewing_s = 0.0
        self._stops = self._renews = False

    def run(self, asked: Sequence[str]) -> int:
        """Run until someone stops it or every worker was drained. `asked` are flags for the first start only."""
        with self._hearing():
            code = self._begun(asked)
            while code is None and not self._is_over():
                self._turn()
                time.sleep(TURN_S)
        return code or 0

    def _begun(self, asked: Sequence[str]) -> int | None:
        """Start the first worker, which creates what is missing, and wait until it is ready.

        Return its exit code if it ended."""
        first = self._workers[0]
        first.start([*self._words, *asked], self._listening.fileno(), quiet=False)
        while not first.is_ready and not self._stops:
            code = first.over()
            if code is not None:
                return code
            time.sleep(TURN_S)
            first.look()
        return None

    def _turn(self) -> None:
        for worker in self._workers:
            worker.look()
            code = worker.over()
            if code is not None:
                self._ended(worker, code)
            elif self._stops:
                worker.stop()
            elif worker.process is None and not worker.is_done and time.monotonic() >= worker.due_s:
                self._start(worker)
        self._renew()

    def _start(self, worker: Worker) -> None:
        words = self._words
        if worker is not self._workers[0]:
            furnish(worker, self._settings)
            words = ["--folder", str(worker.folder)]
        worker.start(words, self._listening.fileno(), quiet=True)

    def _ended(self, worker: Worker, code: int) -> None:
        """Handle a worker's end.

        One that died is restarted, and its lease is ended so that its tables need not wait."""
        if self._renewing and self._renewing[0] is worker:
            worker.due_s = 0.0
        elif code == 0:
            worker.is_done = True
        else:
            worker.rest()
            log.error("a worker died and is being restarted", extra={"worker": worker.name, "code": code})
            self._with_leases(lambda leases: _of(leases, worker.name, leases.end))

    def _renew(self) -> None:
        """Renew the workers one after the other: each hands over when the previous one is ready again."""
        if self._renews and not self._renewing:
            self._renewing = deque(one for one in self._workers if not one.is_done)
            self._ask_first()
        self._renews = False
        if self._renewing and self._renewing[0].is_new_since(self._renewing_s):
            self._renewing.popleft()
            self._ask_first()

    def _ask_first(self) -> None:
        self._renewing_s = time.monotonic()
        if self._renewing:
            name = self._renewing[0].name
            self._with_leases(lambda leases: _of(leases, name, leases.drain))

    def _with_leases(self, act: Callable[[Leases], None]) -> None:
        try:
            with closing(self._settings.place.open_for_reading()) as journals:
                leases = journals.leases()
                assert leases is not None, "workers want a database"
                with closing(leases):
                    act(leases)
        except Refused as refused:
            log.warning("the database does not answer", extra={"why": refused.words})

    def _is_over(self) -> bool:
        return all(one.process is None and (one.is_done or self._stops) for one in self._workers)

    @contextmanager
    def _hearing(self) -> Iterator[None]:
        acts = {signal.SIGTERM: self._be_stopped, signal.SIGINT: self._be_stopped, signal.SIGHUP: self._be_renewed}
        before = {number: signal.signal(number, act) for number, act in acts.items()}
        try:
            yield
        finally:
            for number, act in before.items():
                signal.signal(number, act)

    def _be_stopped(self, *_: object) -> None:
        self._stops = True

    def _be_renewed(self, *_: object) -> None:
        self._renews = True


def _of(leases: Leases, name: str, act: Callable[[str], None]) -> None:
    for one in leases.living():
        if one.name == name:
            act(one.id)
