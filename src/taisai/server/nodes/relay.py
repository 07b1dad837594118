"""Relays requests about a table to the node that has it."""

import asyncio
import logging
from itertools import count
from typing import Any, Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message

from taisai.rules.refusals import Refused
from taisai.server.nodes import items as i
from taisai.server.nodes.post import Post
from taisai.server.peers import RELAYED, Asker
from taisai.server.refusals import ServerRefusal

ANSWER_S: Final = 60.0
PART_BYTES: Final = 256 * 1024
HOP: Final = (b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"content-length")

log = logging.getLogger(__name__)


class Answered(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Asking(NamedTuple):
    """An HTTP request, in ASGI terms."""

    method: str
    path: str
    query: bytes
    headers: list[tuple[bytes, bytes]]
    client: str
    scheme: str
    body: bytes = b""


def asking_of(asker: Asker, path: str, query: str = "") -> Asking:
    """What whoever called would ask at another node."""
    cookies = "; ".join(f"{name}={value}" for name, value in asker.cookies.items()).encode()
    scheme = "https" if asker.secure else "http"
    return Asking("GET", path, query.encode(), [(b"cookie", cookies)], asker.peer, scheme)


class _Asked:
    def __init__(self, node: str) -> None:
        self.node = node
        self.answer: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()
        self.head = i.Part(0, 0, [], b"", last=False)
        self.body: list[bytes] = []


def moving(table: str) -> Refused:
    words = f"{table or 'the table'} is moving to another node of the house; try again in a moment"
    return Refused(ServerRefusal.TABLE_MOVING, words, table)


class Relay:
    """Sends requests to other nodes; `app` answers theirs."""

    app: ASGIApp

    def __init__(self, post: Post) -> None:
        self._post = post
        self._numbers = count(1)
        self._asked: dict[int, _Asked] = {}
        self._answering: set[asyncio.Task[None]] = set()

    async def relayed(self, node: str, request: Request, body: bytes) -> Response:
        scope = request.scope
        client = request.client.host if request.client else ""
        asking = Asking(
            request.method, scope["path"], scope["query_string"], list(scope["headers"]), client, scope["scheme"], body
        )
        answered = await self.ask(node, asking)
        response = Response(answered.body, answered.status)
        kept = [(name, value) for name, value in answered.headers if name not in HOP]
        response.raw_headers = [*kept, (b"content-length", str(len(answered.body)).encode())]
        return response

    async def ask(self, node: str, asking: Asking) -> Answered:
        """Return the answer.

        Refused if the node is gone or a packet was lost; it is then unknown whether the request was done."""
        number = next(self._numbers)
        asked = self._asked[number] = _Asked(node)
        self._post.say(node, i.Ask(number, *asking))
        try:
            return await asyncio.wait_for(asked.answer, ANSWER_S)
        except TimeoutError:
            raise moving("") from None
        finally:
            self._asked.pop(number, None)

    def give_up(self, node: str) -> None:
        for asked in tuple(self._asked.values()):
            if asked.node == node and not asked.answer.done():
                asked.answer.set_exception(moving(""))

    def nodes(self) -> set[str]:
        return {asked.node for asked in self._asked.values()}

    def heard(self, node: str, part: i.Part) -> None:
        asked = self._asked.get(part.number)
        if asked is None or asked.node != node or asked.answer.done():
            return
        asked.head = part if part.status else asked.head
        asked.body.append(part.body)
        if part.last:
            asked.answer.set_result(Answered(asked.head.status, asked.head.headers, b"".join(asked.body)))

    def asked(self, node: str, ask: i.Ask) -> None:
        task = asyncio.get_running_loop().create_task(self._answer(node, ask))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _answer(self, node: str, ask: i.Ask) -> None:
        try:
            answered = await _answered(self.app, ask)
        except Exception:
            log.exception("a request from another node could not be answered", extra={"path": ask.path})
            answered = Answered(500, [], b"")
        status, headers = answered.status, answered.headers
        for begin in range(0, max(1, len(answered.body)), PART_BYTES):
            piece = answered.body[begin : begin + PART_BYTES]
            last = begin + PART_BYTES >= len(answered.body)
            self._post.say(node, i.Part(ask.number, status, headers, piece, last))
            status, headers = 0, []

    async def stop(self) -> None:
        for task in tuple(self._answering):
            task.cancel()
        await asyncio.gather(*self._answering, return_exceptions=True)


async def _answered(app: ASGIApp, ask: i.Ask) -> Answered:
    scope: dict[str, Any] = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": ask.method, "path": ask.path,
        "raw_path": ask.path.encode(), "query_string": ask.query, "headers": ask.headers, "root_path": "",
        "client": (ask.client, 0), "server": None, "scheme": ask.scheme, RELAYED: True,
    }  # fmt: skip
    said = [{"type": "http.request", "body": ask.body, "more_body": False}]
    status, headers, body = 500, list[tuple[bytes, bytes]](), list[bytes]()
    left = asyncio.Event()

    async def receive() -> Message:
        if said:
            return said.pop()
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        nonlocal status, headers
        if message["type"] == "http.response.start":
            status, headers = message["status"], list(message["headers"])
        else:
            body.append(message.get("body", b""))

    await app(scope, receive, send)
    return Answered(status, headers, b"".join(body))
