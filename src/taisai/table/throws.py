"""The throw of an electronic round, worked out of the house's seed, what terminals gave, and a beacon if one is named.

`docs/reference/throws.md` has it in words, with test vectors."""

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
"""The seed, the contributions and the value of the beacon, empty where there is none."""
SALT: Final = b"taisai throw 1"
SEED: Final = b"taisai seed 1"
WAYS: Final = len(FACES) ** 3


def seed_before(seed: str) -> str:
    """What stands before a seed in its chain: it was public before, and no other seed leads there."""
    return sha256(SEED + bytes.fromhex(seed)).hexdigest()


def throw_of(table: str, number: int, seed: str, contributions: Iterable[str] = (), beacon: str = "") -> str:
    """The dice as they fall. All secrets are 32 bytes in hexadecimal; in which order terminals gave theirs is nothing
    that anybody could choose by."""
    way = next(byte for byte in _drawn(THROW, table, number, (seed, tuple(contributions), beacon)) if byte < WAYS)
    return "-".join(str(FACES[way // place % len(FACES)]) for place in (36, 6, 1))


def struck_by(drawn: Multipliers, table: str, number: int, secrets: Secrets) -> Struck:
    """By what the winnings of spots are multiplied, from the same secrets as the throw under a name of their own: how
    many, then which, then by what, each drawn as often as chance has it."""
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
    """Numbers of four bytes, the first of which counts most."""
    while four := bytes(islice(drawn, 4)):
        yield int.from_bytes(four)


def _below(many: int, words: Iterator[int]) -> int:
    """One of so many numbers from 0 on, each as likely as another: what is left over at the top is passed over."""
    return next(word for word in words if word < WORDS // many * many) % many


def _weighed(weights: Weights, words: Iterator[int]) -> int:
    place = _below(sum(weight for _, weight in weights), words)
    for number, weight in weights:
        place -= weight
        if place < 0:
            return number
    raise AssertionError(weights)


def _expanded(key: bytes, told: bytes) -> Iterator[int]:
    """The second half of HKDF (RFC 5869) with SHA-256, as far as it is asked for."""
    block = b""
    for number in range(1, 256):
        block = hmac.digest(key, block + told + bytes([number]), "sha256")
        yield from block
