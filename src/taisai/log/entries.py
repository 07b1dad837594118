"""What is logged of a journal's entry: its sealed bytes, or their hash if they are too long for a bundle."""

from hashlib import sha256
from typing import Final

from taisai.log.tiles import ENTRY_BYTES_MAX

TOO_LONG: Final = b"taisai entry by its SHA-256 "  # a body begins with a brace, so the two cannot be confused


def logged(body: bytes) -> bytes:
    return body if len(body) <= ENTRY_BYTES_MAX else TOO_LONG + sha256(body).hexdigest().encode()
