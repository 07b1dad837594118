"""Facts about a table. Each carries what is needed to replay it without today's rules; a tag is for ever."""

from taisai.table.events.money import (
    CashChanged,
    ChipsExchanged,
    ColourAssigned,
    CreditBought,
    FloatCredited,
    FloatFilled,
    LossLimited,
    OwedPaid,
    SeatLeft,
    SeatLocked,
    SeatReleased,
    TerminalFailed,
    TerminalMended,
    VoucherCancelled,
    VoucherCollected,
    VoucherIssued,
    VoucherRedeemed,
)
from taisai.table.events.parts import (
    Award,
    Correction,
    Stake,
)
from taisai.table.events.remedies import (
    DisputeDecided,
    DisputeOpened,
    RoundCorrected,
    RoundPassedOver,
    RoundReversed,
    RoundVoided,
)
from taisai.table.events.rounds import (
    AreaPaid,
    ButtonPressed,
    CommitmentOpened,
    DiceRevealed,
    DiceTumbled,
    EntryAmended,
    LosersCollected,
    RollCommitted,
    RollEntered,
    RoundBegun,
    RoundSettled,
    SettlementUndone,
)
from taisai.table.events.table import (
    CheckRecorded,
    LimitsChanged,
    PostAssigned,
    RulesStated,
    TableClosed,
    TableInstalled,
    TableOpened,
    TestRollEntered,
    TestRollJudged,
    TestRun,
    TroubleCleared,
    TroubleReported,
)
from taisai.table.events.wagers import (
    BetsClosed,
    BetsOpened,
    ExcessRejected,
    LineJudged,
    UnnoticedRecorded,
    WagerMoved,
    WagerPlaced,
    WagerShifted,
    WagerWithdrawn,
)

__all__ = [
    "AreaPaid",
    "Award",
    "BetsClosed",
    "BetsOpened",
    "ButtonPressed",
    "CashChanged",
    "CheckRecorded",
    "ChipsExchanged",
    "ColourAssigned",
    "CommitmentOpened",
    "Correction",
    "CreditBought",
    "DiceRevealed",
    "DiceTumbled",
    "DisputeDecided",
    "DisputeOpened",
    "EntryAmended",
    "Event",
    "ExcessRejected",
    "FloatCredited",
    "FloatFilled",
    "LimitsChanged",
    "LineJudged",
    "LosersCollected",
    "LossLimited",
    "OwedPaid",
    "PostAssigned",
    "RollCommitted",
    "RollEntered",
    "RoundBegun",
    "RoundCorrected",
    "RoundPassedOver",
    "RoundReversed",
    "RoundSettled",
    "RoundVoided",
    "RulesStated",
    "SeatLeft",
    "SeatLocked",
    "SeatReleased",
    "SettlementUndone",
    "Stake",
    "TableClosed",
    "TableInstalled",
    "TableOpened",
    "TerminalFailed",
    "TerminalMended",
    "TestRollEntered",
    "TestRollJudged",
    "TestRun",
    "TroubleCleared",
    "TroubleReported",
    "UnnoticedRecorded",
    "VoucherCancelled",
    "VoucherCollected",
    "VoucherIssued",
    "VoucherRedeemed",
    "WagerMoved",
    "WagerPlaced",
    "WagerShifted",
    "WagerWithdrawn",
]

Event = (
    TableInstalled | RulesStated | CheckRecorded | TestRun | TestRollEntered | TestRollJudged
    | TableOpened | TableClosed | LimitsChanged
    | CreditBought | VoucherIssued | VoucherCollected | VoucherCancelled | VoucherRedeemed
    | CashChanged | ColourAssigned | ChipsExchanged | FloatFilled | FloatCredited
    | RoundBegun | DiceTumbled | BetsOpened | WagerPlaced | WagerMoved | WagerShifted | LineJudged | WagerWithdrawn
    | ExcessRejected
    | RollCommitted | CommitmentOpened | BetsClosed
    | UnnoticedRecorded | DiceRevealed | ButtonPressed | RollEntered | EntryAmended | SettlementUndone
    | LosersCollected | AreaPaid | RoundSettled | RoundVoided | RoundReversed | RoundPassedOver | RoundCorrected
    | TroubleReported | TroubleCleared
    | TerminalFailed | TerminalMended | SeatLeft | SeatLocked | SeatReleased | LossLimited | OwedPaid | DisputeOpened
    | DisputeDecided | PostAssigned
)  # fmt: skip
