"""The upgrade request that opens a WebSocket, validated before the application sees it."""

import binascii
import re
from base64 import b64decode
from collections.abc import Callable, Mapping, MutableMapping
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import unquote

import httptools
from starlette.datastructures import Headers, QueryParams
from starlette.requests import HTTPConnection

from taisai.server.addresses import Proxies
from taisai.server.transport.connection import Peer
from taisai.server.transport.limits import HEAD_BYTES_MAX, HEADERS_MAX, REQUEST_BYTES_MAX

Scope = dict[str, Any]


class Request(NamedTuple):
    path: str
    query: QueryParams
    headers: Headers
    cookies: Mapping[str, str]
    peer: str
    secure: bool


class Rejection(NamedTuple):
    status: int
    body: str
    headers: tuple[tuple[str, str], ...] = ()

    def encode(self) -> bytes:
        body = self.body.encode()
        own = (("content-type", "text/plain; charset=utf-8"), ("content-length", str(len(body))))
        lines = [f"{name}: {value}\r\n" for name, value in (*own, *self.headers, ("connection", "close"))]
        status = HTTPStatus(self.status)
        return f"HTTP/1.1 {status.value} {status.phrase}\r\n{''.join(lines)}\r\n".encode("latin-1") + body


Accept = Callable[[Request], Peer | Rejection]
HEAD_TOO_LONG = Rejection(431, f"the headers are longer than {HEAD_BYTES_MAX} bytes")
TOO_MANY_HEADERS = Rejection(431, f"more than {HEADERS_MAX} headers")
REQUEST_TOO_LONG = Rejection(413, f"the request is longer than {REQUEST_BYTES_MAX} bytes")
VERSION = (("sec-websocket-version", "13"),)
VERSIONS = ("1.0", "1.1")
HOST = re.compile(rb"(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::[0-9]*)?", re.ASCII)
"""A name or an address with a port (RFC 9110, 7.2): nothing that a reader could take for a user or a path."""


def improper(version: str, target: bytes, headers: list[tuple[bytes, bytes]]) -> Rejection | None:
    """Return what is wrong with a head that the parser can read, but must not be served (RFC 9112)."""
    if len(headers) > HEADERS_MAX:
        return TOO_MANY_HEADERS
    if version not in VERSIONS:
        return Rejection(400, f"HTTP/{version} is not spoken here; use HTTP/1.1")
    hosts = [value.strip().lower() for name, value in headers if name == b"host"]
    return _wrong_host(version, target, hosts) or _wrong_coding(version, headers)


def _wrong_host(version: str, target: bytes, hosts: list[bytes]) -> Rejection | None:
    if len(hosts) > 1 or (not hosts and version == "1.1"):
        return Rejection(400, f"a request has one Host line, and this one has {len(hosts)}")
    if not all(map(HOST.fullmatch, hosts)):
        return Rejection(400, "the Host line is not a host with a port")
    if not target.startswith((b"/", b"*")) and _authority(target) != b"".join(hosts):
        return Rejection(400, "the address names another host than the Host line")
    return None


def _wrong_coding(version: str, headers: list[tuple[bytes, bytes]]) -> Rejection | None:
    codings = [value.strip().lower() for name, value in headers if name == b"transfer-encoding"]
    if codings and version == "1.0":
        return Rejection(400, "HTTP/1.0 has no Transfer-Encoding")
    if codings not in ([], [b"chunked"]):
        return Rejection(501, "the only Transfer-Encoding here is chunked")
    return None


def _authority(target: bytes) -> bytes:
    """Return host and port of an absolute address of the web; empty for any other address."""
    scheme, _, rest = target.lower().partition(b"://")
    return re.split(rb"[/?#]", rest, maxsplit=1)[0] if scheme in {b"http", b"https"} else b""


def scope_of(request: bytes) -> Scope | Rejection:
    """Return the request as an ASGI scope, without the client."""
    if len(request) > HEAD_BYTES_MAX:
        return HEAD_TOO_LONG
    line, *lines = request.rstrip(b"\r\n").split(b"\r\n")
    method, target, _ = line.split(b" ", 2)
    headers = [(name, value) for name, _, value in (header.partition(b": ") for header in lines)]
    if method != b"GET":
        return Rejection(405, "a socket is opened with GET", (("allow", "GET"),))
    try:
        url = httptools.parse_url(target)
    except httptools.HttpParserError:
        return Rejection(400, "the address cannot be read")
    path = unquote((url.path or b"/").decode("latin-1"))
    return {"type": "websocket", "path": path, "query_string": url.query or b"", "headers": headers}


def unfit(headers: Headers) -> Rejection | None:
    """Return what is wrong with an upgrade. The HTTP protocol has checked that it is one."""
    if headers.getlist("sec-websocket-version") != ["13"]:
        return Rejection(426, "a socket needs Sec-WebSocket-Version 13", VERSION)
    keys = headers.getlist("sec-websocket-key")
    if len(keys) != 1 or not _is_key(keys[0]):
        return Rejection(400, "a socket needs one Sec-WebSocket-Key of 16 bytes in base 64")
    if "transfer-encoding" in headers or headers.get("content-length", "0") != "0":
        return Rejection(400, "an upgrade has no body")
    return None


def _is_key(key: str) -> bool:
    try:
        return len(b64decode(key, validate=True)) == 16
    except (binascii.Error, ValueError):
        return False


def behind_proxy(scope: MutableMapping[str, Any], proxies: Proxies) -> None:
    """Set the client and the scheme, as trusted proxies report them."""
    client = scope.get("client")
    if not client or client[0] not in proxies:
        return
    headers = Headers(scope=scope)
    scope["client"] = (proxies.sender(client[0], headers.getlist("x-forwarded-for")), 0)
    proto = ",".join(headers.getlist("x-forwarded-proto")).rpartition(",")[2].strip()
    if proto in {"http", "https", "ws", "wss"}:
        plain = "ws" if scope["type"] == "websocket" else "http"
        scope["scheme"] = f"{plain}s" if proto in {"https", "wss"} else plain


def request_of(scope: Scope) -> Request:
    seen = HTTPConnection(scope)
    peer = seen.client.host if seen.client else ""
    return Request(scope["path"], seen.query_params, seen.headers, seen.cookies, peer, scope["scheme"] == "wss")
