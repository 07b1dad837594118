"""Packets between two nodes over the bus: encrypted with the house's key, and numbered so that losses are noticed."""

import asyncio
import logging
import os
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Final, Protocol

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from taisai.server.nodes import items as i
from taisai.server.transport.quiet import told_once_a_minute

NONCE_BYTES: Final = 12
PACKET_BYTES_MOST: Final = 512 * 1024  # NATS accepts twice as much
HEARD_S: Final = 2.0
PURPOSE: Final = b"taisai packet 1"

log = logging.getLogger(__name__)
_encode = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(i.Packet)

Hearing = Callable[[str, i.Any], None]
"""Called with the sender and the message."""


class Sending(Protocol):
    def send(self, address: str, packet: bytes) -> None: ...


class Post:
    """The post of one node. `missed` is called with a node whose packet was lost."""

    def __init__(self, address: str, secret: bytes, hearing: Hearing, missed: Callable[[str], None]) -> None:
        told_once_a_minute(__name__)  # anyone who reaches the bus can send what is not ours
        self._address, self._hearing, self._missed = address, hearing, missed
        self._cipher = AESGCM(sha256(b"taisai post " + secret).digest())
        self.bus: Sending | None = None
        self._waiting: dict[str, list[i.Any]] = {}
        self._sent: dict[str, int] = {}
        self._arrived: dict[str, int] = {}
        self._heard_s: dict[str, float] = {}
        self._is_due = False

    def say(self, to: str, item: i.Any) -> None:
        self._waiting.setdefault(to, []).append(item)
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._send_all)

    def tell(self, to: str, link: int, message: bytes) -> None:
        """Send to one socket. The same message to many sockets of a node is sent once."""
        waiting = self._waiting.get(to)
        last = waiting[-1] if waiting else None
        if isinstance(last, i.Tell) and last.message is message:
            last.links.append(link)
        else:
            self.say(to, i.Tell([link], message))

    def hears(self, address: str) -> bool:
        return time.monotonic() - self._heard_s.get(address, -HEARD_S) < HEARD_S

    def forget(self, address: str) -> None:
        """Forget a process that is silent. Its packets keep their numbers: it may only have been cut off, and neither
        side may take new packets for old ones or old ones for new."""
        self._waiting.pop(address, None)
        self._heard_s.pop(address, None)

    def known(self) -> list[str]:
        return list(self._heard_s)

    def arrived(self, sealed: bytes) -> None:
        """Decode a packet. Packets without the house's key, for another node, or repeated are ignored."""
        try:
            plain = self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], PURPOSE)
            packet = _decoder.decode(plain)
        except (InvalidTag, ValueError, msgspec.DecodeError):
            log.warning("a packet on the bus is not from this house")
            return
        expected = self._arrived.get(packet.sender, 0) + 1
        if packet.to == self._address and packet.number >= expected:
            self._take(packet, is_next=packet.number == expected)

    def _take(self, packet: i.Packet, *, is_next: bool) -> None:
        self._arrived[packet.sender] = packet.number
        self._heard_s[packet.sender] = time.monotonic()
        if not is_next:
            self.say(packet.sender, i.Lost())
            self._missed(packet.sender)
        for item in packet.items:
            try:
                self._hearing(packet.sender, item)
            except Exception:
                log.exception("a message from another node could not be processed")

    def _send_all(self) -> None:
        self._is_due = False
        waiting, self._waiting = self._waiting, {}
        for to, said in waiting.items():
            begin, size = 0, 0
            for place, item in enumerate(said):
                size += _size(item)
                if size > PACKET_BYTES_MOST and place > begin:
                    self._send(to, said[begin:place])
                    begin, size = place, _size(item)
            self._send(to, said[begin:])

    def _send(self, to: str, said: list[i.Any]) -> None:
        number = self._sent[to] = self._sent.get(to, 0) + 1
        nonce = os.urandom(NONCE_BYTES)
        plain = _encode(i.Packet(self._address, to, number, said))
        assert self.bus is not None, "nothing is said before the bus is there"
        self.bus.send(to, nonce + self._cipher.encrypt(nonce, plain, PURPOSE))


def _size(item: i.Any) -> int:
    match item:
        case i.Tell(links, message):
            return len(message) + 5 * len(links)
        case i.Say(message=message) | i.Open(join=message) | i.Ask(body=message) | i.Part(body=message):
            return len(message) + 1024
        case i.Beat(heads):
            return 64 + 128 * len(heads)
    return 64
