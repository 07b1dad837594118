"""The felt and the rules of play of a table: they never change while it runs, and are built once per pay table."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from taisai.books.load import clauses, layout, rulebook
from taisai.house.games import game
from taisai.maths.exact import figures
from taisai.rules.call import call
from taisai.rules.layout import Arrangement, Block, Cell, cells, title
from taisai.rules.paytable import PayTable
from taisai.rules.roll import ROLLS
from taisai.rules.rulebook import Outcome, Rulebook
from taisai.rules.spot import Spot
from taisai.rules.vocabulary import Act
from taisai.table.declared import Declared, cases, declared
from taisai.table.limits import LimitRule
from taisai.table.remedies import STOPPING, Kind, left_of, remedies
from taisai.table.trades.posts import given_by
from taisai.wire import felts as f
from taisai.wire.faces import FaceInfo


@cache
def felt(ref: str) -> f.Felt:
    table = game(ref).paytable
    drawn = layout(ref, table).arrangement
    arrangements = tuple(arrangement(one, table) for one in drawn)
    return f.Felt(table.id, table.name, table.fingerprint, tuple(map(_spot, table.spots)), arrangements)


def _spot(spot: Spot) -> f.SpotInfo:
    return f.SpotInfo(**spot_fields(spot))


def spot_fields(spot: Spot) -> dict[str, Any]:
    """Return what every screen shows about a spot."""
    exact, art = figures(spot), spot.art
    return {
        "id": str(spot.id), "area": spot.area, "label": spot.label, "odds": spot.pays_words,
        "inferred": bool(spot.inferred), "clause": spot.clause, "ways": exact.ways, "hit": str(exact.hit),
        "edge": str(exact.edge), "step": spot.stake_step, "back": tuple(str(1 + odds.to_one) for odds in spot.back),
        "back_on_triples": all(roll.alike == 3 for roll, odds in spot.wins if not odds.wins),
        "draw": art.draw, "glyph": art.glyph, "picture": art.picture, "dice": art.dice, "counted": art.counted,
        "times_most": spot.drawn.times_most, "commission": spot.commission,
    }  # fmt: skip


def arrangement(drawn: Arrangement, table: PayTable) -> f.ArrangementInfo:
    width, height = drawn.size
    return f.ArrangementInfo(drawn.name, width, height, tuple(_block(block, table) for block in drawn.block))


def _block(block: Block, table: PayTable) -> f.BlockInfo:
    x, y, width, height = block.at
    return f.BlockInfo(title(block, table), x, y, width, height, tuple(_cell(cell) for cell in cells(block)))


def _cell(cell: Cell) -> f.CellInfo:
    width, height = cell.right - cell.left, cell.bottom - cell.top
    return f.CellInfo(cell.spot, float(cell.left), float(cell.top), float(width), float(height))


@cache
def lit(ref: str) -> f.Lit:
    return f.Lit(game(ref).paytable.lights)


@cache
def play(ref: str, money: str = "credits", *, electronic: bool = False) -> f.Play:
    """Return how the game is played.

    Remedies differ at electronic tables, where the commitment is the only source of rolls."""
    book = rulebook(ref)
    gates = declared(book, money, electronic=electronic)
    assert book.play is not None
    opening = book.permission(Act.OPEN_TABLE)
    return f.Play(
        book=book.id,
        document=book.rulebook.title,
        steps=tuple(f.StepInfo(step.step.value, step.clause, step.by, step.bell) for step in book.play.steps),
        troubles=tuple(
            f.TroubleInfo(
                one.trouble.value, one.effect.value, one.clause, one.causes, remedies(book, one), one.effect in STOPPING
            )
            for one in book.irregularity
        ),
        checks=opening.checks if opening else (),
        test_run=opening.test_run if opening else "",
        tumbles_min=book.play.tumbles_min,
        clauses=_clauses(ref, book, gates.values()),
        phrases=book.phrases,
        calls={str(roll): call(roll, book.phrases, book.dice) for roll in ROLLS},
        differential=_pairs(ref, book),
        remedies=_remedies(book, electronic=electronic),
        gates={name: f.GateInfo(**gate._asdict()) for name, gate in gates.items()},
        cases=tuple(f.CaseInfo(one.name, *one) for one in cases() if one.name in gates),
        posts={role.value: given_by(role) for role in gates["assign-post"].by},
        scope=game(ref).scope(LimitRule()),
        faces=faces_of(book),
    )


def faces_of(book: Rulebook) -> tuple[FaceInfo, ...]:
    """Return the faces of special dice; none for dice with pips."""
    return tuple(FaceInfo(one.name, one.colour, one.picture) for one in (book.dice.faces if book.dice else ()))


def _remedies(book: Rulebook, *, electronic: bool) -> dict[str, dict[str, dict[str, f.RemedyInfo]]]:
    found: dict[str, dict[str, dict[str, f.RemedyInfo]]] = {}
    kind: Kind = "electronic" if electronic else "chips"  # gates tell what is for chips only
    for row in book.remedies.remedy:
        outcomes = {moment: left_of(kind, row.order, moment, book.outcome(row, moment)) for moment in row.at}
        at = {moment.value: _remedy(book, outcome) for moment, outcome in outcomes.items()}
        found.setdefault(row.order, {}).update({trouble.value: at for trouble in row.troubles})
    return found


def _remedy(book: Rulebook, outcome: Outcome) -> f.RemedyInfo:
    permission = book.permission(outcome.act) if outcome.act else None
    return f.RemedyInfo(outcome.does.value, permission.by if permission else (), outcome.two, outcome.why)


def _pairs(ref: str, book: Rulebook) -> dict[str, str]:
    """Return each pair of opposite spots once, if this layout has both."""
    pairs = book.limits.differential if book.limits else ()
    return {one: other for one, other in pairs if one in game(ref).opposite}


def _clauses(ref: str, book: Rulebook, gates: Iterable[Declared]) -> dict[str, str]:
    known = clauses(ref)
    named = {
        *(check for one in book.may for check in one.checks),
        *(one.clause for one in gates),
        *(one.clause for one in book.irregularity),
        *(step.clause for step in (book.play.steps if book.play else ())),
    }
    return {clause: said.says for clause, said in known.items() if clause in named}
