"""A rule document as data: the order of play, who may do what, what is paid, and irregularities."""

from collections.abc import Iterator
from datetime import date
from typing import Any, Literal

import msgspec

from taisai.rules.html import called
from taisai.rules.vocabulary import Act, Does, Effect, Moment, Role, Step, Trouble
from taisai.rules.wager import Name, Wager

Electronic = Literal["house-game", "no"]
Preset = Literal["", "usual"]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a file. An unknown key is a fault, never ignored."""


class Identity(Record, frozen=True):
    """`electronic`: whether a table may use a random number generator, which no rule document mentions.

    `preset` names the rules of play that apply where the file has none of its own. `note` says where figures come
    from."""

    id: Name
    title: str
    house: str
    source: str
    edition: str
    currency: str
    in_force_from: date | None = None
    electronic: Electronic = "no"
    preset: Preset = ""
    note: str = ""


class Table(Record, frozen=True):
    """`like` names a pay table that it copies except for its own wagers; `without` the wagers that it leaves out."""

    number: int
    name: str
    clause: str = ""
    like: str = ""
    without: tuple[str, ...] = ()


class Face(Record, frozen=True):
    """What is on a side of the dice instead of pips."""

    name: str
    colour: Literal["", "red", "green", "blue"] = ""
    picture: str = ""


class Dice(Record, frozen=True):
    """The six sides, in the order of pips one to six."""

    faces: tuple[Face, Face, Face, Face, Face, Face]

    def name(self, face: int) -> str:
        return self.faces[face - 1].name

    def picture(self, face: int) -> str:
        return self.faces[face - 1].picture


class Expect(Record, frozen=True):
    """What the house's mathematician expects of a spot, for `check` to confirm.

    Decimals, or fractions such as "5/36"."""

    spot: str
    table: int = 1
    edge: Any = ""
    hit: Any = ""
    variance: Any = ""
    ways: int | None = None


class MultipliersRule(Record, frozen=True):
    """What an electronic table draws when wagers are closed.

    `struck` is how many spots of the `wagers` are struck, `times` the multiplier of each one's winnings; numbers
    with weights."""

    tables: tuple[int, ...]
    wagers: tuple[str, ...]
    struck: dict[str, int]
    times: dict[str, int]


class PlayStep(Record, frozen=True):
    step: Step
    by: tuple[Role, ...]
    clause: str = ""
    bell: bool = False
    note: str = ""


class Play(Record, frozen=True):
    """`wagers_fixed_at`: from this step on, a wager counts where it lies."""

    tumbles_min: int
    wagers_fixed_at: Step
    steps: tuple[PlayStep, ...]
    wagers_fixed_clause: str = ""


class Permission(Record, frozen=True):
    """`checks` come before the act. `test_run` is the check that needs test rolls, at least `test_rolls_min`."""

    act: Act
    by: tuple[Role, ...]
    clause: str = ""
    checks: tuple[str, ...] = ()
    test_run: str = ""
    test_rolls_min: int = 3
    note: str = ""


Scope = Literal["box", "player"]
Excess = Literal["reject", "refuse-whole"]


class Limits(Record, frozen=True):
    """`differential` names pairs of spots whose totals may not differ too much.

    `scopes`: whether a maximum applies to the box over all players or to each player. The first is the default; a
    house may choose another of them. `excess_noticed`: by scope, whether the part of a stake that fits is taken and the
    excess rejected, or the whole stake is refused. `displayed_clause` is the clause by which a table without limits may
    not open; empty if there is none."""

    kinds: tuple[Literal["minimum", "maximum", "differential"], ...]
    excess_unnoticed: Literal["pro-rata", "cannot-happen"]
    scopes: tuple[Scope, ...] = ("box",)
    displayed_clause: str = ""
    excess_noticed: dict[Scope, Excess] = msgspec.field(
        default_factory=lambda: {"box": "reject", "player": "refuse-whole"}
    )
    differential: tuple[tuple[str, str], ...] = ()
    clauses: tuple[str, ...] = ()
    note: str = ""


class Irregularity(Record, frozen=True):
    """`causes` are the only ones for which it may be invoked, if the document names them."""

    trouble: Trouble
    effect: Effect
    clause: str = ""
    causes: tuple[str, ...] = ()
    note: str = ""


class Outcome(Record, frozen=True):
    """The outcome of a remedy at some moment, named so that several moments can share it.

    `act` says who may do it, `two` that a second person must agree. `stakes` and `awards` say what happens to stakes
    already collected and awards already paid. `why` is the reason of a refusal."""

    name: Name
    does: Does
    act: Act | None = None
    two: bool = False
    stakes: Literal["", "stay", "go-back"] = ""
    awards: Literal["", "stay", "taken-back"] = ""
    why: str = ""


class Remedy(Record, frozen=True):
    """The outcomes of one order about these irregularities, moment by moment."""

    order: str
    troubles: tuple[Trouble, ...]
    at: dict[Moment, str]


class Remedies(Record, frozen=True):
    outcome: tuple[Outcome, ...] = ()
    remedy: tuple[Remedy, ...] = ()


class Phrases(Record, frozen=True):
    """The phrases a dealer calls."""

    open_bets: str
    close_bets: str
    void: str
    double: str = "double"
    triple: str = "triple"
    total: str = "total"


class Rulebook(Record, frozen=True, dict=True):
    """A rule document as data, or a house whose pay tables are public. It iterates over what it says of its tables.

    >>> book = rulebook("rws-6")
    >>> len(book), [table.number for table in book], book.rulebook.currency
    (3, [1, 2, 3], 'SGD')
    """

    rulebook: Identity
    table: tuple[Table, ...]
    wager: tuple[Wager, ...]
    phrases: Phrases
    play: Play | None = None
    limits: Limits | None = None
    may: tuple[Permission, ...] = ()
    irregularity: tuple[Irregularity, ...] = ()
    remedies: Remedies = Remedies()
    dice: Dice | None = None
    expect: tuple[Expect, ...] = ()
    multipliers: MultipliersRule | None = None

    def __iter__(self) -> Iterator[Table]:
        return iter(self.table)

    def __len__(self) -> int:
        return len(self.table)

    def __repr__(self) -> str:
        return f"rulebook({called(self, self.id)!r})"

    @property
    def id(self) -> str:
        return self.rulebook.id

    @property
    def permits_electronic(self) -> bool:
        return self.rulebook.electronic != "no"

    def permission(self, act: Act) -> Permission | None:
        return next((permission for permission in self.may if permission.act is act), None)

    def provision(self, trouble: Trouble) -> Irregularity | None:
        """Return what the document provides for an irregularity, or None."""
        return next((one for one in self.irregularity if one.trouble is trouble), None)

    def clause_on(self, trouble: Trouble) -> str:
        """Return the clause on an irregularity; empty if the document is silent."""
        found = self.provision(trouble)
        return found.clause if found else ""

    def remedy(self, order: str, trouble: Trouble) -> Remedy | None:
        """Return the remedy; None if the rulebook does not provide this order for this irregularity."""
        rows = self.remedies.remedy
        return next((row for row in rows if row.order == order and trouble in row.troubles), None)

    def outcome(self, remedy: Remedy, moment: Moment) -> Outcome:
        return next(one for one in self.remedies.outcome if one.name == remedy.at[moment])


class Clause(Record, frozen=True):
    """One numbered clause in our own words. `why` says why it needs no software, `reading` how we interpret it."""

    kind: Literal["software", "procedural"]
    says: str
    why: str = ""
    reading: str = ""
