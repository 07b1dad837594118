"""What anybody may ask about the throw of a round that is over."""

from taisai.rules.multipliers import Multipliers
from taisai.wire.bodies import Body


class Proof(Body, frozen=True):
    """What an outsider needs to check one throw. The `seed` is number `link` of the chain that ends in `end`; it was
    `committed_at` a time by what it hashes to, and the round `began_at` another. `throw` is empty for a round that was
    void; `struck` is what was multiplied, by the `multipliers` of the pay table. Where round `beacon` of a public
    beacon was named, `signature` is what that published, by `beacon_key`. Rounds of before there were seeds have a
    `nonce` instead, and their commitment is the SHA-256 of 'taisai throw TABLE ROUND THROW NONCE'."""

    table: str
    round: int
    commitment: str
    committed_at: str
    began_at: str
    throw: str
    nonce: str
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
