"""Electronic tumblers: whether a table may have one, and which steps it then takes itself."""

from collections.abc import Collection, Iterator
from typing import Final

from taisai.rules.vocabulary import Step
from taisai.table.electronic import is_electronic
from taisai.table.game import Game

BEFORE_ENTRY: Final = (Step.TUMBLE, Step.REVEAL)


def electronic_misfits(game: Game, automation: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of what is wrong and how to fix it."""
    book = game.book
    if not is_electronic(automation):
        if game.paytable.multipliers.spots:
            why = "multipliers need an electronic throw, but at this table people throw the dice"
            yield why, f"add {Step.ENTER} to automation, or use a pay table without multipliers"
        return
    if not book.permits_electronic:
        fix = 'deal by hand, or set electronic = "house-game" in the rulebook'
        yield f"{book.id} does not permit an electronic tumbler", fix
    if people := [step.value for step in BEFORE_ENTRY if step not in automation]:
        fix = f"add {' and '.join(people)}, or remove {Step.ENTER}"
        yield "an electronic tumbler must take all steps before the entry itself", fix
