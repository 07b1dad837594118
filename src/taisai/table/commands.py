"""All commands to a table. Stakes are in minor units; a stack lists chips from the bottom up."""

from typing import Annotated

import msgspec

from taisai.rules.vocabulary import Trouble
from taisai.table.box_commands import ApproveSoftCount, ConfirmSoftCount, EnterSoftCount, ExchangeBox
from taisai.table.chip_commands import ApproveCount, BringChips, CountFloat, NoteDuty, Payout, WriteOffColour
from taisai.table.command_parts import (
    ITEMS_MOST,
    LIMITS_MOST,
    Number,
    Numbers,
    Pile,
    Secret,
    Text,
    Word,
)
from taisai.table.command_parts import Command as _Command
from taisai.table.events import Award
from taisai.table.limits import LimitRule
from taisai.table.own_limit_commands import (
    EndBreak,
    EndPlay,
    LiftLimit,
    LimitLoss,
    LimitStake,
    LimitTime,
    LoosenLimit,
    TakeBreak,
)
from taisai.table.own_limits import Carried
from taisai.table.seed_commands import ChainSeeds, ChooseBeacon, CommitSeed, NameBeacon, RevealSeed
from taisai.table.slip_commands import CarrySlip, PrepareSlip, ReceiveSlip, RequestSlip, VoidSlip
from taisai.table.tip_commands import GiveTip, TakeTips

__all__ = [
    "AmendEntry", "ApproveCount", "ApproveSoftCount", "AssignColour", "AssignPost", "BringChips", "BuyIn",
    "CancelVoucher", "CarrySlip",
    "CashOut", "ChainSeeds", "ChangeCash", "ChangeLimits", "ChooseBeacon", "ClearTrouble", "CloseBets", "CloseTable",
    "CollectLosers", "CollectVoucher", "ColourUp", "Command", "CommitSeed", "ConfirmSoftCount", "CorrectRound",
    "CountFloat",
    "DecideDispute", "EndBreak", "EndPlay", "EnterRoll", "EnterSoftCount", "ExchangeBox", "GiveTip", "JudgeLine",
    "JudgeTest", "LeaveSeat", "LiftLimit",
    "LimitLoss", "LimitStake", "LimitTime", "LockSeat", "LoosenLimit", "MendTerminal", "MoveWager", "MoveWagerBack",
    "NameBeacon", "NoteDuty", "NoteRedeemed", "OpenBets", "OpenDispute", "OpenTable", "PastRound",
    "PayArea", "PayOwed", "Payout", "PlaceWager", "PrepareSlip", "PressButton", "ReceiveSlip", "RecordCheck",
    "RecordMoved", "RecordUnnoticed", "ReleaseSeat", "ReportTerminal", "ReportTrouble", "RequestSlip", "Resume",
    "RevealDice", "RevealSeed", "ReverseRounds", "StopTable", "TakeBreak", "TakeTips", "TumbleDice", "VoidRound",
    "VoidSlip",
    "WithdrawWager", "WriteOffColour",
]  # fmt: skip


class RecordCheck(_Command, frozen=True, tag="record-check"):
    """One of the rulebook's checks before opening. `why` is the reason if it failed."""

    check: Word
    passed: bool = True
    why: Text = ""


class JudgeTest(_Command, frozen=True, tag="judge-test"):
    """A supervisor's verdict on the lights of a test roll. `why` says what was wrong."""

    right: bool
    why: Text = ""


class OpenTable(_Command, frozen=True, tag="open-table"):
    """At a table with chips, the float must be counted first."""


class CloseTable(_Command, frozen=True, tag="close-table"):
    pass


class ChangeLimits(_Command, frozen=True, tag="change-limits"):
    limits: Annotated[tuple[LimitRule, ...], msgspec.Meta(max_length=LIMITS_MOST)]


class BuyIn(_Command, frozen=True, tag="buy-in"):
    """`voucher` is the number that the holder types; the house replaces it by its digest. `issued_elsewhere`: the house
    confirms that another table issued it for this amount. `carried` are the player's own limits from there."""

    seat: Number
    amount: Number = 0
    voucher: Word = ""
    issued_elsewhere: bool = False
    carried: Carried | None = None


class CashOut(_Command, frozen=True, tag="cash-out"):
    """`voucher` is its number, which the house creates if it is empty. The table gets only the digest, its `ending` and
    the time when it `expires`."""

    seat: Number
    voucher: Word = ""
    ending: Word = ""
    expires: Word = ""


