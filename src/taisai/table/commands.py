"""Everything that can be asked of a table. A stake is in minor units; a stack is chips from the bottom up."""

import msgspec

from taisai.rules.vocabulary import Trouble
from taisai.table.events import Award
from taisai.table.limits import LimitRule


class _Command(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    pass


class RecordCheck(_Command, frozen=True, tag="record-check"):
    """One of the checks that the rulebook asks for before opening."""

    check: str


class RunTest(_Command, frozen=True, tag="run-test"):
    """`lit`: what the equipment lit for each of the 56 rolls."""

    lit: dict[str, tuple[str, ...]]
    check: str = ""


class OpenTable(_Command, frozen=True, tag="open-table"):
    opening_float: int = 0


class CloseTable(_Command, frozen=True, tag="close-table"):
    pass


class ChangeLimits(_Command, frozen=True, tag="change-limits"):
    limits: tuple[LimitRule, ...]


class BuyIn(_Command, frozen=True, tag="buy-in"):
    """`voucher` is a number as its holder says it, and by its digest once the house has looked it up;
    `issued_elsewhere`: the house vouches that another table issued it for that amount."""

    seat: int
    amount: int = 0
    voucher: str = ""
    issued_elsewhere: bool = False


class CashOut(_Command, frozen=True, tag="cash-out"):
    """`voucher` is its number, which the house makes where none is said; of it only a digest reaches the table,
    with its `ending` and the time when it `expires`."""

    seat: int
    voucher: str = ""
    ending: str = ""
    expires: str = ""


class ChangeCash(_Command, frozen=True, tag="change-cash"):
    seat: int
    chips: tuple[int, ...]


class AssignColour(_Command, frozen=True, tag="assign-colour"):
    seat: int
    colour: str
    value: int


class ColourUp(_Command, frozen=True, tag="colour-up"):
    seat: int
    given: tuple[int, ...]
    received: tuple[int, ...]


class FillFloat(_Command, frozen=True, tag="fill-float"):
    chips: tuple[int, ...]


class CreditFloat(_Command, frozen=True, tag="credit-float"):
    chips: tuple[int, ...]


class TumbleDice(_Command, frozen=True, tag="tumble-dice"):
    times: int


class OpenBets(_Command, frozen=True, tag="open-bets"):
    pass


class PlaceWager(_Command, frozen=True, tag="place-wager"):
    seat: int
    spot: str
    stake: int
    stack: tuple[int, ...] = ()


class MoveWager(_Command, frozen=True, tag="move-wager"):
    seat: int
    spot: str
    to: str
    stake: int


class WithdrawWager(_Command, frozen=True, tag="withdraw-wager"):
    seat: int
    spot: str
    stake: int


class CommitRoll(_Command, frozen=True, tag="commit-roll"):
    """The electronic tumbler binds itself to a throw. `kept` is the secret, readable by the house alone."""

    commitment: str
    kept: str = ""


class OpenCommitment(_Command, frozen=True, tag="open-commitment"):
    """The secret told, so that anyone can check the commitment; `throw` is the dice as they fell."""

    number: int
    throw: str
    nonce: str


class CloseBets(_Command, frozen=True, tag="close-bets"):
    pass


class RecordUnnoticed(_Command, frozen=True, tag="record-unnoticed"):
    """A wager that lay on the layout at closing and that nobody had noticed; `stack` as it lies."""

    seat: int
    spot: str
    stake: int


class RevealDice(_Command, frozen=True, tag="reveal-dice"):
    flat: bool = True


class PressButton(_Command, frozen=True, tag="press-button"):
    face: int


class EnterRoll(_Command, frozen=True, tag="enter-roll"):
    pass


class AmendEntry(_Command, frozen=True, tag="amend-entry"):
    roll: str


class CollectLosers(_Command, frozen=True, tag="collect-losers"):
    pass


class PayArea(_Command, frozen=True, tag="pay-area"):
    """`area` empty pays all that are left."""

    area: str = ""


class VoidRound(_Command, frozen=True, tag="void-round"):
    trouble: Trouble
    announced: bool = True


class PastRound(msgspec.Struct, frozen=True):
    """How a round was settled, looked up by the house where the table no longer keeps it."""

    number: int
    roll: str
    awards: tuple[Award, ...]


class ReverseRounds(_Command, frozen=True, tag="reverse-rounds"):
    """Settled rounds that damaged dice affected."""

    rounds: tuple[int, ...]
    past: tuple[PastRound, ...] = ()


class CorrectRound(_Command, frozen=True, tag="correct-round"):
    """A round that a wrong entry settled, to be settled by what the dice showed."""

    number: int
    roll: str
    past: tuple[PastRound, ...] = ()


class MoveWagerBack(_Command, frozen=True, tag="move-wager-back"):
    seat: int
    spot: str
    to: str
    stake: int
    cause: str


class ReportTrouble(_Command, frozen=True, tag="report-trouble"):
    """Equipment: a malfunction, or a layout that lit wrongly."""

    trouble: Trouble
    note: str = ""


class ClearTrouble(_Command, frozen=True, tag="clear-trouble"):
    procedure: str


class Resume(_Command, frozen=True, tag="resume"):
    """After an interruption; `roll` is what the dice show, empty where no outcome was established."""

    roll: str = ""


class ReportTerminal(_Command, frozen=True, tag="report-terminal"):
    seat: int
    unregistered: dict[str, int] = {}


class LeaveSeat(_Command, frozen=True, tag="leave-seat"):
    seat: int


class LockSeat(_Command, frozen=True, tag="lock-seat"):
    """Nothing more is wagered or cashed out there until staff release it; `amount` is what they pay by hand."""

    seat: int
    cause: str
    amount: int = 0


class ReleaseSeat(_Command, frozen=True, tag="release-seat"):
    """`paid` is what staff gave by hand: it leaves the credit."""

    seat: int
    procedure: str
    paid: int = 0


class LimitLoss(_Command, frozen=True, tag="limit-loss"):
    """A player's own choice, which can be made stricter but not looser until they cash out."""

    seat: int
    amount: int


class OpenDispute(_Command, frozen=True, tag="open-dispute"):
    """`evidence` names the journal's head, so that what was known then stays known."""

    seat: int
    about: int
    claim: str
    evidence: str = ""


class DecideDispute(_Command, frozen=True, tag="decide-dispute"):
    """`amount` goes to the player, or comes from them if below 0; `seat` says whose where the dispute does not."""

    dispute: int
    reason: str
    amount: int = 0
    seat: int = 0


Command = (
    RecordCheck | RunTest | OpenTable | CloseTable | ChangeLimits
    | BuyIn | CashOut | ChangeCash | AssignColour | ColourUp | FillFloat | CreditFloat
    | TumbleDice | OpenBets | PlaceWager | MoveWager | WithdrawWager | CloseBets | RecordUnnoticed
    | CommitRoll | OpenCommitment | RevealDice | PressButton | EnterRoll | AmendEntry | CollectLosers | PayArea
    | VoidRound | ReverseRounds | CorrectRound | MoveWagerBack | ReportTrouble | ClearTrouble | Resume
    | ReportTerminal | LeaveSeat | LockSeat | ReleaseSeat | LimitLoss | OpenDispute | DecideDispute
)  # fmt: skip
