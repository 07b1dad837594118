"""Who dealt a round: everybody who gave one of its steps, in the order in which they did."""

from collections.abc import Iterable
from typing import Final

from taisai.house.recall import Told
from taisai.table import events as e

STEPS: Final = (
    e.RoundBegun, e.DiceTumbled, e.BetsOpened, e.BetsClosed, e.DiceRevealed, e.RollEntered, e.LosersCollected,
    e.AreaPaid,
)  # fmt: skip


def dealers(entries: Iterable[Told]) -> tuple[str, ...]:
    """As the journal names them, with their roles; an electronic table deals by itself."""
    return tuple(dict.fromkeys(told.by for told in entries if isinstance(told.event, STEPS)))