class CollectVoucher(_Command, frozen=True, tag="collect-voucher"):
    """The player took the voucher from the printer. Only now the seat's meter moves."""

    seat: Number
    ending: Word


class CancelVoucher(_Command, frozen=True, tag="cancel-voucher"):
    """The voucher was not printed: nobody can redeem it, and the amount returns to the credit. `procedure` says what
    was found and done."""

    seat: Number
    ending: Word
    procedure: Text


class NoteRedeemed(_Command, frozen=True, tag="note-redeemed"):
    """Only for the house: another table redeemed this table's voucher, named by its digest."""

    voucher: Word


class ChangeCash(_Command, frozen=True, tag="change-cash"):
    seat: Number
    chips: Numbers


class AssignColour(_Command, frozen=True, tag="assign-colour"):
    seat: Number
    colour: Word
    value: Number


class ColourUp(_Command, frozen=True, tag="colour-up"):
    """Value chips one by one, and the number of chips of the seat's own colour."""

    seat: Number
    given: Numbers
    received: Numbers
    colour_given: Number = 0
    colour_received: Number = 0


class TumbleDice(_Command, frozen=True, tag="tumble-dice"):
    times: Number


class OpenBets(_Command, frozen=True, tag="open-bets"):
    pass


class PlaceWager(_Command, frozen=True, tag="place-wager"):
    """`asked_by`: who asked staff to place it; the seat's player by default. `contribution`: the terminal's secret for
    the throw, once a round, at an electronic table."""

    seat: Number
    spot: Word
    stake: Number
    stack: Numbers = ()
    asked_by: Word = ""
    contribution: Secret = ""


class MoveWager(_Command, frozen=True, tag="move-wager"):
    """`reason` is required if staff move a wager that staff placed."""

    seat: Number
    spot: Word
    to: Word
    stake: Number
    reason: Text = ""


class WithdrawWager(_Command, frozen=True, tag="withdraw-wager"):
    seat: Number
    spot: Word
    stake: Number
    reason: Text = ""


class CloseBets(_Command, frozen=True, tag="close-bets"):
    pass


class RecordUnnoticed(_Command, frozen=True, tag="record-unnoticed"):
    """A wager that lay unnoticed on the layout at closing. Only its value counts now, not how the chips are stacked."""

    seat: Number
    spot: Word
    stake: Number


class RevealDice(_Command, frozen=True, tag="reveal-dice"):
    flat: bool = True


class PressButton(_Command, frozen=True, tag="press-button"):
    face: Number


class EnterRoll(_Command, frozen=True, tag="enter-roll"):
    pass


class AmendEntry(_Command, frozen=True, tag="amend-entry"):
    """`keys` are the three numbers pressed on the entry terminal."""

    keys: Numbers


class CollectLosers(_Command, frozen=True, tag="collect-losers"):
    pass


class PayArea(_Command, frozen=True, tag="pay-area"):
    """An empty `area` pays all that are left. A payout that `payouts` does not name is in the fewest chips."""

    area: Word = ""
    payouts: Annotated[tuple[Payout, ...], msgspec.Meta(max_length=ITEMS_MOST)] = ()


class VoidRound(_Command, frozen=True, tag="void-round"):
    trouble: Trouble
    announced: bool = True


class PastRound(msgspec.Struct, frozen=True):
    """How a round was settled. The house looks it up if the table no longer keeps it."""

    number: Number
    roll: Word
    awards: tuple[Award, ...]
    void: bool = False


class ReverseRounds(_Command, frozen=True, tag="reverse-rounds"):
    """The rounds with damaged dice, settled or not."""

    rounds: Numbers
    past: tuple[PastRound, ...] = ()


class CorrectRound(_Command, frozen=True, tag="correct-round"):
    """Settle a round with a wrong entry again, by the `keys` of what the dice showed."""

    number: Number
    keys: Numbers
    past: tuple[PastRound, ...] = ()


class RecordMoved(_Command, frozen=True, tag="record-moved"):
    """A wager that moved after wagers closed; `cause` is what moved it."""

    seat: Number
    spot: Word
    to: Word
    stake: Number
    cause: Text


class MoveWagerBack(_Command, frozen=True, tag="move-wager-back"):
    seat: Number
    spot: Word
    to: Word
    stake: Number
    cause: Text
    reason: Text = ""


