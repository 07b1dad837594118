"""What picows logs: a peer's mistakes are no errors of ours, and frames and cookies are nobody's to read."""

import logging
from typing import Any


class Quiet(logging.LoggerAdapter[logging.Logger]):
    """An adapter and not a logger, for picows makes a child of a logger for every connection."""

    def isEnabledFor(self, level: int) -> bool:  # noqa: N802
        return level >= logging.WARNING

    def log(self, level: int, msg: object, *args: object, **kwargs: Any) -> None:
        if self.isEnabledFor(level):
            self.logger.debug(msg, *args, **kwargs)
