"""An order that a player sends, however often, and what was said to it."""

from collections.abc import Callable

from simulation.held import Seen

from taisai.house.desk import Answer, Reply
from taisai.rules.refusals import Refusal, Refused
from taisai.table.order import Order

Telling = Callable[[int, Answer | None, Seen | None], None]


class Sent:
    """An order, however often it was sent. While an attempt has no answer at all, a refusal of another says little: the
    first may arrive later, when there is credit for it, and be taken."""

    def __init__(self, table: str, order: Order) -> None:
        self.table, self.order = table, order
        self.attempts = self.unanswered = 0
        self.receipts: list[Reply] = []
        self.refused: Refused | None = None
        self.last = ""  # what the newest attempt was told
        self.is_over = False

    @property
    def is_refused(self) -> bool:
        return self.refused is not None and not self.unanswered and not self.receipts


def decides(answer: Answer | None) -> bool:
    """Everything else means: send it again."""
    return isinstance(answer, Reply) or (isinstance(answer, Refused) and isinstance(answer.code, Refusal))
