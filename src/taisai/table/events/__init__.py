"""Events of a table. Each can be replayed without today's rules; a tag never changes."""

from taisai.table.events.beacons import BeaconChosen, BeaconNamed
from taisai.table.events.boxes import (
    BoxPlaced,
    BoxRemoved,
    SoftCountApproved,
    SoftCountConfirmed,
    SoftCountEntered,
    SoftCountMade,
    SoftCountSetAside,
)
from taisai.table.events.chips import (
    ChipsBrought,
    ChipsMoved,
    ChipsTaken,
    ColourWrittenOff,
    CountApproved,
    DutyNoted,
    FloatCounted,
    Move,
)
from taisai.table.events.money import (
    CashChanged,
    ChipsExchanged,
    ColourAssigned,
    CreditBought,
    FloatCredited,
    FloatFilled,
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
from taisai.table.events.own_limits import (
    BreakEnded,
    BreakTaken,
    LimitLifted,
    LooserAsked,
    LossLimited,
    PlayEnded,
    StakeLimited,
    TimeLimited,
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
    ContributionGiven,
    DiceRevealed,
    DiceTumbled,
    EntryAmended,
    LosersCollected,
    MultipliersDrawn,
    RollEntered,
    RoundBegun,
    RoundSettled,
    SeedCommitted,
    SeedRevealed,
    SeedsChained,
    SettlementUndone,
)
from taisai.table.events.slips import (
    SlipCarried,
    SlipPrepared,
    SlipReceived,
    SlipRequested,
    SlipVoided,
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
    TroubleCleared,
    TroubleReported,
)
from taisai.table.events.tips import TipGiven, TipsStated, TipsTaken
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
    "BeaconChosen",
    "BeaconNamed",
    "BetsClosed",
    "BetsOpened",
    "BoxPlaced",
    "BoxRemoved",
    "BreakEnded",
    "BreakTaken",
    "ButtonPressed",
    "CashChanged",
    "CheckRecorded",
    "ChipsBrought",
    "ChipsExchanged",
    "ChipsMoved",
    "ChipsTaken",
    "ColourAssigned",
    "ColourWrittenOff",
    "ContributionGiven",
    "Correction",
    "CountApproved",
    "CreditBought",
    "DiceRevealed",
    "DiceTumbled",
    "DisputeDecided",
    "DisputeOpened",
    "DutyNoted",
    "EntryAmended",
    "Event",
    "ExcessRejected",
    "FloatCounted",
    "FloatCredited",
    "FloatFilled",
    "LimitLifted",
    "LimitsChanged",
    "LineJudged",
    "LooserAsked",
    "LosersCollected",
    "LossLimited",
    "Move",
    "MultipliersDrawn",
    "OwedPaid",
    "PlayEnded",
    "PostAssigned",
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
    "SeedCommitted",
    "SeedRevealed",
    "SeedsChained",
    "SettlementUndone",
    "SlipCarried",
    "SlipPrepared",
    "SlipReceived",
    "SlipRequested",
    "SlipVoided",
    "SoftCountApproved",
    "SoftCountConfirmed",
    "SoftCountEntered",
    "SoftCountMade",
    "SoftCountSetAside",
    "Stake",
    "StakeLimited",
    "TableClosed",
    "TableInstalled",
    "TableOpened",
    "TerminalFailed",
    "TerminalMended",
    "TestRollEntered",
    "TestRollJudged",
    "TimeLimited",
    "TipGiven",
    "TipsStated",
    "TipsTaken",
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
    TableInstalled | RulesStated | CheckRecorded | TestRollEntered | TestRollJudged
    | TableOpened | TableClosed | LimitsChanged
    | CreditBought | VoucherIssued | VoucherCollected | VoucherCancelled | VoucherRedeemed
    | ChipsBrought | ChipsTaken | ChipsMoved | FloatCounted | CountApproved | DutyNoted | ColourWrittenOff
    | SlipRequested | SlipPrepared | SlipCarried | SlipReceived | SlipVoided
    | BoxPlaced | BoxRemoved | SoftCountEntered | SoftCountMade | SoftCountSetAside | SoftCountConfirmed
    | SoftCountApproved | TipsStated | TipGiven | TipsTaken
    | CashChanged | ColourAssigned | ChipsExchanged | FloatFilled | FloatCredited
    | RoundBegun | DiceTumbled | BetsOpened | WagerPlaced | WagerMoved | WagerShifted | LineJudged | WagerWithdrawn
    | ExcessRejected
    | SeedsChained | SeedCommitted | BeaconChosen | BeaconNamed | ContributionGiven | SeedRevealed | MultipliersDrawn
    | BetsClosed
    | UnnoticedRecorded | DiceRevealed | ButtonPressed | RollEntered | EntryAmended | SettlementUndone
    | LosersCollected | AreaPaid | RoundSettled | RoundVoided | RoundReversed | RoundPassedOver | RoundCorrected
    | TroubleReported | TroubleCleared
    | TerminalFailed | TerminalMended | SeatLeft | SeatLocked | SeatReleased | LossLimited | StakeLimited
    | TimeLimited | LooserAsked | LimitLifted | PlayEnded | BreakTaken | BreakEnded | OwedPaid | DisputeOpened
    | DisputeDecided | PostAssigned
)  # fmt: skip
