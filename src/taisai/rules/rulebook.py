"""A rule document as data: how a round goes, who may do what, what is paid, what happens when things go wrong."""

from datetime import date
from typing import Any, Literal

import msgspec

from taisai.rules.vocabulary import Act, Does, Effect, Moment, Role, Step, Trouble
from taisai.rules.wager import Name, Wager

Electronic = Literal["house-game", "no"]
Preset = Literal["", "usual"]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a file: an unknown key is a fault, never ignored."""


class Identity(Record, frozen=True):
    """`electronic`: whether a table may throw by a random number generator, which no rule document knows. `preset`:
    whose rules of play stand wherever the file has none of its own. `note` says where figures come from."""

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
    """`like` names a pay table that it takes over but for its own wagers; `without` the wagers that it leaves out."""

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
    """The six sides, the first where a die of pips has its one."""

    faces: tuple[Face, Face, Face, Face, Face, Face]

    def name(self, face: int) -> str:
        return self.faces[face - 1].name

    def picture(self, face: int) -> str:
        return self.faces[face - 1].picture


class Expect(Record, frozen=True):
    """What the house's mathematician says of a spot, to be found by `check` as well; decimals, or fractions such as
    "5/36"."""

    spot: str
    table: int = 1
    edge: Any = ""
    hit: Any = ""
    variance: Any = ""
    ways: int | None = None


class MultipliersRule(Record, frozen=True):
    """What an electronic table draws when wagers are closed: `struck` is how many spots of the `wagers` are struck,
    `times` by what the winnings of each are multiplied; numbers with their weights."""

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
    """`checks` come before the act; `test_run` is the one of them that takes test rolls, `test_rolls_min` at least."""

    act: Act
    by: tuple[Role, ...]
    clause: str = ""
    checks: tuple[str, ...] = ()
    test_run: str = ""
    test_rolls_min: int = 3
    note: str = ""


Scope = Literal["box", "player"]


class Limits(Record, frozen=True):
    """`differential` names the pairs of spots whose totals may not drift too far apart. `scopes`: whether a maximum is
    for the box over all players or for each player; the first is the usual one, a house may choose another of them.
    `displayed`: the clause by which a table without limits does not open; empty where none asks for that."""

    kinds: tuple[Literal["minimum", "maximum", "differential"], ...]
    excess_unnoticed: Literal["pro-rata", "cannot-happen"]
    scopes: tuple[Scope, ...] = ("box",)
    displayed_clause: str = ""
    excess_noticed: Literal["reject"] = "reject"
    differential: tuple[tuple[str, str], ...] = ()
    clauses: tuple[str, ...] = ()
    note: str = ""


class Irregularity(Record, frozen=True):
    """`causes`: the only ones for which it may be invoked, where the document names them."""

    trouble: Trouble
    effect: Effect
    clause: str = ""
    causes: tuple[str, ...] = ()
    note: str = ""


class Outcome(Record, frozen=True):
    """What comes of a remedy at some moment, named so that many moments can share it. `act` says who may, `two` that a
    second person must agree; `stakes` and `awards` what becomes of stakes that were collected and awards that were paid
    before; `why` says why it is refused."""

    name: Name
    does: Does
    act: Act | None = None
    two: bool = False
    stakes: Literal["", "stay", "go-back"] = ""
    awards: Literal["", "stay", "taken-back"] = ""
    why: str = ""


class Remedy(Record, frozen=True):
    """What comes of one order about these irregularities, moment by moment."""

    order: str
    troubles: tuple[Trouble, ...]
    at: dict[Moment, str]


class Remedies(Record, frozen=True):
    outcome: tuple[Outcome, ...] = ()
    remedy: tuple[Remedy, ...] = ()


class Phrases(Record, frozen=True):
    """The words a dealer calls."""

    open_bets: str
    close_bets: str
    void: str
    double: str = "double"
    triple: str = "triple"
    total: str = "total"


class Rulebook(Record, frozen=True):
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

    @property
    def id(self) -> str:
        return self.rulebook.id

    @property
    def permits_electronic(self) -> bool:
        return self.rulebook.electronic != "no"

    def permission(self, act: Act) -> Permission | None:
        return next((permission for permission in self.may if permission.act is act), None)

    def provision(self, trouble: Trouble) -> Irregularity | None:
        """What the document provides for an irregularity, if it does."""
        return next((one for one in self.irregularity if one.trouble is trouble), None)

    def clause_on(self, trouble: Trouble) -> str:
        """Empty where the document is silent."""
        found = self.provision(trouble)
        return found.clause if found else ""

    def remedy(self, order: str, trouble: Trouble) -> Remedy | None:
        """None where the rulebook does not provide this order for this irregularity."""
        rows = self.remedies.remedy
        return next((row for row in rows if row.order == order and trouble in row.troubles), None)

    def outcome(self, remedy: Remedy, moment: Moment) -> Outcome:
        return next(one for one in self.remedies.outcome if one.name == remedy.at[moment])


class Clause(Record, frozen=True):
    """One numbered clause in our own words; `why` says why no software is needed, `reading` what we decided."""

    kind: Literal["software", "procedural"]
    says: str
    why: str = ""
    reading: str = ""
