"""An answer as an HTTP response, with the default headers."""

from typing import Final

import msgspec
from starlette.responses import Response, StreamingResponse

from taisai.server.call import Answer

HEADERS: Final = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
LASTING: Final = "private, max-age=31536000, immutable"


def response_of(answer: Answer, status: int = 200) -> Response:
    if answer.pieces is not None:
        response: Response = StreamingResponse(answer.pieces, headers=HEADERS, media_type=answer.media)
    else:
        response = _written(answer, status)
    for one in answer.cookies:
        response.headers.append("set-cookie", one)
    if answer.lasts:
        response.headers["cache-control"] = LASTING
    if answer.policy:
        response.headers["content-security-policy"] = answer.policy
    if answer.filename:
        response.headers["content-disposition"] = f'attachment; filename="{answer.filename}"'
    return response


def _written(answer: Answer, status: int) -> Response:
    raw = isinstance(answer.content, bytes)
    content = answer.content if raw else msgspec.json.encode(answer.content)
    return Response(content, status, headers=HEADERS, media_type=answer.media)
