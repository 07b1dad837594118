"""Events about corrected rounds."""

from taisai.rules.vocabulary import Trouble
from taisai.table.events.parts import Award, Correction, Stake, Tagged


class RoundVoided(Tagged, frozen=True, tag="round-voided"):
    """`returned` went back from the layout; `corrections` reversed collections and payments; `staked` is the total."""

    round: int
    trouble: Trouble
    clause: str
    announced: bool
    call: str
    returned: tuple[Stake, ...]
    corrections: tuple[Correction, ...]
    staked: int


class RoundReversed(Tagged, frozen=True, tag="round-reversed"):
    round: int
    trouble: Trouble
    clause: str
    corrections: tuple[Correction, ...]
    second: str = ""


class RoundPassedOver(Tagged, frozen=True, tag="round-passed-over"):
    """Listed among void rounds, but already void."""

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
