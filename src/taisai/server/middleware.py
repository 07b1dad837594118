"""What stands before every route: proxies, host names, default headers, and the answer to requests over the limit."""

from http import HTTPStatus
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from taisai.server.addresses import Proxies
from taisai.server.call import Answer
from taisai.server.hosts import Hosts
from taisai.server.peers import RELAYED
from taisai.server.refusals import ServerRefusal
from taisai.server.responses import HEADERS, response_of
from taisai.server.statuses import status_of
from taisai.server.transport import behind_proxy
from taisai.wire import bodies as b

TOO_MANY: Final = "too many requests; wait a moment and try again"
STAY_WITH_TLS: Final = "max-age=31536000"


class Forwarded:
    """Set the client address as trusted proxies report it, for everything behind this middleware."""

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        behind_proxy(scope, self._proxies)
        await self._app(scope, receive, send)


class Named:
    """Refuse requests whose Host header is not a name of this house."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app: ASGIApp = self._app
        if RELAYED not in scope and not self._hosts.knows(Headers(scope=scope).get("host", "")):
            words = "this house has another host name; use its address, or add this name to origins in its settings"
            body = b.Refusal(ServerRefusal.HOST_UNKNOWN.value, words, "")
            app = response_of(Answer(body), status_of(ServerRefusal.HOST_UNKNOWN))
        await app(scope, receive, send)


class Headed:
    """Add the default headers to every response, including static files and 404s. A response may set its own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if scope["scheme"] == "https":
                    headers["strict-transport-security"] = STAY_WITH_TLS
                for name, value in HEADERS.items():
                    if name != "cache-control" or "etag" not in headers:  # a static file with an ETag may be cached
                        headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, sending)


def later() -> ASGIApp:
    """Return the answer to requests that are over their source's limit."""
    body = b.Refusal(ServerRefusal.TOO_MANY_REQUESTS.value, TOO_MANY, "")
    response = response_of(Answer(body), HTTPStatus.TOO_MANY_REQUESTS)
    response.headers["retry-after"] = "1"
    return Headed(response)
