"""The screens: one page under several addresses, with its scripts and fonts."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

FOLDER: Final = Path(__file__).parents[1] / "web"
PAGES: Final = ("/", "/terminal", "/console", "/layout", "/display", "/pit", "/lab")
NOT_BUILT: Final = "The screens are not built. In a checkout: make web. Everything else is at /api/openapi.json.\n"


def page_routes(headers: Mapping[str, str]) -> list[BaseRoute]:
    async def page(_: Request) -> Response:
        index = FOLDER / "index.html"
        if not index.is_file():
            return PlainTextResponse(NOT_BUILT, 503, headers=dict(headers))
        return FileResponse(index, headers=dict(headers))

    routes: list[BaseRoute] = [Route(path, page) for path in PAGES]
    if (FOLDER / "assets").is_dir():
        routes.append(Mount("/assets", StaticFiles(directory=FOLDER / "assets")))
    return routes
