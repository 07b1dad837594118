"""Who dealt a round: everyone who gave one of its steps, in the order of their first step."""

from collections.abc import Iterable
from typing import Final

from taisai.house.recall import Told
from taisai.table import events as e

STEPS: Final = (
    e.RoundBegun, e.DiceTumbled, e.BetsOpened, e.BetsClosed, e.DiceRevealed, e.RollEntered, e.LosersCollected,
    e.AreaPaid,
)  # fmt: skip


def dealers(entries: Iterable[Told]) -> tuple[str, ...]:
    """Return the dealers with their roles, as the journal names them. An electronic table deals by itself."""
    return tuple(dict.fromkeys(told.by for told in entries if isinstance(told.event, STEPS)))
