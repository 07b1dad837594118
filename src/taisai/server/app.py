"""The ASGI application: identifies the caller, decodes the request, calls the route and reports refusals."""

import asyncio
import logging
import time
from collections.abc import Coroutine
from http import HTTPStatus
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.routing import Route as StarletteRoute

from taisai.journal.refusals import JournalRefusal
from taisai.people.event_log import Note
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import Right
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused, shown
from taisai.server.addresses import Proxies
from taisai.server.approvals import APPROVALS, Act, by_two, refuse_approvals
from taisai.server.call import Access, Answer, Call, Route
from taisai.server.callers import ANYBODY, CALLER, DEVICE, SESSION, Caller, caller_of, cookie, source_of
from taisai.server.house import House
from taisai.server.middleware import TOO_MANY, Forwarded, Headed, Named
from taisai.server.pages import page_routes
from taisai.server.peers import RELAYED, Beside
from taisai.server.pieces import InPieces
from taisai.server.refusals import ServerRefusal
from taisai.server.responses import HEADERS, response_of
from taisai.server.routes import ROUTES
from taisai.server.sockets import Acceptance
from taisai.server.statuses import for_strangers, retry_after_s, status_of
from taisai.server.unreadable import unreadable
from taisai.wire import bodies as b

TRIES: Final = 10
BODY_BYTES_MAX: Final = 64 * 1024
READING: Final = ("GET", "HEAD")
OUR_SITES: Final = (None, "same-origin", "none")  # another port of this host is "same-site"

log = logging.getLogger(__name__)


