"""Events about the dice and the settlement of a round."""

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
    """A chain of `length` seeds for the next rounds. Each seed hashes to the one before, the first to `end`."""

    end: str
    length: int


class SeedCommitted(Tagged, frozen=True, tag="seed-committed"):
    """Recorded before a round begins. `commitment` is the hash of its seed; `link` is the seed's place in the chain."""

    round: int
    link: int
    commitment: str
    kept: str


class ContributionGiven(Tagged, frozen=True, tag="contribution-given"):
    """A terminal's contribution to the throw."""

    round: int
    seat: int
    contribution: str


class SeedRevealed(Tagged, frozen=True, tag="seed-revealed"):
    """`throw` is the dice in the order in which they fell, from the seed and all `contributions` in ascending order:
    this entry is enough to calculate it. It is empty for a round without a roll. If a `beacon` round was named, the
    throw also uses the hash of its `signature`."""

    round: int
    seed: str
    throw: str
    contributions: tuple[str, ...]
    beacon: int = 0
    signature: str = ""


class MultipliersDrawn(Tagged, frozen=True, tag="multipliers-drawn"):
    """The multipliers of the struck spots. They follow from the entry that reveals the seed."""

    round: int
    struck: dict[str, int]


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
    """Undone while winners were being paid: collected and paid stakes are on the layout again, `restored` in total, and
    payments are taken back."""

    round: int
    restored: int
    corrections: tuple[Correction, ...]


class LosersCollected(Tagged, frozen=True, tag="losers-collected"):
    """Losing stakes leave the layout and refused parts go back. `winners`, by area, are due for payment. `chips` are
    those of all losing stakes together, which go to the float. If they are unset and chips are counted, `chips-moved`
    follows."""

    round: int
    roll: str
    lost: tuple[Award, ...]
    winners: dict[str, tuple[Award, ...]]
    overflow: int
    chips: Pile | msgspec.UnsetType = msgspec.UNSET


class AreaPaid(Tagged, frozen=True, tag="area-paid"):
    """`chips` are what the float pays for each award in addition to the stake, whose own chips go back to the rack. If
    a stake comes back only in part, its chips go to the float. If `chips` are unset and chips are counted,
    `chips-moved` follows."""

    round: int
    area: str
    awards: tuple[Award, ...]
    chips: tuple[Pile, ...] | msgspec.UnsetType = msgspec.UNSET


class RoundSettled(Tagged, frozen=True, tag="round-settled"):
    round: int
    roll: str
