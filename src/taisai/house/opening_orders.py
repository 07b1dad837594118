"""The orders that open a table with all checks passed, as a supervisor who finds nothing wrong would give them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import ROLLS, Roll
from taisai.rules.vocabulary import Act
from taisai.table import commands as c
from taisai.table.game import Game
from taisai.table.trades.opening import areas_unlit

BOX: Final = "1"


def opening(game: Game, counted: Mapping[str, int] | None = None) -> Iterator[c.Command]:
    """Yield the orders. `counted` are the chips that two people counted in the float, at a table that has one; such a
    table also gets a drop box."""
    permission = game.book.permission(Act.OPEN_TABLE)
    if permission is None:
        words = f"{game.book.id} permits no role to open a table; see: taisai check --to-run"
        raise Refused(Refusal.ROLE_NOT_ALLOWED, words, game.book.id)
    for check in permission.checks:
        if check == permission.test_run:
            yield from test_runs(game, permission.test_rolls_min)
        else:
            yield c.RecordCheck(check)
    if counted is not None:
        yield c.ExchangeBox(BOX)
        yield c.CountFloat("opening", dict(counted))
    yield c.OpenTable()


def spread(chips: Sequence[int], amount: int) -> dict[str, int]:
    """Return a typical float: each denomination has about the same worth, and the rest is in the fewest chips."""
    found: dict[str, int] = {}
    for place, value in enumerate(chips):
        count = amount // (len(chips) - place) // value
        found[str(value)], amount = count, amount - count * value
    for value in reversed(chips):
        found[str(value)] += amount // value
        amount %= value
    assert not amount, "every float is a sum of chips"
    return {kind: count for kind, count in found.items() if count}


def test_runs(game: Game, least: int) -> Iterator[c.Command]:
    """Yield orders that press, enter and approve each test roll."""
    for roll in test_rolls(game, least):
        yield from (c.PressButton(face) for face in roll.faces)
        yield c.EnterRoll()
        yield c.JudgeTest(right=True)


def test_rolls(game: Game, least: int) -> list[Roll]:
    """Return a few rolls that together light every area, and at least as many as are required."""
    chosen: list[Roll] = []
    while unlit := areas_unlit(game, [str(roll) for roll in chosen]):
        chosen.append(max(ROLLS, key=partial(_lights, game, unlit)))
    return chosen + [roll for roll in ROLLS if roll not in chosen][: max(0, least - len(chosen))]


def _lights(game: Game, areas: list[str], roll: Roll) -> int:
    return len({spot.area for spot in game.paytable.lit(roll)} & {*areas})
