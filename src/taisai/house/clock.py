"""The one place that asks what time it is."""

import time
from datetime import UTC, datetime

_last = -1, ""


def now() -> str:
    """In milliseconds. Every batch asks: the second is written out once."""
    seconds, milliseconds = divmod(int(time.time() * 1000), 1000)
    return f"{_second(seconds)}.{milliseconds:03d}+00:00"


def now_ms() -> int:
    """As browsers count it."""
    return int(time.time() * 1000)


def _second(seconds: int) -> str:
    """Both in one assignment, for several threads ask."""
    global _last  # noqa: PLW0603 - it says nothing that is not so
    known, text = _last
    if known != seconds:
        text = datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")
        _last = seconds, text
    return text
