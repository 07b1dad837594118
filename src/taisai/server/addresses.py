"""Where a request comes from, as limits and waits count it."""

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

HOST_BITS: Final = 64  # of an IPv6 address are its owner's to choose


def network(address: str) -> str:
    """What one owner has: an IPv4 address, or a whole IPv6 network, for else every request could have its own."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found) >> HOST_BITS << HOST_BITS, HOST_BITS)))
