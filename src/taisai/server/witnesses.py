"""Asks the witnesses of a house to cosign its logs, in the background. Play at a table never waits for them."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from taisai.house.rotations import rotations
from taisai.house.witness_settings import WitnessSettings
from taisai.log.checkpoints import Checkpoint
from taisai.log.cosignatures import seen_by
from taisai.log.notes import Note, Signature, parse_key, parse_signatures
from taisai.log.submissions import submission
from taisai.outside import web
from taisai.outside.connections import Connections, UnansweredError
from taisai.people.event_log import Note as Noted
from taisai.people.significant_events import LOST_AFTER_S, Happening
from taisai.rules.refusals import Refused, shown
from taisai.server.logs import Log, Logs

if TYPE_CHECKING:
    from taisai.house.settings import Settings

TURN_S: Final = 0.2
AGAIN_S: Final = 5.0  # before a witness that did not answer is asked again
WATCH_S: Final = 0.5
ANSWER_BYTES_MAX: Final = 64 * 1024
TEXT: Final = "text/plain; charset=utf-8"

log = logging.getLogger(__name__)


class DisputedError(Exception):
    """A witness has seen another history, or more of this one than exists."""


class Asked:
    """One witness. `sizes` holds the size of each log that it cosigned last, `failed_s` since when it is silent."""

    def __init__(self, settings: WitnessSettings, connections: Connections) -> None:
        self.key, self._url, self._connections = parse_key(settings.key), settings.url, connections
        self.sizes: dict[str, int] = {}
        self.news = asyncio.Event()
        self.asked_s = self.failed_s = 0.0
        self.why, self.is_lost = "", False
        self.disputed: set[str] = set()

    async def cosignature(
        self, settings: "Settings", logs: Logs, one: Log, checkpoint: Checkpoint, note: Note
    ) -> Signature:
        """Where it does not know the log's key any more, it is told first how that was replaced."""
        told = await self._told(logs, one, checkpoint, note)
        if told.status == HTTPStatus.FORBIDDEN:
            for rotation in rotations(settings, one.name):
                with suppress(DisputedError):  # it has seen more than that already
                    await self._told(logs, one, rotation.checkpoint, rotation.note)
            told = await self._told(logs, one, checkpoint, note)
        return self._taken(told, one, checkpoint, note)

    async def _told(self, logs: Logs, one: Log, checkpoint: Checkpoint, note: Note) -> web.Answer:
        """Where it does not agree about how far it is, it says so, and is asked once more."""
        for _ in range(2):
            old = min(self.sizes.get(one.name, 0), checkpoint.size)
            path = await logs.consistency(one, old, checkpoint.size, self.key.name)
            told = await self._post(submission(old, path, note))
            if told.status != HTTPStatus.CONFLICT:
                break
            self.sizes[one.name] = self._size(told, one, checkpoint)
        if told.status == HTTPStatus.OK:
            self.sizes[one.name] = checkpoint.size
        return told

    async def _post(self, content: bytes) -> web.Answer:
        url = f"{self._url}/add-checkpoint"
        return await web.post(self._connections, url, content, media=TEXT, bytes_max=ANSWER_BYTES_MAX)

    def _size(self, told: web.Answer, one: Log, checkpoint: Checkpoint) -> int:
        size = int(told.body)
        if size < 0:
            raise ValueError(f"it answers that it has seen {size} entries")
        if size > checkpoint.size:
            raise DisputedError(f"it has seen {size} entries of {one.key.name}, which has {checkpoint.size}")
        return size

    def _taken(self, told: web.Answer, one: Log, checkpoint: Checkpoint, note: Note) -> Signature:
        if told.status == HTTPStatus.UNPROCESSABLE_ENTITY:
            raise DisputedError(f"it has seen another history of {one.key.name}: {_words(told)}")
        if told.status != HTTPStatus.OK:
            raise ValueError(f"it answers {told.status}: {_words(told)}")
        found = [signature for signature in parse_signatures(told.body.decode()) if self.key.made(signature)]
        if not found or not seen_by(note._replace(signatures=tuple(found)), [self.key]):
            self.sizes.pop(one.name, None)  # so that it is asked again
            raise ValueError("its answer has no cosignature of its key")
        self.sizes[one.name] = checkpoint.size
        return found[-1]


