"""Rate limit per source: one token bucket each. If there are too many sources, the oldest bucket is dropped."""

import time
from collections.abc import Callable
from typing import Final

from taisai.server.transport.limits import SocketLimits
from taisai.server.transport.meter import Meter

SOURCES_MOST: Final = 10_000


class Limiter:
    def __init__(self, per_s: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._limits = SocketLimits(messages_per_s=per_s, messages_burst=burst)
        self._meters: dict[str, Meter] = {}

    def allows(self, source: str) -> bool:
        meter = self._meters.get(source)
        if meter is None:
            if len(self._meters) >= SOURCES_MOST:
                del self._meters[next(iter(self._meters))]
            meter = self._meters[source] = Meter(self._limits)
        return not meter.over(self._clock())