class App:
    def __init__(self, house: House, acceptance: Acceptance, proxies: Proxies) -> None:
        self._house = house
        self._acceptance = acceptance
        self._proxies = proxies

    def asgi(self) -> Starlette:
        routes = [StarletteRoute(_rest(route.path), self._endpoint(route), methods=[route.method]) for route in ROUTES]
        return Starlette(
            routes=[*routes, *page_routes(HEADERS)],
            middleware=[
                Middleware(InPieces),
                Middleware(Forwarded, self._proxies),
                Middleware(Headed),
                Middleware(Named, self._acceptance.hosts),
            ],
            exception_handlers={HTTPException: _no_such_route},
        )

    def _endpoint(self, route: Route) -> Any:
        async def endpoint(request: Request) -> Response:
            start = time.perf_counter()
            try:
                response = await self._answered(route, request)
            except Refused as refused:
                response = self._refused(refused, request)
            except ClientDisconnect:
                response = Response(status_code=HTTPStatus.BAD_REQUEST)
            except Exception:
                log.exception("a request could not be answered", extra={"path": route.path})
                response = self._failed(route)
            taken = time.perf_counter() - start
            self._house.metrics.request(request.method, response.status_code, taken)
            log.info(
                "request",
                extra={"method": request.method, "path": route.path, "status": response.status_code, "seconds": taken},
            )
            return response

        return endpoint

    def _failed(self, route: Route) -> Response:
        words = f"a program error at {route.path}"
        self._house.caretaker.note_soon(Note(Happening.PROGRAM_ERROR, words))
        body = b.Refusal(ServerRefusal.PROGRAM_ERROR.value, f"{words}; it was recorded; call a technician", "")
        return response_of(Answer(body), HTTPStatus.INTERNAL_SERVER_ERROR)

    async def _answered(self, route: Route, request: Request) -> Response:
        beside, is_relayed = self._house.beside, RELAYED in request.scope
        self._house.check_held()
        if beside:
            beside.hear_people()
        caller = self._caller(route, request)
        _check_access(route, caller, request.path_params.get("table", ""))
        if route.demo and not self._house.settings.demo:
            words = "this house is not a demo; ask staff for a seat"
            raise Refused(PeopleRefusal.RIGHT_MISSING, words, "demo")
        secure, peer = request.url.scheme == "https", request.client.host if request.client else ""
        query = _converted(dict(request.query_params), route.query) if route.query else None
        raw = await _read(request) if route.takes else b""
        body = _decoded(raw, route.takes) if route.takes else None
        node = await self._node(beside, route, request, query, body) if beside else ""
        if beside and node:
            return await self._elsewhere(beside, node, request, raw)
        together = self._is_by_two(route, request, caller, raw)
        path, cookies = dict(request.path_params), request.cookies
        call = Call(self._house, caller, path, query, body, secure, peer, cookies, together, is_relayed)
        answer = await self._handled(route, call, request)
        self._house.check_held()
        response = response_of(answer)
        if caller is ANYBODY:
            self._end_useless_cookie(response, request)
        return response

    async def _node(self, beside: Beside, route: Route, request: Request, query: Any, body: Any) -> str:
        """Return the node that must answer; empty for this one."""
        wanted = getattr(query, "node", "")
        if wanted:
            return "" if RELAYED in request.scope else beside.node_named(wanted)
        journal = route.where(self._house, body) if route.where else _named(request, query, body)
        return "" if route.anywhere else await beside.node_of(journal)

    async def _handled(self, route: Route, call: Call, request: Request) -> Answer:
        """Call the handler.

        Start again if another node wrote to the people's journal meanwhile, so that the decision uses current data."""
        for _ in range(TRIES if self._house.beside else 0):
            try:
                return await self._once(route, call, request)
            except Refused as refused:
                if refused.code is not JournalRefusal.MOVED:
                    raise
        return await self._once(route, call, request)

    async def _once(self, route: Route, call: Call, request: Request) -> Answer:
        handling = route.handler(call)
        return await (_unless_left(request, handling) if route.long else handling)

    async def _elsewhere(self, beside: Beside, node: str, request: Request, raw: bytes) -> Response:
        """Relay to another node. A request that was relayed already is refused, so it never makes a second hop."""
        if RELAYED in request.scope:
            words = "the table is moving to another node of the house; try again in a moment"
            raise Refused(ServerRefusal.TABLE_MOVING, words, "")
        return await beside.relayed(node, request, raw)

    def _is_by_two(self, route: Route, request: Request, caller: Caller, raw: bytes) -> bool:
        """Return whether a second person approved.

        Routes that need one person refuse approvals. Access was checked before."""
        header = request.headers.get(APPROVALS, "")
        if not route.two:
            refuse_approvals(header)
            return False
        act = Act(route.method, route.path.format(**request.path_params), _decoded(raw, Any) if raw else {})
        return by_two(self._house.register, caller.name, act, header)

    def _end_useless_cookie(self, response: Response, request: Request) -> None:
        """Delete a session or device cookie that is no longer valid, so that the browser stops sending it.

        Keep a cookie that this response sets."""
        try:
            caller_of(self._house.register, request.cookies, acting=False)
        except Refused as refused:
            name = _ENDING.get(refused.code, "")  # type: ignore[call-overload]
            told = (one.partition("=")[0] for one in response.headers.getlist("set-cookie"))
            if name in request.cookies and name not in told:
                response.headers.append("set-cookie", cookie(name, "", secure=request.url.scheme == "https"))

    def _caller(self, route: Route, request: Request) -> Caller:
        """Return the caller, who must be the one that the page shows: someone else may have signed in since."""
        if route.proves:
            self._count_guess(request)
        if request.method not in READING:
            self._check_page(request)
        if route.feed and "authorization" in request.headers:
            return Caller(feed=self._house.feeds.known(request.headers["authorization"]))
        try:
            caller = caller_of(self._house.register, request.cookies, acting=route.acts)
        except Refused:
            if route.access is not Access.ANYBODY:
                raise
            caller = ANYBODY
        shown = request.headers.get(CALLER, "")
        if shown and caller.name and shown != caller.name and route.access is not Access.ANYBODY:
            words = f"the page shows {shown}, but {caller.name} has signed in here; load the page again"
            raise Refused(ServerRefusal.CALLER_CHANGED, words, shown)
        return caller

    def _count_guess(self, request: Request) -> None:
        peer = request.client.host if request.client else ""
        source = source_of(self._house.register, request.cookies, peer)
        if not self._house.secret_limiter.allows(source):
            if self._house.telling_limiter.allows(source):
                self._house.caretaker.note_soon(Note(Happening.RATE_EXCEEDED, "too many requests", value=peer))
            raise Refused(ServerRefusal.TOO_MANY_REQUESTS, TOO_MANY, "")

    def _check_page(self, request: Request) -> None:
        """Refuse a change that a page of someone else asks for, with the cookies of whoever uses the browser.

        A browser says where the page is from; a program does not, and passes. A form cannot send JSON, and a script
        elsewhere must ask first whether it may, which this house never allows."""
        site, origin, host = (request.headers.get(name) for name in ("sec-fetch-site", "origin", "host"))
        if site not in OUR_SITES or not self._acceptance.fits(origin, host or "", secure=request.url.scheme == "https"):
            words = "the page that asks is not of this house; if it is, its address belongs in origins in the settings"
            raise Refused(ServerRefusal.ORIGIN_UNFIT, words, origin or site or "")
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refused(ServerRefusal.MESSAGE_INVALID, "send JSON with the content type application/json", "")

    def _refused(self, refused: Refused, request: Request) -> Response:
        self._house.metrics.refused(refused.code.value)
        said = refused if self._may_know(request) else for_strangers(refused)
        body = b.Refusal(said.code.value, said.words, shown(said.value))
        response = response_of(Answer(body), status_of(said.code))
        if response.status_code == HTTPStatus.TOO_MANY_REQUESTS:
            response.headers["retry-after"] = str(retry_after_s(refused))
        self._end_useless_cookie(response, request)
        return response

    def _may_know(self, request: Request) -> bool:
        """Return whether the caller may see file paths in refusals: only people who maintain the system."""
        try:
            return caller_of(self._house.register, request.cookies, acting=False).may(Right.READ_METRICS)
        except Refused:
            return False


