"""Facts about a table. Each carries what is needed to replay it without today's rules; a tag is for ever."""

import msgspec

from taisai.rules.vocabulary import Trouble
from taisai.table.limits import LimitRule


class _Event(msgspec.Struct, frozen=True, tag_field="is"):
    pass


class Stake(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Money of a seat on a spot."""

    seat: int
    spot: str
    stake: int


class Award(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What one wager gets back: `returned` is stake and winnings. `refused` goes back whatever the dice show."""

    seat: int
    spot: str
    stake: int
    returned: int
    refused: int = 0


class Correction(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a seat gets, or gives back; `owed` is the part that its balance could not cover."""

    seat: int
    credited: int
    debited: int
    owed: int


class TableInstalled(_Event, frozen=True, tag="table-installed"):
    """`wins` is the whole pay table: spot, roll, odds to one."""

    table: str
    book: str
    paytable: str
    fingerprint: str
    wins: dict[str, dict[str, str]]
    currency: str
    money: str
    seats: int
    automation: tuple[str, ...]
    chips: tuple[int, ...]
    limits: tuple[LimitRule, ...]


class CheckRecorded(_Event, frozen=True, tag="check-recorded"):
    check: str


class TestRun(_Event, frozen=True, tag="test-run"):
    check: str
    rolls: int


class TableOpened(_Event, frozen=True, tag="table-opened"):
    opening_float: int


class TableClosed(_Event, frozen=True, tag="table-closed"):
    """Win is the closing float, credits and drop, less the opening float and fills."""

    opening_float: int
    fills: int
    credits: int
    drop: int
    closing_float: int
    win: int


class LimitsChanged(_Event, frozen=True, tag="limits-changed"):
    old: tuple[LimitRule, ...]
    new: tuple[LimitRule, ...]


class CreditBought(_Event, frozen=True, tag="credit-bought"):
    """`voucher` is the digest of the redeemed voucher's number, empty for cash."""

    seat: int
    amount: int
    voucher: str


class VoucherIssued(_Event, frozen=True, tag="voucher-issued"):
    """`collected` in journals of before printers were asked about: the meter moves with this. Now it moves with
    `voucher-collected`."""

    seat: int
    amount: int
    voucher: str
    ending: str
    expires: str = ""
    collected: bool = True


class VoucherCollected(_Event, frozen=True, tag="voucher-collected"):
    seat: int
    amount: int
    voucher: str
    ending: str


class VoucherCancelled(_Event, frozen=True, tag="voucher-cancelled"):
    seat: int
    amount: int
    voucher: str
    ending: str
    procedure: str


class CashChanged(_Event, frozen=True, tag="cash-changed"):
    seat: int
    chips: tuple[int, ...]
    amount: int


class ColourAssigned(_Event, frozen=True, tag="colour-assigned"):
    seat: int
    colour: str
    value: int


class ChipsExchanged(_Event, frozen=True, tag="chips-exchanged"):
    seat: int
    given: tuple[int, ...]
    received: tuple[int, ...]


class FloatFilled(_Event, frozen=True, tag="float-filled"):
    chips: tuple[int, ...]
    amount: int


class FloatCredited(_Event, frozen=True, tag="float-credited"):
    chips: tuple[int, ...]
    amount: int


class RoundBegun(_Event, frozen=True, tag="round-begun"):
    round: int
    paytable: str
    fingerprint: str


class DiceTumbled(_Event, frozen=True, tag="dice-tumbled"):
    round: int
    times: int


class BetsOpened(_Event, frozen=True, tag="bets-opened"):
    round: int
    call: str


class WagerPlaced(_Event, frozen=True, tag="wager-placed"):
    """`stake` was taken, `excess` was not; `placed_by` is the role of whoever placed it."""

    round: int
    seat: int
    spot: str
    stake: int
    excess: int
    placed_by: str


class WagerMoved(_Event, frozen=True, tag="wager-moved"):
    round: int
    seat: int
    spot: str
    to: str
    stake: int
    cause: str


class WagerWithdrawn(_Event, frozen=True, tag="wager-withdrawn"):
    round: int
    seat: int
    spot: str
    stake: int


class ExcessRejected(_Event, frozen=True, tag="excess-rejected"):
    round: int
    rejected: tuple[Stake, ...]
    clause: str


class RollCommitted(_Event, frozen=True, tag="roll-committed"):
    round: int
    commitment: str
    kept: str


class CommitmentOpened(_Event, frozen=True, tag="commitment-opened"):
    round: int
    throw: str
    nonce: str


class BetsClosed(_Event, frozen=True, tag="bets-closed"):
    round: int
    call: str
    bell: bool


class UnnoticedRecorded(_Event, frozen=True, tag="unnoticed-recorded"):
    round: int
    seat: int
    spot: str
    stake: int


class DiceRevealed(_Event, frozen=True, tag="dice-revealed"):
    round: int


class ButtonPressed(_Event, frozen=True, tag="button-pressed"):
    round: int
    face: int


class RollEntered(_Event, frozen=True, tag="roll-entered"):
    round: int
    roll: str
    call: str
    lit: tuple[str, ...]


class EntryAmended(_Event, frozen=True, tag="entry-amended"):
    round: int
    old: str
    roll: str
    call: str
    lit: tuple[str, ...]
    clause: str


class LosersCollected(_Event, frozen=True, tag="losers-collected"):
    """Losing stakes leave the layout, and refused parts go back; `winners`, by area, wait to be paid."""

    round: int
    roll: str
    lost: tuple[Award, ...]
    winners: dict[str, tuple[Award, ...]]
    overflow: int


class AreaPaid(_Event, frozen=True, tag="area-paid"):
    round: int
    area: str
    awards: tuple[Award, ...]


class RoundSettled(_Event, frozen=True, tag="round-settled"):
    round: int
    roll: str


class RoundVoided(_Event, frozen=True, tag="round-voided"):
    round: int
    trouble: Trouble
    clause: str
    announced: bool
    call: str
    returned: tuple[Stake, ...]


class RoundReversed(_Event, frozen=True, tag="round-reversed"):
    round: int
    trouble: Trouble
    clause: str
    corrections: tuple[Correction, ...]


class RoundCorrected(_Event, frozen=True, tag="round-corrected"):
    round: int
    old: str
    roll: str
    clause: str
    awards: tuple[Award, ...]
    corrections: tuple[Correction, ...]


class TroubleReported(_Event, frozen=True, tag="trouble-reported"):
    trouble: Trouble
    clause: str
    stops: bool
    note: str


class TroubleCleared(_Event, frozen=True, tag="trouble-cleared"):
    procedure: str


class TerminalFailed(_Event, frozen=True, tag="terminal-failed"):
    seat: int
    clause: str
    unregistered: dict[str, int]


class SeatLeft(_Event, frozen=True, tag="seat-left"):
    seat: int


class SeatLocked(_Event, frozen=True, tag="seat-locked"):
    seat: int
    cause: str
    amount: int


class SeatReleased(_Event, frozen=True, tag="seat-released"):
    """`paid` was given by hand and leaves the credit."""

    seat: int
    procedure: str
    paid: int = 0


class LossLimited(_Event, frozen=True, tag="loss-limited"):
    """By wagering, the seat's credit does not fall below `floor`; more credit raises it, cashing out ends it."""

    seat: int
    amount: int
    floor: int


class OwedPaid(_Event, frozen=True, tag="owed-paid"):
    """In cash, which no seat ever held."""

    seat: int
    amount: int


class DisputeOpened(_Event, frozen=True, tag="dispute-opened"):
    dispute: int
    seat: int
    about: int
    claim: str
    evidence: str


class DisputeDecided(_Event, frozen=True, tag="dispute-decided"):
    dispute: int
    reason: str
    second: str
    corrections: tuple[Correction, ...]


Event = (
    TableInstalled | CheckRecorded | TestRun | TableOpened | TableClosed | LimitsChanged
    | CreditBought | VoucherIssued | VoucherCollected | VoucherCancelled
    | CashChanged | ColourAssigned | ChipsExchanged | FloatFilled | FloatCredited
    | RoundBegun | DiceTumbled | BetsOpened | WagerPlaced | WagerMoved | WagerWithdrawn | ExcessRejected
    | RollCommitted | CommitmentOpened | BetsClosed
    | UnnoticedRecorded | DiceRevealed | ButtonPressed | RollEntered | EntryAmended | LosersCollected | AreaPaid
    | RoundSettled | RoundVoided | RoundReversed | RoundCorrected | TroubleReported | TroubleCleared
    | TerminalFailed | SeatLeft | SeatLocked | SeatReleased | LossLimited | OwedPaid | DisputeOpened
    | DisputeDecided
)  # fmt: skip
