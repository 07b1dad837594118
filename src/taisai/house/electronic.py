"""Electronic tumblers: what a table with one is called, whether it may have it, what it does by itself then."""

from collections.abc import Collection, Iterator
from typing import Final

from taisai.rules.vocabulary import Step
from taisai.table.game import Game

BEFORE_ENTRY: Final = (Step.TUMBLE, Step.REVEAL)


def is_electronic(automation: Collection[str]) -> bool:
    """A table that enters its roll by itself has thrown it by itself."""
    return Step.ENTER in automation


def table_kind(paytable: str, automation: Collection[str]) -> str:
    """What is said wherever the table is named; empty for one dealt by hand, whose game the rule document knows."""
    return f"electronic tumbler, house game with the pay table {paytable}" if is_electronic(automation) else ""


def electronic_misfits(game: Game, automation: Collection[str]) -> Iterator[tuple[str, str]]:
    """What is wrong, and what to do."""
    book = game.book
    if not is_electronic(automation):
        if game.paytable.multipliers.spots:
            why = "multipliers are drawn with the throw that a table committed itself to, and here people throw"
            yield why, f"add {Step.ENTER} to what the table does by itself, or play a pay table without multipliers"
        return
    if not book.permits_electronic:
        fix = 'deal it by hand, or permit it by electronic = "house-game" in the rulebook'
        yield f"{book.id} does not permit an electronic tumbler", fix
    if people := [step.value for step in BEFORE_ENTRY if step not in automation]:
        fix = f"add {' and '.join(people)}, or take {Step.ENTER} out"
        yield "an electronic tumbler leaves no step before the entry to people", fix
