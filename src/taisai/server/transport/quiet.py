"""What picows and uvicorn log: a client's mistakes are not our errors, and frames and cookies stay out of logs."""

import logging
import time
from collections.abc import Callable
from typing import Any, Final

MINUTE_S: Final = 60


class Quiet(logging.LoggerAdapter[logging.Logger]):
    """An adapter rather than a logger, because picows creates a child logger for every connection."""

    def isEnabledFor(self, level: int) -> bool:  # noqa: N802
        return level >= logging.WARNING

    def log(self, level: int, msg: object, *args: object, **kwargs: Any) -> None:
        if self.isEnabledFor(level):
            self.logger.debug(msg, *args, **kwargs)


class OnceAMinute(logging.Filter):
    """Passes one warning a minute.

    Anyone can make uvicorn warn at will, and a flood of bad requests must not fill the disk.
    Records above warning level come from us and always pass."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._until_s = 0.0
        self._untold = 0

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno != logging.WARNING:
            return True
        now_s = self._clock()
        if now_s < self._until_s:
            self._untold += 1
            return False
        if self._untold:
            record.msg, record.args = f"{record.getMessage()} ({self._untold} more since the last time)", ()
        self._until_s, self._untold = now_s + MINUTE_S, 0
        return True


def told_once_a_minute(name: str) -> None:
    """Add the filter, replacing an earlier one: each server in a process counts for itself."""
    logger = logging.getLogger(name)
    for known in [one for one in logger.filters if isinstance(one, OnceAMinute)]:
        logger.removeFilter(known)
    logger.addFilter(OnceAMinute())
