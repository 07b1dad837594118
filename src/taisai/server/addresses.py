"""Where a request comes from, as limits and waits count it."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

HOST_BITS: Final = 64  # of an IPv6 address are its owner's to choose
UNREADABLE: Final = "no address"
LOOPBACK: Final = ("127.0.0.1", "::1")


def plain_address(address: str) -> IPv4Address | IPv6Address | None:
    """An IPv4 address as one, however it is written; None for what is no address."""
    try:
        found = ip_address(address)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


def network(address: str) -> str:
    """What one owner has: an IPv4 address, or a whole IPv6 network, for else every request could have its own."""
    found = plain_address(address)
    if found is None:
        return UNREADABLE
    if isinstance(found, IPv6Address):
        return str(ip_network((int(found) >> HOST_BITS << HOST_BITS, HOST_BITS)))
    return str(found)


class Proxies:
    """Those whose word about a sender is believed: addresses, or networks such as 10.0.0.0/8."""

    def __init__(self, trusted: Iterable[str]) -> None:
        self._networks = tuple(ip_network(one, strict=False) for one in trusted)
        self._trusts = lru_cache(maxsize=4096)(self._looked_up)

    def __bool__(self) -> bool:
        return bool(self._networks)

    def __contains__(self, address: str) -> bool:
        return self._trusts(address)

    def _looked_up(self, address: str) -> bool:
        found = plain_address(address)
        return found is not None and any(found in one for one in self._networks)

    def sender(self, peer: str, forwarded: Iterable[str]) -> str:
        """Each proxy writes behind those before it whom it heard: only what trusted ones wrote counts. What cannot be
        read is as if the proxy had said nothing."""
        said = [one.strip() for line in forwarded for one in line.split(",")]
        while peer in self and said:
            before = said.pop()
            if plain_address(before) is None:
                break
            peer = before
        return peer


NOBODY: Final = Proxies(())
