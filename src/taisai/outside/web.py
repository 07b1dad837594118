"""Questions over HTTP to outsiders: one deadline for all of it, a limit on the size, and no redirects."""

from typing import Final, NamedTuple
from urllib.parse import urlsplit

from httptools import HttpParserError, HttpParserUpgrade, HttpResponseParser

from taisai.outside.connections import Connections, Opened

WITHIN_S: Final = 5.0
HEAD_BYTES_MAX: Final = 16 * 1024
PIECE_BYTES: Final = 4 * 1024
NO_FINAL: Final = 200  # an answer with a smaller status is followed by another


class Answer(NamedTuple):
    status: int
    body: bytes


async def get(connections: Connections, url: str, *, bytes_max: int, within_s: float = 0) -> Answer:
    return await _asked(connections, "GET", url, b"", "", bytes_max, within_s or WITHIN_S)


async def post(
    connections: Connections, url: str, content: bytes, *, media: str, bytes_max: int, within_s: float = 0
) -> Answer:
    return await _asked(connections, "POST", url, content, media, bytes_max, within_s or WITHIN_S)


async def _asked(  # noqa: PLR0913, PLR0917
    connections: Connections, method: str, url: str, content: bytes, media: str, bytes_max: int, within_s: float
) -> Answer:
    one = urlsplit(url)
    is_tls = one.scheme == "https"
    assert one.hostname, "the settings have one"
    place = one.hostname, one.port or (443 if is_tls else 80)
    target = (one.path or "/") + (f"?{one.query}" if one.query else "")
    lines = [f"{method} {target} HTTP/1.1", f"Host: {one.netloc.rpartition('@')[2]}", "User-Agent: taisai"]
    lines += [f"Content-Type: {media}", f"Content-Length: {len(content)}"] if method == "POST" else []
    async with connections.opened(*place, tls=is_tls, within_s=within_s) as opened:
        opened.writer.write("\r\n".join((*lines, "Connection: close", "", "")).encode() + content)
        return await _Reading(bytes_max).answer(opened)


class _Reading:
    """What httptools has read of one answer."""

    def __init__(self, bytes_max: int) -> None:
        self._bytes_max = bytes_max
        self._parser = HttpResponseParser(self)
        self._body = b""
        self._is_bounded = self._is_in_body = self._is_complete = False

    async def answer(self, opened: Opened) -> Answer:
        arrived = 0
        while not self._is_complete:
            piece = await opened.reader.read(PIECE_BYTES)
            if not piece:
                break
            arrived += len(piece)
            try:
                self._parser.feed_data(piece)
            except (HttpParserError, HttpParserUpgrade) as error:
                raise ValueError("it does not answer like a web server") from error
            if len(self._body) > self._bytes_max or arrived - len(self._body) > HEAD_BYTES_MAX:
                raise ValueError(f"its answer is longer than {self._bytes_max} bytes")
        if not self._is_complete and (self._is_bounded or not self._is_in_body):
            raise ValueError("its answer ended early")
        return Answer(self._parser.get_status_code(), self._body)

    def on_message_begin(self) -> None:
        self._is_bounded = self._is_in_body = False

    def on_header(self, name: bytes, _: bytes) -> None:
        self._is_bounded |= name.lower() in {b"content-length", b"transfer-encoding"}

    def on_headers_complete(self) -> None:
        self._is_in_body = self._parser.get_status_code() >= NO_FINAL

    def on_body(self, body: bytes) -> None:
        self._body += body

    def on_message_complete(self) -> None:
        self._is_complete = self._is_in_body
