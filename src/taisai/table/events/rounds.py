"""Facts about the dice and the settlement of a round."""

from taisai.table.events.parts import Award, Correction, Tagged


class RoundBegun(Tagged, frozen=True, tag="round-begun"):
    round: int
    paytable: str
    fingerprint: str


class DiceTumbled(Tagged, frozen=True, tag="dice-tumbled"):
    round: int
    times: int


class RollCommitted(Tagged, frozen=True, tag="roll-committed"):
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
    """Losing stakes leave the layout, and refused parts go back; `winners`, by area, wait to be paid."""

    round: int
    roll: str
    lost: tuple[Award, ...]
    winners: dict[str, tuple[Award, ...]]
    overflow: int


class AreaPaid(Tagged, frozen=True, tag="area-paid"):
    round: int
    area: str
    awards: tuple[Award, ...]


class RoundSettled(Tagged, frozen=True, tag="round-settled"):
    round: int
    roll: str
