"""Identifies the owner of each connection and request, and reports those that are rejected."""

import logging
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from starlette.requests import cookie_parser

from taisai.people.event_log import Note
from taisai.people.events import DeviceKind
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused
from taisai.server.addresses import Proxies, network
from taisai.server.callers import SESSION, asker_of, device_of
from taisai.server.house import House
from taisai.server.refusals import ServerRefusal
from taisai.server.transport import Admission, Guest, Heads

DEVICE_CONNECTIONS: Final = 32

log = logging.getLogger(__name__)


class Door:
    def __init__(self, house: House, proxies: Proxies) -> None:
        self._house = house
        self._proxies = proxies

    def admits(self, heads: Heads, address: str) -> Admission:
        """Count a request for its source, whatever it asks for. Devices and people who are signed in have their own."""
        cookies = b"; ".join(value for name, value in heads if name == b"cookie").decode("latin-1")
        if address in self._proxies:
            forwarded = [value.decode("latin-1") for name, value in heads if name == b"x-forwarded-for"]
            address = self._proxies.sender(address, forwarded)
        source = asker_of(self._house.register, cookie_parser(cookies) if cookies else {}, address)
        if self._house.limiter.allows(source):
            return Admission.ADMITTED
        self._house.metrics.refused(ServerRefusal.TOO_MANY_REQUESTS.value)
        if self._house.telling_limiter.allows(source):
            self._house.caretaker.note_soon(Note(Happening.RATE_EXCEEDED, "too many requests", value=address))
        return Admission.LATER if self._house.patience.allows(source) else Admission.CUT_OFF

    def knows(self, cookies: Mapping[str, str], address: str) -> Guest:
        """Return the guest.

        A house device counts by itself. A trusted proxy is not counted, because it speaks for many."""
        staff, device = self._is_signed_in(cookies), device_of(self._house.register, cookies)
        if device:
            return Guest(device.id, DEVICE_CONNECTIONS, staff or device.kind is DeviceKind.CONSOLE)
        return Guest("" if address in self._proxies else network(address), staff=staff)

    def _is_signed_in(self, cookies: Mapping[str, str]) -> bool:
        with suppress(Refused):
            return SESSION in cookies and bool(
                self._house.register.session(cookies[SESSION], time.monotonic(), acting=False)
            )
        return False

    def tell(self, source: str, why: str) -> None:
        """Report a rejection, at most once a minute for each source."""
        if self._house.telling_limiter.allows(source):
            log.warning("connections refused: %s", why, extra={"source": source})
            self._house.caretaker.note_soon(Note(Happening.RATE_EXCEEDED, why, value=source))
