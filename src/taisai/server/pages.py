"""The screens: one page at several addresses, with its scripts and fonts, as the build wrote and compressed them."""

import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from http import HTTPStatus
from mimetypes import guess_type
from pathlib import Path
from typing import Final, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

FOLDER: Final = Path(__file__).parents[1] / "web"
PAGES: Final = ("/", "/terminal", "/console", "/layout", "/display", "/pit", "/lab")
NOT_BUILT: Final = "The screens are not built. In a checkout, run make web. Everything else is at /api/openapi.json.\n"
LASTING: Final = "public, max-age=31536000, immutable"
NAME: Final = re.compile(r"[\w-][\w.-]*(?:/[\w-][\w.-]*)*", re.ASCII)
COMPRESSED: Final = ".gz"
FILES_KEPT: Final = 1_000


class File(NamedTuple):
    """A file in memory. `tag` is the digest of its content."""

    content: bytes
    tag: str
    media: str


def page_routes(headers: Mapping[str, str]) -> list[BaseRoute]:
    async def page(request: Request) -> Response:
        index = _file(FOLDER / "index.html")
        if index is None:
            return PlainTextResponse(NOT_BUILT, HTTPStatus.SERVICE_UNAVAILABLE, headers=dict(headers))
        return _answer(request, index, dict(headers))

    return [*(Route(path, page) for path in PAGES), Route("/assets/{name:path}", _asset)]


async def _asset(request: Request) -> Response:
    """Browsers may keep these files for good: their names change with their content."""
    name = request.path_params["name"]
    path = FOLDER / "assets" / name
    known = _file(path) if NAME.fullmatch(name) and not name.endswith(COMPRESSED) else None
    if known is None:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    headers = {"cache-control": LASTING, "vary": "Accept-Encoding"}
    small = _file(path.with_name(path.name + COMPRESSED)) if _takes_gzip(request) else None
    if small is not None:
        known, headers = small._replace(media=known.media), headers | {"content-encoding": "gzip"}
    return _answer(request, known, headers)


def _takes_gzip(request: Request) -> bool:
    offered = (one.partition(";") for one in request.headers.get("accept-encoding", "").split(","))
    return any(name.strip().lower() == "gzip" and rest.replace(" ", "") != "q=0" for name, _, rest in offered)


def _answer(request: Request, known: File, headers: dict[str, str]) -> Response:
    headers |= {"etag": known.tag}
    if known.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(known.content, headers=headers, media_type=known.media)


def _file(path: Path) -> File | None:
    """Return the file as it is on the disk now; a build may replace it while a house runs."""
    try:
        return _read(path, path.stat().st_mtime_ns)
    except OSError:
        return None


@lru_cache(FILES_KEPT)
def _read(path: Path, _: int) -> File:
    content = path.read_bytes()
    return File(
        content, f'"{sha256(content).hexdigest()[:32]}"', guess_type(path.name)[0] or "application/octet-stream"
    )
