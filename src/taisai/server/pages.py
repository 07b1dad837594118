"""The screens: one page at several addresses, with its scripts and fonts."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

FOLDER: Final = Path(__file__).parents[1] / "web"
PAGES: Final = ("/", "/terminal", "/console", "/layout", "/display", "/pit", "/lab")
NOT_BUILT: Final = "The screens are not built. In a checkout, run make web. Everything else is at /api/openapi.json.\n"


class Kept(StaticFiles):
    """Static files that browsers may cache for good: their names change with their content."""

    def file_response(self, *args: Any, **named: Any) -> Response:
        response = super().file_response(*args, **named)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response

    async def check_config(self) -> None:
        """Accept a missing folder: without built screens, files are simply not found."""


def page_routes(headers: Mapping[str, str]) -> list[BaseRoute]:
    async def page(_: Request) -> Response:
        index = FOLDER / "index.html"
        if not index.is_file():
            return PlainTextResponse(NOT_BUILT, 503, headers=dict(headers))
        return FileResponse(index, headers=dict(headers))

    files = Kept(directory=FOLDER / "assets", check_dir=False)
    return [*(Route(path, page) for path in PAGES), Mount("/assets", files, middleware=[Middleware(GZipMiddleware)])]
