"""The only module that reads the wall clock, and the clock by which leases last."""

import time
from datetime import UTC, datetime

_last = -1, ""


def now() -> str:
    """Return the time in UTC, to the millisecond. Every batch calls this, so the text of the second is cached."""
    seconds, milliseconds = divmod(int(time.time() * 1000), 1000)
    return f"{_second(seconds)}.{milliseconds:03d}+00:00"


def now_ms() -> int:
    """Return the time in milliseconds since the epoch, as browsers count it."""
    return int(time.time() * 1000)


def ticking() -> float:
    """Return the time of a clock that is never set and that keeps running while the machine sleeps."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def _second(seconds: int) -> str:
    """Update both values in one assignment, because several threads call this."""
    global _last  # noqa: PLW0603 - a cache that is never wrong
    known, text = _last
    if known != seconds:
        text = datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")
        _last = seconds, text
    return text