class JudgeLine(_Command, frozen=True, tag="judge-line"):
    """A wager that touches the line of its spot: it counts there, or goes back."""

    seat: Number
    spot: Word
    stake: Number
    counts: bool
    reason: Text


class ReportTrouble(_Command, frozen=True, tag="report-trouble"):
    """An equipment failure: a malfunction, or wrong lights. `lit` are the spots that were actually lit; `dice` is what
    the dice show, recorded separately from the entry."""

    trouble: Trouble
    note: Text = ""
    lit: Annotated[tuple[Word, ...], msgspec.Meta(max_length=ITEMS_MOST)] = ()
    dice: Numbers = ()


class ClearTrouble(_Command, frozen=True, tag="clear-trouble"):
    procedure: Text


class Resume(_Command, frozen=True, tag="resume"):
    """Continue after an interruption. `disturbed`: the covered dice have moved. A `roll` is always refused: rolls come
    from the entry terminal or the commitment."""

    roll: Word = ""
    disturbed: bool = False


class ReportTerminal(_Command, frozen=True, tag="report-terminal"):
    seat: Number
    unregistered: Annotated[dict[Word, Number], msgspec.Meta(max_length=ITEMS_MOST)] = msgspec.field(
        default_factory=dict
    )


class MendTerminal(_Command, frozen=True, tag="mend-terminal"):
    seat: Number
    procedure: Text


class LeaveSeat(_Command, frozen=True, tag="leave-seat"):
    """`chips` are those that the player takes, as staff see them; by default those on record."""

    seat: Number
    chips: Pile = msgspec.field(default_factory=dict)


class LockSeat(_Command, frozen=True, tag="lock-seat"):
    """No wagers or cash-outs at this seat until staff release it. `amount` is what they pay by hand."""

    seat: Number
    cause: Text
    amount: Number = 0


class ReleaseSeat(_Command, frozen=True, tag="release-seat"):
    """`paid` is what staff paid by hand; it is deducted from the credit."""

    seat: Number
    procedure: Text
    paid: Number = 0


class PayOwed(_Command, frozen=True, tag="pay-owed"):
    """The player pays staff in cash what a correction could not debit."""

    seat: Number
    amount: Number


class OpenDispute(_Command, frozen=True, tag="open-dispute"):
    """`evidence` is the journal's head at that time, which fixes what was known then."""

    seat: Number
    about: Number
    claim: Annotated[str, msgspec.Meta(max_length=16 * 1024)]  # the house limits its length
    evidence: str = ""


class DecideDispute(_Command, frozen=True, tag="decide-dispute"):
    """`amount` goes to the player, or comes from the player if negative. `seat` names the player if the dispute does
    not."""

    dispute: Number
    reason: Text
    amount: Number = 0
    seat: Number = 0


class AssignPost(_Command, frozen=True, tag="assign-post"):
    """`name` acts in the post from now on; an empty post ends this."""

    name: Word
    post: Word = ""


class StopTable(_Command, frozen=True, tag="stop-table"):
    """Only for the house: a round failed its checks."""

    why: Text


Command = (
    RecordCheck | JudgeTest | OpenTable | CloseTable | ChangeLimits
    | BuyIn | CashOut | CollectVoucher | CancelVoucher | NoteRedeemed
    | BringChips | WriteOffColour | CountFloat | NoteDuty | ApproveCount
    | ExchangeBox | EnterSoftCount | ConfirmSoftCount | ApproveSoftCount | GiveTip | TakeTips
    | ChangeCash | AssignColour | ColourUp
    | RequestSlip | PrepareSlip | CarrySlip | ReceiveSlip | VoidSlip
    | TumbleDice | OpenBets | PlaceWager | MoveWager | WithdrawWager | CloseBets | RecordUnnoticed
    | ChainSeeds | CommitSeed | ChooseBeacon | NameBeacon | RevealSeed
    | RevealDice | PressButton | EnterRoll | AmendEntry | CollectLosers | PayArea
    | VoidRound | ReverseRounds | CorrectRound | RecordMoved | MoveWagerBack | JudgeLine
    | ReportTrouble | ClearTrouble | Resume | ReportTerminal | MendTerminal
    | LeaveSeat | LockSeat | ReleaseSeat | LimitLoss | LimitStake | LimitTime | LiftLimit | LoosenLimit | EndPlay
    | TakeBreak | EndBreak | PayOwed | OpenDispute
    | DecideDispute | AssignPost | StopTable
)  # fmt: skip
