"""Call bets: wagers that staff placed at a player's request."""

from taisai.rules.refusals import Refusal, Refused
from taisai.table import commands as c
from taisai.table.decide import allow
from taisai.table.order import Order
from taisai.table.state import Round

Changing = c.MoveWager | c.WithdrawWager | c.RecordMoved | c.MoveWagerBack | c.JudgeLine


def by_two_if_called(current: Round, order: Order, command: Changing, reason: str) -> tuple[str, str]:
    """Return the reason and the second person. Both are needed to change a wager that staff placed for a player."""
    if order.by.role is allow.PLAYER or (command.seat, command.spot) not in current.called:
        return reason, ""
    if not reason.strip():
        words = f"staff placed the wager of seat {command.seat} on {command.spot!r}; enter why it changes"
        raise Refused(Refusal.REASON_MISSING, words, command.spot)
    return reason, allow.two(order)
