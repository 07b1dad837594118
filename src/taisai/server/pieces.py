"""Long answers, which wait in pieces until a client reads them."""

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

PIECE_BYTES: Final = 32 * 1024


class InPieces:
    """Send a long answer in pieces, each when there is room: what waits until a client reads it stays small."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            body = message.get("body", b"")
            *begun, end = range(0, max(len(body), 1), PIECE_BYTES)
            for start in begun:
                piece = body[start : start + PIECE_BYTES]
                await send({"type": message["type"], "body": piece, "more_body": True})
            await send({**message, "body": body[end:]} if begun else message)

        await self._app(scope, receive, sending)
