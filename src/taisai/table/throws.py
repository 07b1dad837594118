"""The throw of an electronic round, calculated from the house's seed, the terminals' contributions and a named beacon.

`docs/reference/throws.md` explains it, with test vectors."""

import hmac
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import islice
from typing import Final

from taisai.rules.multipliers import Multipliers, Struck, Weights
from taisai.rules.roll import FACES

THROW: Final = "taisai throw 1"
MULTIPLIERS: Final = "taisai multipliers 1"
WORDS: Final = 2**32
Secrets = tuple[str, tuple[str, ...], str]
"""The seed, the contributions and the beacon's value, which is empty if there is none."""
SALT: Final = b"taisai throw 1"
SEED: Final = b"taisai seed 1"
WAYS: Final = len(FACES) ** 3


def seed_before(seed: str) -> str:
    """Return the value before a seed in its chain. It was public before, and no other known seed leads to it."""
    return sha256(SEED + bytes.fromhex(seed)).hexdigest()


def throw_of(table: str, number: int, seed: str, contributions: Iterable[str] = (), beacon: str = "") -> str:
    """Return the dice. All secrets are 32 bytes in hexadecimal. The order of the contributions gives nobody a
    choice."""
    way = next(byte for byte in _drawn(THROW, table, number, (seed, tuple(contributions), beacon)) if byte < WAYS)
    return "-".join(str(FACES[way // place % len(FACES)]) for place in (36, 6, 1))


def struck_by(drawn: Multipliers, table: str, number: int, secrets: Secrets) -> Struck:
    """Return the multipliers of spots.

    They use the same secrets as the throw under a separate label: how many, then which spots, then by how much."""
    words = _words(_drawn(MULTIPLIERS, table, number, secrets))
    left = list(drawn.spots)
    spots = [left.pop(_below(len(left), words)) for _ in range(_weighed(drawn.struck, words))]
    return {spot: _weighed(drawn.times, words) for spot in spots}


def _drawn(name: str, table: str, number: int, secrets: Secrets) -> Iterator[int]:
    seed, contributions, beacon = secrets
    given = sorted(contributions)
    told = f"{name}\n{table}\n{number}\n{len(given)}\n{1 if beacon else 0}\n"
    key = hmac.digest(SALT, bytes.fromhex("".join((seed, *given, beacon))), "sha256")
    return _expanded(key, told.encode())


def _words(drawn: Iterator[int]) -> Iterator[int]:
    """Yield big-endian numbers of four bytes."""
    while four := bytes(islice(drawn, 4)):
        yield int.from_bytes(four)


def _below(many: int, words: Iterator[int]) -> int:
    """Return a uniform number below `many`. Words in the incomplete range at the top are skipped."""
    return next(word for word in words if word < WORDS // many * many) % many


def _weighed(weights: Weights, words: Iterator[int]) -> int:
    place = _below(sum(weight for _, weight in weights), words)
    for number, weight in weights:
        place -= weight
        if place < 0:
            return number
    raise AssertionError(weights)


def _expanded(key: bytes, told: bytes) -> Iterator[int]:
    """Yield HKDF-Expand (RFC 5869) with SHA-256, byte by byte."""
    block = b""
    for number in range(1, 256):
        block = hmac.digest(key, block + told + bytes([number]), "sha256")
        yield from block
