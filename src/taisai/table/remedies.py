"""Which command puts an irregularity right, by the effect that the rulebook provides for it."""

from typing import Final

from taisai.rules.rulebook import Irregularity
from taisai.rules.vocabulary import Effect, Trouble
from taisai.table import commands as c

Effects = tuple[Effect, ...]

VOIDING: Final[Effects] = (Effect.VOID_ROUND,)
REVERSING: Final[Effects] = (Effect.VOID_AFFECTED_ROUNDS,)
AMENDING: Final[Effects] = (Effect.AMEND_BEFORE_SETTLEMENT, Effect.SETTLE_BY_DICE)
CORRECTING: Final[Effects] = (Effect.SETTLE_BY_DICE,)
MOVING_BACK: Final[Effects] = (Effect.SETTLE_WHERE_INTENDED,)
STOPPING: Final[Effects] = (Effect.STOP_TABLE, Effect.SETTLE_BY_DICE_AND_STOP)
REPORTING: Final[Effects] = (*STOPPING, Effect.SETTLE_BY_DICE, Effect.TABLE_PREVAILS)
RESUMING: Final[Effects] = (Effect.FINISH_OR_VOID,)
SETTLING_REGISTERED: Final[Effects] = (Effect.SETTLE_REGISTERED,)
APPORTIONING: Final[Effects] = (Effect.APPORTION_UNNOTICED,)
DECIDING: Final[Effects] = (Effect.SHIFT_MANAGER_DECIDES,)

EQUIPMENT: Final = tuple(trouble for trouble in Trouble if trouble is not Trouble.ENTRY_WRONG)
_REMEDIES: Final[dict[type[c.Command], tuple[Effects, tuple[Trouble, ...]]]] = {
    c.VoidRound: (VOIDING, tuple(Trouble)),
    c.ReverseRounds: (REVERSING, (Trouble.DICE_DAMAGED,)),
    c.AmendEntry: (AMENDING, (Trouble.ENTRY_WRONG,)),
    c.CorrectRound: (CORRECTING, (Trouble.ENTRY_WRONG,)),
    c.MoveWagerBack: (MOVING_BACK, (Trouble.WAGER_MOVED,)),
    c.ReportTrouble: (REPORTING, EQUIPMENT),
    c.Resume: (RESUMING, (Trouble.INTERRUPTION,)),
    c.ReportTerminal: (SETTLING_REGISTERED, (Trouble.TERMINAL_FAILED,)),
    c.RecordUnnoticed: (APPORTIONING, (Trouble.MAXIMUM_EXCEEDED,)),
    c.DecideDispute: (DECIDING, (Trouble.UNCOVERED,)),
}


def remedies(provided: Irregularity) -> tuple[str, ...]:
    """The names of the commands; none where nobody has to do anything."""
    return tuple(
        str(command.__struct_config__.tag)
        for command, (effects, troubles) in _REMEDIES.items()
        if provided.effect in effects and provided.trouble in troubles
    )
