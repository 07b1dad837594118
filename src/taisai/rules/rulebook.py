"""A rule document as data: how a round goes, who may do what, what is paid, what happens when things go wrong."""

from datetime import date
from typing import Literal

import msgspec

from taisai.rules.vocabulary import Act, Effect, Role, Step, Trouble
from taisai.rules.wager import Name, Wager

Electronic = Literal["house-game", "no"]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a file: an unknown key is a fault, never ignored."""


class Identity(Record, frozen=True):
    """`electronic`: whether a table may throw by a random number generator, which no rule document knows."""

    id: Name
    title: str
    house: str
    source: str
    edition: str
    currency: str
    in_force_from: date | None = None
    electronic: Electronic = "no"


class Table(Record, frozen=True):
    number: int
    name: str
    clause: str = ""


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
    """`checks` come before the act; `test_run` is the one of them that the equipment itself must pass."""

    act: Act
    by: tuple[Role, ...]
    clause: str = ""
    checks: tuple[str, ...] = ()
    test_run: str = ""
    note: str = ""


class Limits(Record, frozen=True):
    """`differential` names the pairs of spots whose totals may not drift too far apart."""

    kinds: tuple[Literal["minimum", "maximum", "differential"], ...]
    excess_unnoticed: Literal["pro-rata", "cannot-happen"]
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


class Clause(Record, frozen=True):
    """One numbered clause in our own words; `why` says why no software is needed, `reading` what we decided."""

    kind: Literal["software", "procedural"]
    says: str
    why: str = ""
    reading: str = ""
