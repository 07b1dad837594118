"""A minimal HTTP client for a house: one connection, one request at a time, JSON both ways."""

import asyncio
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

WAIT_S: Final = 1.0
TOO_MANY: Final = 429
BAD: Final = 400


class WebRefused(Exception):  # noqa: N818 - the house worked
    """A refusal by the house; `code` is the refusal's code."""

    def __init__(self, status: int, body: bytes) -> None:
        try:
            said = msgspec.json.decode(body, type=dict[str, str])
        except msgspec.DecodeError:
            said = {}
        self.status, self.code = status, said.get("code", "")
        super().__init__(said.get("words") or f"the house answered {status}: {body[:200]!r}")


class Web:
    """Keeps cookies; waits and retries when the house reports too many requests."""

    def __init__(self, address: str) -> None:
        self._url = urlsplit(address)
        self.cookies: dict[str, str] = {}
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> bytes:
        return await self._patiently("GET", path, b"")

    async def post(self, path: str, body: object) -> bytes:
        return await self._patiently("POST", path, msgspec.json.encode(body))

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _patiently(self, method: str, path: str, body: bytes) -> bytes:
        while True:
            status, answer = await self._ask(method, path, body)
            if status != TOO_MANY:
                break
            await asyncio.sleep(WAIT_S)
        if status >= BAD:
            raise WebRefused(status, answer)
        return answer

    async def _ask(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        reader, writer = self._streams or await self._connect()
        cookies = "; ".join(f"{key}={value}" for key, value in self.cookies.items())
        head = f"{method} {path} HTTP/1.1\r\nhost: {self._url.netloc}\r\ncontent-type: application/json\r\n"
        head += f"content-length: {len(body)}\r\n" + (f"cookie: {cookies}\r\n" if cookies else "")
        writer.write(head.encode() + b"\r\n" + body)
        line, *headers = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        found: dict[str, Any] = {}
        for header in headers:
            name, _, value = header.partition(": ")
            found[name.lower()] = value
            if name.lower() == "set-cookie":
                self._keep(value)
        answer = await reader.readexactly(int(found.get("content-length", 0)))
        if found.get("connection") == "close":
            self.close()
        return int(line.split()[1]), answer

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        secure = self._url.scheme == "https"
        port = self._url.port or (443 if secure else 80)
        self._streams = await asyncio.open_connection(self._url.hostname, port, ssl=secure or None)
        return self._streams

    def _keep(self, cookie: str) -> None:
        name, _, value = cookie.partition(";")[0].partition("=")
        self.cookies[name] = value
