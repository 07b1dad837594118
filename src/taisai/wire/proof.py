"""The proof of a finished round's throw, for anyone."""

from taisai.rules.multipliers import Multipliers
from taisai.wire.bodies import Body


class Proof(Body, frozen=True):
    """Everything an outsider needs to check one throw. The `seed` is number `link` of the chain that ends in `end`; the
    round was `committed_at` a time to the hash of the seed, and `began_at` another. `throw` is empty for a void round;
    `struck` are the multiplied spots, by the `multipliers` of the pay table. If round `beacon` of a public beacon was
    named, `signature` is what it published, under `beacon_key`."""

    table: str
    round: int
    commitment: str
    committed_at: str
    began_at: str
    throw: str
    seed: str
    link: int
    end: str
    contributions: tuple[str, ...]
    beacon: int
    signature: str
    beacon_key: str
    beacon_chain: str
    multipliers: Multipliers
    struck: dict[str, int]
    rule: str = "docs/reference/throws.md"
