"""An alert as a webhook: a signed POST, as Standard Webhooks describes it (https://www.standardwebhooks.com)."""

import hmac
from base64 import b64encode
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

import msgspec

from taisai.outside.connections import Connections, NotTakenError, UnansweredError
from taisai.telling.alerts import Alert, News

PREFIX: Final = "whsec_"
NOT_THIS_ONE: Final = (
    HTTPStatus.BAD_REQUEST, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
)  # fmt: skip
"""Answers about one letter; all others that are not success are about the receiver."""
_encode = msgspec.json.Encoder().encode


def content_of(news: News, house: str) -> bytes:
    """Return the body. `escalated` is the event that nobody acknowledged, if this alert escalates one."""
    alert, first = news.alert, news.first
    data = {"house": house} | _plain(alert) | ({"escalated": _plain(first)} if first else {})
    return _encode({"type": f"event.{alert.code}", "timestamp": alert.at, "data": data})


def _plain(alert: Alert) -> dict[str, object]:
    return {
        "number": alert.number, "at": alert.at, "code": alert.code, "severity": alert.severity, "words": alert.words,
        "table": alert.of, "device": alert.device, "value": alert.value, "by": alert.by,
    }  # fmt: skip


def signature(key: bytes, letter: str, at_s: int, content: bytes) -> str:
    signed = f"{letter}.{at_s}.".encode() + content
    return "v1," + b64encode(hmac.digest(key, signed, "sha256")).decode()


def secret_of(key: bytes) -> str:
    """Return the key in the form that receivers are given."""
    return PREFIX + b64encode(key).decode()


class Webhook:
    """Follows no redirect: a receiver is where the settings say."""

    def __init__(self, connections: Connections, url: str, key: bytes, house: str) -> None:
        self._connections, self._key, self._house = connections, key, house
        self._url = urlsplit(url)

    async def tell(self, news: News, letter: str, at_s: int) -> None:
        """Send an alert. Returns once the receiver has confirmed that it has it."""
        is_tls = self._url.scheme == "https"
        assert self._url.hostname, "the settings have one"
        place = self._url.hostname, self._url.port or (443 if is_tls else 80)
        async with self._connections.opened(*place, tls=is_tls) as opened:
            opened.writer.write(self._request(news, letter, at_s))
            await opened.writer.drain()
            status = _status(await opened.reader.readline())
        if status in NOT_THIS_ONE:
            raise NotTakenError(f"it answers {status}")
        if not HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
            raise UnansweredError(f"it answers {status}")

    def _request(self, news: News, letter: str, at_s: int) -> bytes:
        content = content_of(news, self._house)
        path = (self._url.path or "/") + (f"?{self._url.query}" if self._url.query else "")
        lines = (
            f"POST {path} HTTP/1.1",
            f"Host: {self._url.netloc}",
            "Content-Type: application/json",
            f"Content-Length: {len(content)}",
            "User-Agent: taisai",
            f"Webhook-Id: {letter}",
            f"Webhook-Timestamp: {at_s}",
            f"Webhook-Signature: {signature(self._key, letter, at_s, content)}",
            "Connection: close",
        )
        return "\r\n".join((*lines, "", "")).encode() + content


def _status(line: bytes) -> int:
    version, _, rest = line.partition(b" ")
    code = rest[:3]
    if version not in {b"HTTP/1.1", b"HTTP/1.0"} or len(code) != 3 or not code.isdigit():
        raise ValueError("it does not answer like a web server" if line else "it closed the connection unanswered")
    return int(code)
