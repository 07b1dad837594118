"""The public beacon of a table: its identity, and when it publishes which value."""

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
        """Return when the beacon publishes a round, in seconds since 1970."""
        return self.genesis_s + (number - 1) * self.period_s

    def first_after(self, at_s: float) -> int:
        """Return the first round that is published at that time or later."""
        return max(1, 1 + -int((self.genesis_s - at_s) // self.period_s))


def chain_of(beacon: Beacon) -> str:
    """Return the chain hash, as drand calculates it."""
    told = bytes.fromhex(f"{beacon.period_s:08x}{beacon.genesis_s:016x}{beacon.public_key}{beacon.group}")
    return sha256(told + (b"" if beacon.name == "default" else beacon.name.encode())).hexdigest()


def value_of(signature: str) -> str:
    """Return a beacon round's value for a throw. Nobody knew its signature before."""
    return sha256(bytes.fromhex(signature)).hexdigest()