def _words(told: web.Answer) -> str:
    return shown(told.body.decode("utf-8", "replace").strip())


class Witnesses:
    """Every witness is asked by a task of its own, so that none waits for another. A further task watches them."""

    def __init__(self, settings: "Settings", logs: Logs, note_soon: Callable[[Noted], None]) -> None:
        self._settings, self._logs, self._note_soon = settings, logs, note_soon
        connections = Connections()
        self._asked = [Asked(one, connections) for one in settings.witness]
        self._tasks: list[asyncio.Task[None]] = []
        self._collected: dict[str, tuple[Checkpoint, Note]] = {}

    def start(self) -> None:
        if self._asked:
            self._logs.listeners.append(self._tell)
            self._tasks = [asyncio.create_task(self._watch_on()), *(map(self._asking, self._asked))]

    def _asking(self, asked: Asked) -> "asyncio.Task[None]":
        return asyncio.create_task(self._ask_on(asked))

    def _tell(self, _: Log) -> None:
        for asked in self._asked:
            asked.news.set()

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _ask_on(self, asked: Asked) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(AGAIN_S):
                    await asked.news.wait()
            asked.news.clear()
            try:
                is_answered = await self._ask(asked)
            except Exception:
                log.exception("a request to a witness failed")
                is_answered = False
            await asyncio.sleep(TURN_S if is_answered else AGAIN_S)

    async def _watch_on(self) -> None:
        while True:
            await asyncio.sleep(WATCH_S)
            self._watch()

    async def _ask(self, asked: Asked) -> bool:
        """Ask a witness about the newest checkpoint of every log that it has not cosigned yet.

        A log that it does not cosign holds up no other. Return False if it is to be asked later."""
        declined: Exception | None = None
        for one in list(self._logs.logs.values()):
            if one.signed is None or asked.sizes.get(one.name) == one.size or one.name in asked.disputed:
                continue
            checkpoint, note = one.signed
            asked.asked_s = time.monotonic()
            try:
                signature = await asked.cosignature(self._settings, self._logs, one, checkpoint, note)
            except DisputedError as error:
                asked.disputed.add(one.name)
                self._note(Happening.LOG_DISPUTED, f"the witness {asked.key.name} does not cosign: {error}", asked)
            except UnansweredError as error:
                declined = error
                break
            except (ValueError, Refused) as error:
                declined = declined or error
            else:
                await self._collect(one, checkpoint, note, signature)
        if declined:
            self._failed(asked, declined)
        else:
            self._answered(asked)
        return not declined

    async def _collect(self, one: Log, checkpoint: Checkpoint, note: Note, signature: Signature) -> None:
        """Add a cosignature to those collected for the checkpoint, and store it when there are enough."""
        known = self._collected.get(one.name)
        note = known[1] if known and known[0] == checkpoint else note
        note = note._replace(signatures=(*note.signatures, signature))
        self._collected[one.name] = checkpoint, note
        seen = seen_by(note, [asked.key for asked in self._asked])
        if len(seen) >= self._settings.witnesses.least:
            await self._logs.keep_cosigned(one, checkpoint, note)

    def _failed(self, asked: Asked, error: Exception) -> None:
        asked.failed_s = asked.failed_s or asked.asked_s
        asked.why = error.words if isinstance(error, Refused) else str(error)

    def _answered(self, asked: Asked) -> None:
        asked.failed_s = 0.0
        if asked.is_lost:
            asked.is_lost = False
            self._note(Happening.WITNESS_BACK, f"the witness {asked.key.name} answers again", asked)

    def _watch(self) -> None:
        for asked in self._asked:
            if asked.failed_s and not asked.is_lost and time.monotonic() - asked.failed_s >= LOST_AFTER_S:
                asked.is_lost = True
                late = f"the witness {asked.key.name} has not answered for {LOST_AFTER_S} s"
                words = f"{late}: {asked.why}; play continues"
                self._note(Happening.WITNESS_LOST, words, asked)

    def _note(self, code: Happening, words: str, asked: Asked) -> None:
        self._note_soon(Noted(code, words, value=asked.key.name))
