"""What a worker is handed by its parent: the socket to listen on, and a line that says when the parent is gone."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

from taisai.server.worker_process import READY


class Handed(NamedTuple):
    """Numbers of open files; none for a process that nobody started."""

    listening_fd: int | None = None
    line_fd: int | None = None

    def listening(self) -> socket.socket | None:
        return None if self.listening_fd is None else socket.socket(fileno=self.listening_fd)

    def watch(self, is_gone: Callable[[], None]) -> None:
        """A worker without its parent would hold the port, and nobody would start it again."""
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
