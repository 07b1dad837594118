"""Limits of one peer, and of the number of connections."""

from math import inf

from msgspec import Struct

HEAD_BYTES_MAX = 40 * 1024  # the address of a design in the lab has up to 30,000 characters
REQUEST_BYTES_MAX = 128 * 1024  # the head, a body of 64 kB, its chunks and trailers
HEADERS_MAX = 128
UNLIMITED = inf


class SocketLimits(Struct, frozen=True, kw_only=True):
    """Limits. Every frame counts as a message: a flood of pings costs as much as a flood of text.

    The last `connections_for_staff` connections are reserved for staff."""

    message_bytes_max: int = 16 * 1024
    messages_per_s: float = 50
    messages_burst: int = 100
    buffer_bytes_max: int = 256 * 1024
    ping_after_s: float = 20
    pong_within_s: float = 10
    request_within_s: float = 10
    body_within_s: float = 10
    taken_within_s: float = 30
    close_within_s: float = 2
    connections_max: float = UNLIMITED
    connections_for_staff: float = 1
    connections_per_source: float = UNLIMITED

    def __post_init__(self) -> None:
        if small := [name for name in self.__struct_fields__ if not getattr(self, name) > 0]:
            raise ValueError(f"{', '.join(small)}: must be above zero")
        if self.pong_within_s > self.ping_after_s:
            raise ValueError(f"pong_within_s {self.pong_within_s} is longer than ping_after_s {self.ping_after_s}")
