"""The part of SMTP (RFC 5321) needed to deliver one message, always over TLS."""

import ssl
from base64 import b64encode
from typing import Final, NamedTuple

from taisai.outside.connections import Connections, NotTakenError, Opened, UnansweredError

LINES_MOST: Final = 100
READY, AUTHENTICATED, DONE, GO_ON = 220, 235, 250, 354


class MailServer(NamedTuple):
    host: str
    port: int
    implicit: bool
    user: str = ""
    password: str = ""


class Reply(NamedTuple):
    code: int
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.code} {' '.join(self.lines)}"


class Speech:
    """One conversation: a command, then its reply."""

    def __init__(self, opened: Opened) -> None:
        self._reader, self._writer = opened

    async def reply(self) -> Reply:
        lines: list[str] = []
        for _ in range(LINES_MOST):
            line = (await self._reader.readline()).decode("ascii", "replace").rstrip("\r\n")
            if len(line) < 3 or not line[:3].isdecimal():
                raise ValueError("it does not answer like a mail server" if line else "it closed the connection")
            lines.append(line[4:])
            if line[3:4] != "-":
                return Reply(int(line[:3]), tuple(lines))
        raise ValueError("its reply does not end")

    async def say(self, command: str) -> Reply:
        return await self.send(f"{command}\r\n".encode())

    async def send(self, content: bytes) -> Reply:
        self._writer.write(content)
        await self._writer.drain()
        return await self.reply()

    async def start_tls(self, context: ssl.SSLContext, host: str) -> None:
        """Start TLS. Anything received in the clear beyond the reply is refused."""
        if self._reader._buffer:  # type: ignore[attr-defined]  # noqa: SLF001 - asyncio has no other way to see it
            raise ValueError("it sent unexpected data before TLS began")
        await self._writer.start_tls(context, server_hostname=host)


async def hand_over(connections: Connections, server: MailServer, sender: str, to: str, message: bytes) -> None:
    """Deliver a message. Returns once the server has confirmed that it has the message."""
    async with connections.opened(server.host, server.port, tls=server.implicit) as opened:
        speech = Speech(opened)
        _check(await speech.reply(), READY)
        hello = await _hello(speech)
        if not server.implicit:
            hello = await _secured(speech, connections.tls, server.host, hello)
        if server.user:
            await _sign_in(speech, server, hello)
        _check(await speech.say(f"MAIL FROM:<{sender}>"), DONE)
        _check_taken(await speech.say(f"RCPT TO:<{to}>"), DONE)
        _check(await speech.say("DATA"), GO_ON)
        _check_taken(await speech.send(_stuffed(message)), DONE)


async def _hello(speech: Speech) -> Reply:
    return _check(await speech.say("EHLO taisai"), DONE)


async def _secured(speech: Speech, context: ssl.SSLContext, host: str, hello: Reply) -> Reply:
    """Switch to TLS. A server that does not offer it, or someone in between, is told nothing."""
    if not _offers(hello, "STARTTLS"):
        raise ValueError("it does not offer STARTTLS")
    _check(await speech.say("STARTTLS"), READY)
    await speech.start_tls(context, host)
    return await _hello(speech)


async def _sign_in(speech: Speech, server: MailServer, hello: Reply) -> None:
    if not any("PLAIN" in line.upper().split() for line in hello.lines if line.upper().startswith("AUTH")):
        raise ValueError("it does not offer sign-in by name and password (AUTH PLAIN)")
    proof = b64encode(f"\0{server.user}\0{server.password}".encode()).decode()
    _check(await speech.say(f"AUTH PLAIN {proof}"), AUTHENTICATED)


def _offers(hello: Reply, what: str) -> bool:
    return any(line.upper().split()[:1] == [what] for line in hello.lines)


def _check(reply: Reply, wanted: int) -> Reply:
    if reply.code != wanted:
        raise UnansweredError(f"it answers {reply}")
    return reply


def _check_taken(reply: Reply, wanted: int) -> None:
    """Check a reply. A 5xx code rejects this message or address for good; any other failure is the server's for now."""
    if reply.code >= 500:
        raise NotTakenError(f"it answers {reply}")
    _check(reply, wanted)


def _stuffed(message: bytes) -> bytes:
    """Escape dots at the beginning of a line, which would end the message."""
    lines = message.replace(b"\r\n", b"\n").rstrip(b"\n").split(b"\n")
    return b"".join((b"." if line.startswith(b".") else b"") + line + b"\r\n" for line in lines) + b".\r\n"
