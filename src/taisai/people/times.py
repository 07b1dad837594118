"""How far two stamps of the house's clock are apart."""

from datetime import UTC, datetime, timedelta
from typing import Final

MINUTE_S: Final = 60
HOUR_S: Final = 60 * MINUTE_S
DAY_S: Final = 24 * HOUR_S


def near(at: str, now: str, within_s: int) -> bool:
    """Whichever comes first: a clock that was set back must neither lengthen a life nor hide a failure just made."""
    return abs(_apart_s(at, now)) < within_s


def recent(at: str, now: str, within_s: int) -> bool:
    """A time that is yet to come counts too: setting the clock back never makes an act look old."""
    return _apart_s(at, now) < within_s


def until(at: str, lasts_s: int) -> str:
    """When something that began then is over, for people to read."""
    over = datetime.fromisoformat(at) + timedelta(seconds=lasts_s)
    return f"{over.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def _apart_s(at: str, now: str) -> float:
    return (datetime.fromisoformat(now) - datetime.fromisoformat(at)).total_seconds()
