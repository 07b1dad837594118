"""The source of a request, as rate limits and sign-in delays count it."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

HOST_BITS: Final = 64  # the owner of an IPv6 network chooses these bits freely
UNREADABLE: Final = "no address"


def plain_address(address: str) -> IPv4Address | IPv6Address | None:
    """Return the parsed address, or None if it is not one. An IPv4 address mapped into IPv6 becomes plain IPv4."""
    try:
        found = ip_address(address)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


def network(address: str) -> str:
    """Return what one owner controls: an IPv4 address, or a whole /64 IPv6 network.

    Counting single IPv6 addresses would let a client use a new one for every request."""
    found = plain_address(address)
    if found is None:
        return UNREADABLE
    if isinstance(found, IPv6Address):
        return str(ip_network((int(found) >> HOST_BITS << HOST_BITS, HOST_BITS)))
    return str(found)


class Proxies:
    """Trusted proxies: addresses, or networks such as 10.0.0.0/8."""

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
        """Return the sender's address.

        Each proxy appends the address that connected to it, so only entries written by trusted proxies count. An
        unreadable entry is ignored, with everything before it."""
        said = [one.strip() for line in forwarded for one in line.split(",")]
        while peer in self and said:
            before = said.pop()
            if plain_address(before) is None:
                break
            peer = before
        return peer


NOBODY: Final = Proxies(())
