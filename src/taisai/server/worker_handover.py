"""What a worker inherits from its parent: the listening socket, and a line that shows when the parent is gone."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

from taisai.server.worker_process import READY


class Handed(NamedTuple):
    """File descriptors; none for a process without a parent."""

    listening_fd: int | None = None
    line_fd: int | None = None

    def listening(self) -> socket.socket | None:
        return None if self.listening_fd is None else socket.socket(fileno=self.listening_fd)

    def watch(self, is_gone: Callable[[], None]) -> None:
        """Call `is_gone` when the parent ends.

        A worker without its parent would hold the port, and nobody would restart it."""
        if self.line_fd is not None:
            asyncio.get_running_loop().add_reader(self.line_fd, self._read, is_gone)

    def tell_ready(self) -> None:
        if self.line_fd is not None:
            with suppress(OSError), socket.socket(fileno=socket.dup(self.line_fd)) as line:
                line.sendall(READY)

    def _read(self, is_gone: Callable[[], None]) -> None:
        assert self.line_fd is not None
        asyncio.get_running_loop().remove_reader(self.line_fd)
        is_gone()


ALONE: Final = Handed()
