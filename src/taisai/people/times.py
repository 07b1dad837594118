"""How far two stamps of the house's clock are apart."""

from datetime import datetime
from typing import Final

MINUTE_S: Final = 60
HOUR_S: Final = 60 * MINUTE_S
DAY_S: Final = 24 * HOUR_S


def near(at: str, now: str, within_s: int) -> bool:
    """Whichever comes first: a clock that was set back must neither lengthen a life nor hide a failure just made."""
    return abs((datetime.fromisoformat(now) - datetime.fromisoformat(at)).total_seconds()) < within_s
