"""Facts about the dice and the settlement of a round."""

import msgspec

from taisai.table.events.chips import Pile
from taisai.table.events.parts import Award, Correction, Tagged


class RoundBegun(Tagged, frozen=True, tag="round-begun"):
    round: int
    paytable: str
    fingerprint: str


class DiceTumbled(Tagged, frozen=True, tag="dice-tumbled"):
    round: int
    times: int


class SeedsChained(Tagged, frozen=True, tag="seeds-chained"):
    """Seeds of the next rounds, `length` of them, each of which hashes to the one before and the first to `end`."""

    end: str
    length: int


class SeedCommitted(Tagged, frozen=True, tag="seed-committed"):
    """Before a round begins. `commitment` is what its seed hashes to; `link` is the seed's place in its chain."""

    round: int
    link: int
    commitment: str
    kept: str


class ContributionGiven(Tagged, frozen=True, tag="contribution-given"):
    """What a terminal gives to the throw."""

    round: int
    seat: int
    contribution: str


class SeedRevealed(Tagged, frozen=True, tag="seed-revealed"):
    """`throw` is the dice as they fall by the seed and all `contributions`, in ascending order: this entry alone lets
    anybody work it out. It is empty for a round without a roll. Where a round of the `beacon` was named the throw takes
    in the hash of its `signature` too."""

    round: int
    seed: str
    throw: str
    contributions: tuple[str, ...]
    beacon: int = 0
    signature: str = ""


class MultipliersDrawn(Tagged, frozen=True, tag="multipliers-drawn"):
    """By what winnings of the spots that are struck are multiplied. It follows from what the seed's entry tells."""

    round: int
    struck: dict[str, int]


class RollCommitted(Tagged, frozen=True, tag="roll-committed"):
    """In journals of before there were seeds, as is what opens it."""

    round: int
    commitment: str
    kept: str


class CommitmentOpened(Tagged, frozen=True, tag="commitment-opened"):
    round: int
    throw: str
    nonce: str


class DiceRevealed(Tagged, frozen=True, tag="dice-revealed"):
    round: int


class ButtonPressed(Tagged, frozen=True, tag="button-pressed"):
    round: int
    face: int


class RollEntered(Tagged, frozen=True, tag="roll-entered"):
    round: int
    roll: str
    call: str
    lit: tuple[str, ...]


class EntryAmended(Tagged, frozen=True, tag="entry-amended"):
    round: int
    old: str
    roll: str
    call: str
    lit: tuple[str, ...]
    clause: str


class SettlementUndone(Tagged, frozen=True, tag="settlement-undone"):
    """While winners are being paid: stakes that were collected or paid out lie on the layout again, `restored` in all,
    and what was paid is taken back."""

    round: int
    restored: int
    corrections: tuple[Correction, ...]


class LosersCollected(Tagged, frozen=True, tag="losers-collected"):
    """Losing stakes leave the layout, and refused parts go back; `winners`, by area, wait to be paid. `chips` are those
    of all losing stakes together, which go to the float; where they are not told, `chips-moved` follows if chips were
    counted."""

    round: int
    roll: str
    lost: tuple[Award, ...]
    winners: dict[str, tuple[Award, ...]]
    overflow: int
    chips: Pile | msgspec.UnsetType = msgspec.UNSET


class AreaPaid(Tagged, frozen=True, tag="area-paid"):
    """`chips` are what the float pays for each of the awards beside its stake, whose own chips go back to the rack; of
    a stake that comes back in part they go to the float. Where they are not told, the same holds as for losers."""

    round: int
    area: str
    awards: tuple[Award, ...]
    chips: tuple[Pile, ...] | msgspec.UnsetType = msgspec.UNSET


class RoundSettled(Tagged, frozen=True, tag="round-settled"):
    round: int
    roll: str
