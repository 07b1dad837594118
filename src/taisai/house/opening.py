"""The orders that open a table whose checks are all passed: what a supervisor who finds nothing wrong would give."""

from collections.abc import Iterator
from functools import partial

from taisai.rules.roll import ROLLS, Roll
from taisai.rules.vocabulary import Act
from taisai.table import commands as c
from taisai.table.decide.opening import areas_unlit
from taisai.table.game import Game


def opening(game: Game, opening_float: int = 0) -> Iterator[c.Command]:
    permission = game.book.permission(Act.OPEN_TABLE)
    assert permission is not None, f"{game.book.id} lets nobody open a table"
    for check in permission.checks:
        if check == permission.test_run:
            yield from test_runs(game, permission.test_rolls_min)
        else:
            yield c.RecordCheck(check)
    yield c.OpenTable(opening_float)


def test_runs(game: Game, least: int) -> Iterator[c.Command]:
    """Each test roll is pressed, entered and found right."""
    for roll in test_rolls(game, least):
        yield from (c.PressButton(face) for face in roll.faces)
        yield c.EnterRoll()
        yield c.JudgeTest(right=True)


def test_rolls(game: Game, least: int) -> list[Roll]:
    """Few rolls that light every area between them, and as many as are asked for."""
    chosen: list[Roll] = []
    while unlit := areas_unlit(game, [str(roll) for roll in chosen]):
        chosen.append(max(ROLLS, key=partial(_lights, game, unlit)))
    return chosen + [roll for roll in ROLLS if roll not in chosen][: max(0, least - len(chosen))]


def _lights(game: Game, areas: list[str], roll: Roll) -> int:
    return len({spot.area for spot in game.paytable.lit(roll)} & {*areas})
