"""The bus between the nodes of a house, on NATS. It delivers at most once; a node that is cut off knows within
seconds."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import nats
from nats.errors import Error

from taisai.journal.refusals import JournalRefusal
from taisai.rules.refusals import Refused

if TYPE_CHECKING:
    from nats.aio.client import Client

CONNECT_S: Final = 5.0
AGAIN_S: Final = 0.25
PING_S: Final = 1
PINGS_LOST_MOST: Final = 2
FAILED_EVERY_S: Final = 60.0
WAITING_BYTES_MOST: Final = 64 * 1024 * 1024  # per subscription; more is lost, and the loss is noticed

log = logging.getLogger(__name__)


class NatsBus:
    """Keeps nothing while it is cut off: a late message would look like a new one."""

    def __init__(self, servers: Sequence[str], house: bytes, address: str, heard: Callable[[bytes], None]) -> None:
        self._servers, self._address, self._heard = list(servers), address, heard
        self._house = sha256(b"taisai bus " + house).hexdigest()[:16]
        self._failed_s = -FAILED_EVERY_S
        self._client: Client | None = None
        self._waiting: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._sending: asyncio.Task[None] | None = None

    @property
    def is_up(self) -> bool:
        return self._client is not None and self._client.is_connected

    async def start(self) -> None:
        wanted: dict[str, Any] = {
            "pending_size": -1,
            "ping_interval": PING_S,
            "max_outstanding_pings": PINGS_LOST_MOST,
            "reconnect_time_wait": AGAIN_S,
            "max_reconnect_attempts": -1,
            "error_cb": self._failed,
        }
        try:
            self._client = await asyncio.wait_for(nats.connect(self._servers, **wanted), CONNECT_S)
            subject = self._subject(self._address)
            await self._client.subscribe(subject, cb=self._take, pending_bytes_limit=WAITING_BYTES_MOST)
        except (TimeoutError, OSError, Error) as error:
            words = f"no NATS server answers at {', '.join(self._servers)}; start one, or set bus to another"
            raise Refused(JournalRefusal.FAILED, words, self._servers[0]) from error
        self._sending = asyncio.create_task(self._send_on())

    async def stop(self) -> None:
        if self._sending is not None:
            self._sending.cancel()
            with suppress(asyncio.CancelledError):
                await self._sending
        if self._client is not None:
            with suppress(Error, OSError):
                await self._client.close()

    def send(self, address: str, packet: bytes) -> None:
        self._waiting.put_nowait((address, packet))

    async def _send_on(self) -> None:
        while True:
            address, packet = await self._waiting.get()
            try:
                assert self._client is not None
                await self._client.publish(self._subject(address), packet)
            except (Error, OSError) as error:  # the packet is lost, and the receiver notices
                log.debug("a packet was not sent", extra={"why": str(error)})
            except Exception:
                log.exception("a packet was not sent")

    async def _take(self, message: Any) -> None:
        self._heard(message.data)

    async def _failed(self, error: Exception) -> None:
        """Report a failure of the bus, once a minute: packets that are not taken in time fail one by one."""
        if time.monotonic() - self._failed_s >= FAILED_EVERY_S:
            self._failed_s = time.monotonic()
            log.warning("the bus", extra={"why": str(error) or type(error).__name__})

    def _subject(self, address: str) -> str:
        return f"taisai.{self._house}.n.{sha256(address.encode()).hexdigest()[:24]}"
