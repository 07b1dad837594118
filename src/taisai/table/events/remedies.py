"""Facts about rounds that are put right."""

from taisai.rules.vocabulary import Trouble
from taisai.table.events.parts import Award, Correction, Stake, Tagged


class RoundVoided(Tagged, frozen=True, tag="round-voided"):
    round: int
    trouble: Trouble
    clause: str
    announced: bool
    call: str
    returned: tuple[Stake, ...]
    corrections: tuple[Correction, ...] = ()


class RoundReversed(Tagged, frozen=True, tag="round-reversed"):
    round: int
    trouble: Trouble
    clause: str
    corrections: tuple[Correction, ...]
    second: str = ""


class RoundPassedOver(Tagged, frozen=True, tag="round-passed-over"):
    """Named among rounds that are void, and void already."""

    round: int
    trouble: Trouble


class RoundCorrected(Tagged, frozen=True, tag="round-corrected"):
    round: int
    old: str
    roll: str
    clause: str
    awards: tuple[Award, ...]
    corrections: tuple[Correction, ...]
    second: str = ""


class DisputeOpened(Tagged, frozen=True, tag="dispute-opened"):
    dispute: int
    seat: int
    about: int
    claim: str
    evidence: str


class DisputeDecided(Tagged, frozen=True, tag="dispute-decided"):
    dispute: int
    reason: str
    second: str
    corrections: tuple[Correction, ...]