def _named(request: Request, query: Any, body: Any) -> str:
    """Return the journal that a request is about; empty for none."""
    path = request.path_params
    return str(path.get("table") or path.get("log") or getattr(body, "table", "") or getattr(query, "table", ""))


def _rest(path: str) -> str:
    """Let {tile} match slashes."""
    return path.replace("{tile}", "{tile:path}")


_ENDING: Final = {
    PeopleRefusal.SESSION_UNKNOWN: SESSION,
    PeopleRefusal.SESSION_EXPIRED: SESSION,
    PeopleRefusal.DEVICE_REVOKED: DEVICE,
    PeopleRefusal.DEVICE_UNKNOWN: DEVICE,
}


def _check_access(route: Route, caller: Caller, table: str) -> None:
    match route.access:
        case Right() as right:
            caller.need(right)
        case Access.SIGNED_IN if caller.session is None:
            raise Refused(PeopleRefusal.SESSION_UNKNOWN, "you are not signed in here; sign in", "")
    if route.besides_seat and not caller.seat_at(table):
        caller.need(route.besides_seat)


async def _unless_left(request: Request, handling: Coroutine[Any, Any, Answer]) -> Answer:
    working, leaving = asyncio.ensure_future(handling), asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.wait((working, leaving))


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _read(request: Request) -> bytes:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY_BYTES_MAX:
            raise Refused(ServerRefusal.MESSAGE_TOO_LARGE, f"the body is larger than {BODY_BYTES_MAX} bytes", len(body))
    return body


def _decoded(body: bytes, wanted: Any) -> Any:
    try:
        return msgspec.json.decode(body, type=wanted)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise unreadable("the body cannot be read", error) from None


def _converted(query: dict[str, str], wanted: Any) -> Any:
    try:
        return msgspec.convert(query, wanted, strict=False)
    except msgspec.ValidationError as error:
        raise unreadable("the query is invalid", error) from None


async def _no_such_route(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    body = b.Refusal(
        ServerRefusal.ROUTE_UNKNOWN.value, "no such route or method; see /api/openapi.json", str(error.status_code)
    )
    response = response_of(Answer(body), error.status_code)
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        response.headers["allow"] = ", ".join(_methods(request) or READING)  # no route names the methods of files
    return response


def _methods(request: Request) -> list[str]:
    """Return every method of the path: the routes with other methods are entries of their own."""
    fitting = (route for route in request.app.routes if route.matches(request.scope)[0] is not Match.NONE)
    return sorted({method for route in fitting for method in getattr(route, "methods", None) or ()})
