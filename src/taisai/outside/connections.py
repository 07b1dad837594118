"""Connections to outsiders: restricted to allowed addresses, with verified TLS and a limit on every wait."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import cached_property
from ipaddress import IPv4Address, IPv6Address, ip_address
from threading import Thread
from typing import Final, NamedTuple

from taisai.house.receiver_settings import ReceiverRefusal, is_allowed, is_here
from taisai.rules.refusals import Refused

LONGEST_S: Final = 10.0
CONNECT_S: Final = 5.0  # per address, if a host has several
LINGER_S: Final = 1.0  # until whoever does not read is cut off
LINE_BYTES_MAX: Final = 8 * 1024

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], list[str]]


class UnansweredError(Exception):
    """The other side did not answer, or not as its kind does. Whether it has what was sent is unknown."""


class NotTakenError(Exception):
    """The receiver answered and did not accept the letter."""


class Opened(NamedTuple):
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


def resolved(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(one[4][0]).partition("%")[0] for one in found))


class Connections:
    """Looks up each name in a thread of its own, once at a time: a silent name server holds up no other name, and the
    end of the process waits for no such thread."""

    def __init__(self, roots: str = "", *, resolve: Resolve = resolved) -> None:
        self._own_roots = _trusting(roots) if roots else None  # a bad file is refused at the start
        self._resolve = resolve
        self._asking: dict[tuple[str, int], asyncio.Future[list[str] | OSError | ValueError]] = {}

    @cached_property
    def tls(self) -> ssl.SSLContext:
        """The roots of this machine take long to read, so they are read for the first connection that has TLS."""
        return self._own_roots or _trusting("")

    @asynccontextmanager
    async def opened(self, host: str, port: int, *, tls: bool, within_s: float = 0) -> AsyncIterator[Opened]:
        """Open a connection for one exchange. It ends after some seconds, however slow the other side is."""
        within_s = within_s or LONGEST_S
        found: Opened | None = None
        try:
            async with asyncio.timeout(within_s):
                found = await self._open(host, port, tls=tls)
                yield found
        except TimeoutError as error:
            raise UnansweredError(f"no answer within {within_s:g} s") from error
        except (OSError, ValueError, asyncio.IncompleteReadError) as error:
            raise UnansweredError(str(error) or type(error).__name__) from error
        finally:
            if found is not None:
                found.writer.close()
                asyncio.get_running_loop().call_later(LINGER_S, found.writer.transport.abort)

    async def _open(self, host: str, port: int, *, tls: bool) -> Opened:
        """Connect to the very address that was checked, whatever a name server says a moment later."""
        why = "it has no address"
        for address in await self._addresses(host, port):
            if not is_allowed(address, here=is_here(host)):
                why = f"{host} resolves to {address}, where the house sends nothing"
                continue
            try:
                return await self._called(address, port, host, tls=tls)
            except OSError as error:
                why = f"{address}: {error or 'no answer'}"
        raise UnansweredError(why)

    async def _called(self, address: Address, port: int, host: str, *, tls: bool) -> Opened:
        context, name = (self.tls, host) if tls else (None, None)
        opening = asyncio.open_connection(str(address), port, limit=LINE_BYTES_MAX, ssl=context, server_hostname=name)
        async with asyncio.timeout(CONNECT_S):
            return Opened(*await opening)

    async def _addresses(self, host: str, port: int) -> list[Address]:
        if (asking := self._asking.get((host, port))) is None:
            loop = asyncio.get_running_loop()
            asking = self._asking[host, port] = loop.create_future()
            Thread(target=self._look_up, args=(loop, host, port), name=f"the name {host}", daemon=True).start()
        found = await asyncio.shield(asking)
        if not isinstance(found, list):
            raise found
        return [ip_address(one) for one in found]

    def _look_up(self, loop: asyncio.AbstractEventLoop, host: str, port: int) -> None:
        found: list[str] | OSError | ValueError
        try:
            found = self._resolve(host, port)
        except (OSError, ValueError) as error:
            found = error
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(self._looked_up, host, port, found)

    def _looked_up(self, host: str, port: int, found: list[str] | OSError | ValueError) -> None:
        self._asking.pop((host, port)).set_result(found)


def _trusting(roots: str) -> ssl.SSLContext:
    try:
        trusting = ssl.create_default_context(cafile=roots or None)
    except OSError as error:
        words = f"this file has no certificates to trust ({error}); add them in PEM format"
        raise Refused(ReceiverRefusal.INVALID, words, roots) from error
    trusting.minimum_version = ssl.TLSVersion.TLSv1_2
    return trusting
