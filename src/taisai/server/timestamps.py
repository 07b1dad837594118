"""Has the checkpoint of each closed table time-stamped by an authority, in the background."""

import asyncio
import logging
import time
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.error import URLError
from urllib.request import Request, urlopen

from taisai.keeping.timestamps import QUERY_MEDIA, Stamped, StampFolder, asked, checked, read_roots
from taisai.people.event_log import Note
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused
from taisai.server.logs import Log
from taisai.table.state import Closed

if TYPE_CHECKING:
    from collections.abc import Callable

    from taisai.server.household import Household
    from taisai.server.logs import Logs

AGAIN_S: Final = 5.0  # before an authority that did not answer is asked again
LONGEST_S: Final = 10.0
REPLY_BYTES_MAX: Final = 64 * 1024

log = logging.getLogger(__name__)


class Timestamps:
    """`folder` holds the time stamps."""

    def __init__(self, house: "Household", logs: "Logs", note_soon: "Callable[[Note], None]") -> None:
        self._house, self._logs, self._note_soon = house, logs, note_soon
        self.folder = StampFolder(Path(house.settings.folder))
        self._roots = read_roots(Path(house.settings.timestamp_roots)) if house.settings.timestamp_url else []
        self._task: asyncio.Task[None] | None = None
        self._waiting: dict[str, Log] = {}
        self._news = asyncio.Event()
        self._failed_s, self._is_noted = 0.0, False

    def start(self) -> None:
        """Start asking, first for tables that were closed before and not yet stamped."""
        if self._house.settings.timestamp_url:
            for one in self._logs.logs.values():
                self._heard(one)
            self._logs.listeners.append(self._heard)
            self._task = asyncio.create_task(self._ask_on())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def _heard(self, one: Log) -> None:
        tables = self._house.floor.tables
        is_closed = one.name in tables and isinstance(tables[one.name].desk.table.phase, Closed)
        if is_closed and one.size and not self.folder.has(one.name, one.size):
            self._waiting[one.name] = one
            self._news.set()

    async def _ask_on(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                await self.turn()
            except Exception:
                log.exception("a request to the time stamp authority failed")
            if self._waiting:
                self._news.set()
                await asyncio.sleep(AGAIN_S)

    async def turn(self) -> None:
        """Ask for a stamp of every waiting checkpoint, in its current state."""
        for name, one in list(self._waiting.items()):
            assert one.signed is not None
            checkpoint, note = one.signed
            try:
                at = await asyncio.to_thread(self._stamp, name, checkpoint.size, str(note).encode())
            except (OSError, URLError, HTTPException, Refused) as error:
                self._failed(error)
                return
            del self._waiting[name]
            self._failed_s, self._is_noted = 0.0, False
            words = f"the checkpoint of {checkpoint.size} entries was stamped by the authority at {at}"
            self._note_soon(Note(Happening.TIME_STAMPED, words, table=name, value=at))

    def _stamp(self, name: str, size: int, content: bytes) -> str:
        question = asked(content)
        url, headers = self._house.settings.timestamp_url, {"Content-Type": QUERY_MEDIA}
        request = Request(url, question.content, headers, method="POST")  # noqa: S310 - the settings allow http alone
        with urlopen(request, timeout=LONGEST_S) as answer:  # noqa: S310
            reply = answer.read(REPLY_BYTES_MAX)
        at = checked(reply, question, self._roots)
        self.folder.keep(name, size, Stamped(content, reply))
        return at

    def _failed(self, error: Exception) -> None:
        why, now_s = error.words if isinstance(error, Refused) else str(error), time.monotonic()
        self._failed_s = self._failed_s or now_s
        if not self._is_noted and now_s - self._failed_s >= self._house.settings.witness_late_s:
            self._is_noted = True
            url = self._house.settings.timestamp_url
            words = f"no time stamp for {', '.join(sorted(self._waiting))} from {url}: {why}; play continues"
            self._note_soon(Note(Happening.TIME_STAMP_LATE, words, value=url))
