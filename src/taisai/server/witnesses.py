"""Asks the witnesses of a house to cosign its logs, in the background. Play at a table never waits for them."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from http import HTTPStatus
from http.client import HTTPException
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from taisai.house.rotations import rotations
from taisai.house.witness_settings import WitnessSettings
from taisai.log.checkpoints import Checkpoint
from taisai.log.cosignatures import seen_by
from taisai.log.notes import Note, Signature, parse_key, parse_signatures
from taisai.log.submissions import submission
from taisai.people.event_log import Note as Noted
from taisai.people.significant_events import LOST_AFTER_S, Happening
from taisai.rules.refusals import Refused, shown
from taisai.server.logs import Log, Logs

if TYPE_CHECKING:
    from taisai.house.settings import Settings

TURN_S: Final = 0.2
AGAIN_S: Final = 5.0  # before a witness that did not answer is asked again
LONGEST_S: Final = 5.0
ANSWER_BYTES_MAX: Final = 64 * 1024

log = logging.getLogger(__name__)


class Answered(NamedTuple):
    status: int
    body: str


class DisputedError(Exception):
    """A witness has seen another history, or more of this one than exists."""


class _Nowhere(HTTPRedirectHandler):
    """Do not follow redirects: only the configured address counts."""

    def redirect_request(self, *_: object) -> None:
        return None


_opener = build_opener(_Nowhere)


def post(url: str, content: bytes) -> Answered:
    request = Request(url, content, {"Content-Type": "text/plain; charset=utf-8"}, method="POST")  # noqa: S310 - http
    try:
        with _opener.open(request, timeout=LONGEST_S) as answer:
            return Answered(answer.status, answer.read(ANSWER_BYTES_MAX).decode())
    except HTTPError as error:
        with error:
            return Answered(error.code, error.read(ANSWER_BYTES_MAX).decode("utf-8", "replace"))


class Asked:
    """One witness. `sizes` holds the size that it last cosigned of each log."""

    def __init__(self, settings: WitnessSettings) -> None:
        self.key, self._url = parse_key(settings.key), settings.url
        self.sizes: dict[str, int] = {}
        self.again_s = 0.0
        self.failed_s, self.why, self.is_lost = 0.0, "", False
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

    async def _told(self, logs: Logs, one: Log, checkpoint: Checkpoint, note: Note) -> Answered:
        """Where it does not agree about how far it is, it says so, and is asked once more."""
        for _ in range(2):
            old = min(self.sizes.get(one.name, 0), checkpoint.size)
            path = await logs.consistency(one, old, checkpoint.size, self.key.name)
            told = await asyncio.to_thread(post, f"{self._url}/add-checkpoint", submission(old, path, note))
            if told.status != HTTPStatus.CONFLICT:
                break
            self.sizes[one.name] = self._size(told, one, checkpoint)
        if told.status == HTTPStatus.OK:
            self.sizes[one.name] = checkpoint.size
        return told

    def _size(self, told: Answered, one: Log, checkpoint: Checkpoint) -> int:
        size = int(told.body)
        if size > checkpoint.size:
            raise DisputedError(f"it has seen {size} entries of {one.key.name}, which has {checkpoint.size}")
        return size

    def _taken(self, told: Answered, one: Log, checkpoint: Checkpoint, note: Note) -> Signature:
        if told.status == HTTPStatus.UNPROCESSABLE_ENTITY:
            raise DisputedError(f"it has seen another history of {one.key.name}: {shown(told.body.strip())}")
        if told.status != HTTPStatus.OK:
            raise ValueError(f"it answers {told.status}: {shown(told.body.strip())}")
        found = [signature for signature in parse_signatures(told.body) if self.key.made(signature)]
        if not found or not seen_by(note._replace(signatures=tuple(found)), [self.key]):
            self.sizes.pop(one.name, None)  # so that it is asked again
            raise ValueError("its answer has no cosignature of its key")
        self.sizes[one.name] = checkpoint.size
        return found[-1]


class Witnesses:
    """All witnesses are asked about the same checkpoints, so that several cosign the same one."""

    def __init__(self, settings: "Settings", logs: Logs, note_soon: Callable[[Noted], None]) -> None:
        self._settings, self._logs, self._note_soon = settings, logs, note_soon
        self._asked = [Asked(one) for one in settings.witness]
        self._task: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._collected: dict[str, tuple[Checkpoint, Note]] = {}

    def start(self) -> None:
        if self._asked:
            self._logs.listeners.append(lambda _: self._news.set())
            self._task = asyncio.create_task(self._ask_on())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _ask_on(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(AGAIN_S):
                    await self._news.wait()
            self._news.clear()
            try:
                await self.turn()
            except Exception:
                log.exception("a request to the witnesses failed")
            await asyncio.sleep(TURN_S)

    async def turn(self) -> None:
        """Asks every witness about the newest checkpoint of every log that it has not cosigned yet."""
        heads = [(one, *one.signed) for one in self._logs.logs.values() if one.signed]
        await asyncio.gather(*(self._ask(asked, heads) for asked in self._asked))
        self._watch()

    async def _ask(self, asked: Asked, heads: Iterable[tuple[Log, Checkpoint, Note]]) -> None:
        """A log that a witness does not cosign holds up no other; a witness that does not answer is asked later."""
        if time.monotonic() < asked.again_s:
            return
        declined: Exception | None = None
        for one, checkpoint, note in heads:
            if asked.sizes.get(one.name) == checkpoint.size or one.name in asked.disputed:
                continue
            try:
                signature = await asked.cosignature(self._settings, self._logs, one, checkpoint, note)
            except DisputedError as error:
                asked.disputed.add(one.name)
                self._note(Happening.LOG_DISPUTED, f"the witness {asked.key.name} does not cosign: {error}", asked)
            except (OSError, HTTPException) as error:
                self._failed(asked, error)
                return
            except (ValueError, Refused) as error:
                declined = declined or error
            else:
                await self._collect(one, checkpoint, note, signature)
        if declined:
            self._failed(asked, declined)
        else:
            self._answered(asked)

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
        now_s = time.monotonic()
        asked.failed_s, asked.again_s = asked.failed_s or now_s, now_s + AGAIN_S
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
