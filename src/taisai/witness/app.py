"""A witness over HTTP. The holder of a log's key can have the log cosigned; anyone can ask what was cosigned."""

import asyncio
import logging
import time
from collections.abc import Callable
from http import HTTPStatus

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from taisai.log.notes import NOTE_BYTES_MAX
from taisai.rules.refusals import Refused
from taisai.witness.answers import TEXT, Told, Witness

log = logging.getLogger(__name__)
Answer = Callable[[], Told]


def app(witness: Witness) -> Starlette:
    async def add_checkpoint(request: Request) -> Response:
        content = b""
        async for chunk in request.stream():
            content += chunk
            if len(content) > 2 * NOTE_BYTES_MAX:
                return _response(Told(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "this is too long for a checkpoint\n"))
        return await _answered(lambda: witness.add_checkpoint(content, int(time.time())))

    async def checkpoint(request: Request) -> Response:
        return await _answered(lambda: witness.checkpoint(request.path_params["name"]))

    async def evidence(_: Request) -> Response:
        found = await asyncio.to_thread(witness.folder.evidence)
        return Response(msgspec.json.encode(found), media_type="application/json")

    async def key(_: Request) -> Response:
        return Response(f"{witness.folder.key}\n", media_type=TEXT)

    return Starlette(
        routes=[
            Route("/add-checkpoint", add_checkpoint, methods=["POST"]),
            Route("/evidence", evidence),
            Route("/key", key),
            Route("/{name}/checkpoint", checkpoint),
        ]
    )


async def _answered(answer: Answer) -> Response:
    """Return the answer, or an error: a witness that cannot write its folder cosigns nothing."""
    try:
        return _response(await asyncio.to_thread(answer))
    except (OSError, Refused):
        log.exception("the folder of the witness cannot be read or written")
        words = "this witness cannot store checkpoints at the moment; try again later\n"
        return _response(Told(HTTPStatus.SERVICE_UNAVAILABLE, words))


def _response(told: Told) -> Response:
    return Response(told.body, told.status, media_type=told.media)
