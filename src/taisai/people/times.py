"""Distance between two timestamps of the house."""

from datetime import UTC, datetime, timedelta
from typing import Final

MINUTE_S: Final = 60
HOUR_S: Final = 60 * MINUTE_S
DAY_S: Final = 24 * HOUR_S


def near(at: str, now: str, within_s: int) -> bool:
    """Return whether two times are near, in either order.

    Setting the clock back must not extend a lifetime or hide a recent failure."""
    return abs(_apart_s(at, now)) < within_s


def recent(at: str, now: str, within_s: int) -> bool:
    """Return whether a time is recent.

    A future time counts, too, so setting the clock back never makes an act look old."""
    return _apart_s(at, now) < within_s


def until(at: str, lasts_s: int) -> str:
    """Return, for people to read, when something that began at `at` is over."""
    over = datetime.fromisoformat(at) + timedelta(seconds=lasts_s)
    return f"{over.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def _apart_s(at: str, now: str) -> float:
    return (datetime.fromisoformat(now) - datetime.fromisoformat(at)).total_seconds()
