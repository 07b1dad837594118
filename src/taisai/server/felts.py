"""What never changes while a table runs: its felt and how it is played. Made once a pay table."""

from functools import cache

from taisai.books.load import layout, rulebook
from taisai.house.start import game
from taisai.maths.exact import figures
from taisai.rules.layout import Arrangement, Block, Cell, cells, title
from taisai.rules.paytable import PayTable
from taisai.rules.roll import ROLLS
from taisai.rules.spot import Spot
from taisai.rules.vocabulary import Act
from taisai.wire import bodies as b


@cache
def felt(ref: str) -> b.Felt:
    table = game(ref).paytable
    drawn = layout(ref, table).arrangement
    arrangements = tuple(_arrangement(one, table) for one in drawn)
    return b.Felt(table.id, table.name, table.fingerprint, tuple(map(_spot, table.spots)), arrangements)


def _spot(spot: Spot) -> b.SpotInfo:
    exact = figures(spot)
    return b.SpotInfo(
        str(spot.id), spot.area, spot.label, spot.odds_words, bool(spot.inferred), spot.clause,
        exact.ways, str(exact.hit), str(exact.edge), spot.stake_step,
    )  # fmt: skip


def _arrangement(drawn: Arrangement, table: PayTable) -> b.ArrangementInfo:
    width, height = drawn.size
    return b.ArrangementInfo(drawn.name, width, height, tuple(_block(block, table) for block in drawn.block))


def _block(block: Block, table: PayTable) -> b.BlockInfo:
    x, y, width, height = block.at
    return b.BlockInfo(title(block, table), x, y, width, height, tuple(_cell(cell) for cell in cells(block)))


def _cell(cell: Cell) -> b.CellInfo:
    width, height = cell.right - cell.left, cell.bottom - cell.top
    return b.CellInfo(cell.spot, float(cell.left), float(cell.top), float(width), float(height))


@cache
def lit(ref: str) -> b.Lit:
    table = game(ref).paytable
    return b.Lit({str(roll): tuple(str(spot.id) for spot in table.lit(roll)) for roll in ROLLS})


@cache
def play(ref: str) -> b.Play:
    book = rulebook(ref)
    assert book.play is not None
    opening = book.permission(Act.OPEN_TABLE)
    return b.Play(
        book.id,
        book.rulebook.title,
        tuple(b.StepInfo(step.step.value, step.clause, step.by) for step in book.play.steps),
        tuple(b.TroubleInfo(one.trouble.value, one.effect.value, one.clause, one.causes) for one in book.irregularity),
        {one.act.value: one.by for one in book.may},
        opening.checks if opening else (),
        opening.test_run if opening else "",
        book.play.tumbles_min,
    )
