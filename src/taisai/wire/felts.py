"""What never changes while a table runs: its layout, its odds and its rules of play."""

from taisai.rules.commission import Commission
from taisai.rules.rulebook import Phrases
from taisai.rules.vocabulary import Role
from taisai.wire.bodies import Body
from taisai.wire.faces import FaceInfo


class SpotInfo(Body, frozen=True):
    """`odds` to one, by result; `hit` and `edge` are exact fractions such as 5/36. `back`: shares of a stake that come
    back without a win; `back_on_triples`: only on triples. `draw`, `glyph`, `picture` and `dice` say how it is printed;
    `counted`: its odds depend on how many dice show its faces; `times_most` is the largest multiplier of its winnings,
    1 for none. `commission` is deducted from them if it is rounded, in minor units; its `of` is 0 for none."""

    id: str
    area: str
    label: str
    odds: str
    inferred: bool
    clause: str
    ways: int
    hit: str
    edge: str
    step: int
    back: tuple[str, ...]
    back_on_triples: bool
    draw: str
    glyph: str
    picture: str
    dice: tuple[int, ...]
    counted: bool
    times_most: int
    commission: Commission


class CellInfo(Body, frozen=True):
    """The rectangle of a spot, in units of the arrangement."""

    spot: str
    x: float
    y: float
    width: float
    height: float


class BlockInfo(Body, frozen=True):
    title: str
    x: float
    y: float
    width: float
    height: float
    cells: tuple[CellInfo, ...]


class ArrangementInfo(Body, frozen=True):
    name: str
    width: int
    height: int
    blocks: tuple[BlockInfo, ...]


class Felt(Body, frozen=True):
    """Everything needed to draw a felt; it has no rules."""

    paytable: str
    name: str
    fingerprint: str
    spots: tuple[SpotInfo, ...]
    arrangements: tuple[ArrangementInfo, ...]


class StepInfo(Body, frozen=True):
    step: str
    clause: str
    by: tuple[Role, ...]
    bell: bool


class TroubleInfo(Body, frozen=True):
    """`commands` are those that resolve it, empty if nobody has to act; `stops`: no round begins until it is
    cleared."""

    trouble: str
    effect: str
    clause: str
    causes: tuple[str, ...]
    commands: tuple[str, ...]
    stops: bool


class RemedyInfo(Body, frozen=True):
    """The result of an order about an irregularity at one moment: done by `by`, with a second person if `two`; or
    refused, with the reason `why`."""

    does: str
    by: tuple[Role, ...]
    two: bool
    why: str


class GateInfo(Body, frozen=True):
    """Who gives an order and when: the roles, by which clause; the step, if it is one, which must be the next; the
    `conditions` that the table's view must have; and whether staff give it with a second person: `two`, or
    `two_if_called` if it is about a wager that staff placed, "always" or while the table's view has this condition."""

    by: tuple[Role, ...]
    clause: str
    step: str
    when: tuple[str, ...]
    two: bool
    two_if_called: str


class CaseInfo(Body, frozen=True):
    """An order whose gates are those of another `name` if the field has the value or, without one, any but none."""

    name: str
    order: str
    field: str
    value: str


class Play(Body, frozen=True):
    """How this table is played: the rulebook's steps, who may take them, and what may go wrong. `clauses` are the texts
    of clauses of its checks, orders, steps and troubles, in our own words; `calls` are the words for each roll, and
    `differential` the opposite spot of one of each pair. `gates` are those of each order that the table takes and of
    the `cases` in which they differ; what a remedy takes besides is in `remedies`, by order, irregularity and moment.
    `posts` are those that each role assigns to others; `scope` is what a maximum applies to if the limit does not
    say; `faces` are the six faces of the dice, empty for dice with pips."""

    book: str
    document: str
    steps: tuple[StepInfo, ...]
    troubles: tuple[TroubleInfo, ...]
    checks: tuple[str, ...]
    test_run: str
    tumbles_min: int
    clauses: dict[str, str]
    phrases: Phrases
    calls: dict[str, str]
    differential: dict[str, str]
    remedies: dict[str, dict[str, dict[str, RemedyInfo]]]
    gates: dict[str, GateInfo]
    cases: tuple[CaseInfo, ...]
    posts: dict[str, tuple[Role, ...]]
    scope: str
    faces: tuple[FaceInfo, ...]


class Lit(Body, frozen=True):
    """The spots that each of the 56 rolls lights."""

    lit: dict[str, tuple[str, ...]]
