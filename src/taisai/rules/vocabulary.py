"""The closed sets of words in which rulebooks speak of people, steps, acts and irregularities."""

from enum import StrEnum


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


class Act(StrEnum):
    OPEN_TABLE = "open-table"
    PLACE_WAGER = "place-wager"
    PLACE_FOR_PLAYER = "place-for-player"
    REJECT_EXCESS = "reject-excess"
    ANNOUNCE_VOID = "announce-void"
    AMEND_ENTRY = "amend-entry"
    MOVE_WAGER_BACK = "move-wager-back"
    CLEAR_MALFUNCTION = "clear-malfunction"
    DECIDE_UNCOVERED = "decide-uncovered"
    CHANGE_LIMITS = "change-limits"
    REVERSE_ROUND = "reverse-round"
    HANDLE_MONEY = "handle-money"


class Trouble(StrEnum):
    """The irregularities that a rulebook may provide for."""

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
