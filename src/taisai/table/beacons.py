"""The public beacon that a table names its rounds by: what it is known by, and when it tells which value."""

from hashlib import sha256

import msgspec


class Beacon(msgspec.Struct, frozen=True, gc=False):
    """A chain of drand, scheme bls-unchained-g1-rfc9380, by what `chain` is the hash of; all empty where a table has
    none. `named` is the newest of its rounds that this table has named."""

    chain: str = ""
    public_key: str = ""
    period_s: int = 0
    genesis_s: int = 0
    group: str = ""
    name: str = ""
    named: int = 0

    def told_s(self, number: int) -> int:
        """When a round of it is published, in seconds since 1970."""
        return self.genesis_s + (number - 1) * self.period_s

    def first_after(self, at_s: float) -> int:
        """The first round that is published at that time or later."""
        return max(1, 1 + -int((self.genesis_s - at_s) // self.period_s))


def chain_of(beacon: Beacon) -> str:
    """The hash that says which chain it is, as drand works it out."""
    told = bytes.fromhex(f"{beacon.period_s:08x}{beacon.genesis_s:016x}{beacon.public_key}{beacon.group}")
    return sha256(told + (b"" if beacon.name == "default" else beacon.name.encode())).hexdigest()


def value_of(signature: str) -> str:
    """What a round of the beacon gives to a throw; its signature was not known to anybody before."""
    return sha256(bytes.fromhex(signature)).hexdigest()
