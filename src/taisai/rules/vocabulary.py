"""The closed sets of terms that rulebooks use for people, steps, acts and irregularities."""

from enum import StrEnum
from typing import Final


class Role(StrEnum):
    PLAYER = "player"
    DEALER = "dealer"
    GAME_SUPERVISOR = "game-supervisor"
    CASINO_SUPERVISOR = "casino-supervisor"
    PIT_MANAGER = "pit-manager"
    SHIFT_MANAGER = "shift-manager"
    AUDITOR = "auditor"
    TECHNICIAN = "technician"
    AUTOMATION = "automation"


class Step(StrEnum):
    TUMBLE = "tumble"
    OPEN_BETS = "open-bets"
    CLOSE_BETS = "close-bets"
    REVEAL = "reveal"
    CALL = "call"
    ENTER = "enter"
    LIGHT = "light"
    COLLECT = "collect"
    PAY = "pay"


THROWING: Final = (Step.TUMBLE, Step.REVEAL, Step.ENTER)
"""The steps that an electronic tumbler does by itself."""


class Act(StrEnum):
    """The acts that a rulebook permits to roles. `void-seen`, `excess-seen`: after the dice were seen."""

    OPEN_TABLE = "open-table"
    PLACE_WAGER = "place-wager"
    PLACE_FOR_PLAYER = "place-for-player"
    REJECT_EXCESS = "reject-excess"
    EXCESS_SEEN = "excess-seen"
    ANNOUNCE_VOID = "announce-void"
    VOID_SEEN = "void-seen"
    AMEND_ENTRY = "amend-entry"
    CORRECT_ROUND = "correct-round"
    RECORD_MOVED = "record-moved"
    MOVE_WAGER_BACK = "move-wager-back"
    JUDGE_LINE = "judge-line"
    RESUME = "resume"
    REPORT_TROUBLE = "report-trouble"
    CLEAR_MALFUNCTION = "clear-malfunction"
    DECIDE_UNCOVERED = "decide-uncovered"
    CHANGE_LIMITS = "change-limits"
    REVERSE_ROUND = "reverse-round"
    HANDLE_MONEY = "handle-money"
    ASSIGN_POST = "assign-post"


class Trouble(StrEnum):
    """The irregularities that a rulebook may cover."""

    DICE_NOT_FLAT = "dice-not-flat"
    TUMBLES_TOO_FEW = "tumbles-too-few"
    TUMBLER_FAULT = "tumbler-fault"
    TUMBLER_NOT_ACTIVATED = "tumbler-not-activated"
    DICE_EXPOSED = "dice-exposed"
    DICE_DAMAGED = "dice-damaged"
    ENTRY_WRONG = "entry-wrong"
    LAYOUT_LIT_WRONG = "layout-lit-wrong"
    MALFUNCTION = "malfunction"
    INTERRUPTION = "interruption"
    TERMINAL_FAILED = "terminal-failed"
    WAGER_MOVED = "wager-moved"
    LINE_TOUCHED = "line-touched"
    MAXIMUM_EXCEEDED = "maximum-exceeded"
    MINIMUM_MISSED = "minimum-missed"
    WAGER_LATE = "wager-late"
    PLAYER_GONE = "player-gone"
    ERROR_FOUND_LATE = "error-found-late"
    DISPLAY_WRONG = "display-wrong"
    UNCOVERED = "uncovered"


class Effect(StrEnum):
    VOID_ROUND = "void-round"
    VOID_AFFECTED_ROUNDS = "void-affected-rounds"
    AMEND_BEFORE_SETTLEMENT = "amend-before-settlement"
    SETTLE_BY_DICE = "settle-by-dice"
    SETTLE_BY_DICE_AND_STOP = "settle-by-dice-and-stop"
    STOP_TABLE = "stop-table"
    FINISH_OR_VOID = "finish-or-void"
    SETTLE_REGISTERED = "settle-registered"
    SETTLE_WHERE_INTENDED = "settle-where-intended"
    SETTLE_AS_PLACED = "settle-as-placed"
    APPORTION_UNNOTICED = "apportion-unnoticed"
    REFUSE = "refuse"
    LATER_ROUNDS_STAND = "later-rounds-stand"
    TABLE_PREVAILS = "table-prevails"
    SHIFT_MANAGER_DECIDES = "shift-manager-decides"
    OPERATOR_DECIDES = "operator-decides"
    RETURN_STAKE = "return-stake"


class Moment(StrEnum):
    """The state of a round when something about it is discovered."""

    BEFORE_CLOSING = "before-closing"
    CLOSED = "closed"
    TUMBLED = "tumbled"
    REVEALED = "revealed"
    ENTERED = "entered"
    COLLECTED = "collected"
    PAYING = "paying"
    SETTLED = "settled"
    NEXT_ROUND = "next-round"
    TABLE_CLOSED = "table-closed"


class Does(StrEnum):
    """What a remedy does to a round. `conclude-or-void`: the covered dice decide, unless they were disturbed."""

    VOID = "void"
    AMEND = "amend"
    REVERSE = "reverse"
    CORRECT = "correct"
    CONCLUDE = "conclude"
    CONCLUDE_OR_VOID = "conclude-or-void"
    RECORD = "record"
    REFUSE = "refuse"
