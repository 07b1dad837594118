"""The one place that asks what time it is."""

import time
from datetime import UTC, datetime


def now() -> str:
    return datetime.fromtimestamp(time.time(), UTC).isoformat(timespec="milliseconds")
