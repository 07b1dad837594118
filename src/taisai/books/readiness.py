"""Whether a rulebook is complete enough to run a table, and what is missing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from taisai.books.files import layout_file
from taisai.books.load import layout, paytables, rulebook
from taisai.rules.refusals import Refused
from taisai.rules.rulebook import Rulebook
from taisai.rules.vocabulary import Act, Step

NEEDED: Final = (
    (Act.OPEN_TABLE, "open a table"),
    (Act.PLACE_WAGER, "place a wager"),
    (Act.HANDLE_MONEY, "sell credit and pay it out"),
    (Act.CHANGE_LIMITS, "set limits"),
    (Act.ANNOUNCE_VOID, "call a round void"),
    (Act.AMEND_ENTRY, "amend a wrong entry"),
    (Act.CLEAR_MALFUNCTION, "resume a stopped table"),
    (Act.DECIDE_UNCOVERED, "decide what the rules do not cover"),
)
PRESET: Final = 'or set preset = "usual" in [rulebook]'


def missing(folder: Path) -> tuple[str, ...]:
    """Return what is missing, in words, each with what to add; empty if a table can be run."""
    try:
        book = rulebook(str(folder))
        return (*unready(book), *_undrawn(folder))
    except Refused as refused:
        return (refused.words,)


def unready(book: Rulebook) -> Iterator[str]:
    """Yield what the rules of play lack."""
    if book.play is None:
        yield f"no order of play: add [play] to rules.toml, {PRESET}"
    for step in book.play.steps if book.play else ():
        if not step.by and step.step is not Step.LIGHT:
            yield f"no role is named for the step {step.step}: name one under by"
    for act, words in NEEDED:
        permission = book.permission(act)
        if permission is None or not permission.by:
            yield f'no role may {words}: add [[may]] with act = "{act}", {PRESET}'
    if not book.remedies.remedy:
        yield f"there are no remedies: add remedies.toml, {PRESET}"


def _undrawn(folder: Path) -> Iterator[str]:
    for table in paytables(str(folder)):
        number = int(table.id.rpartition("/")[2])
        try:
            layout(f"{folder}/{number}", table)
        except Refused as refused:
            yield f"{table.id} cannot be drawn: {layout_file(number)}: {refused.words}"
