"""A wager as a rulebook writes it: one spot, or a family of spots that differ in their selection."""

from typing import Annotated, Any, Literal

import msgspec

Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")]
Picks = tuple[int | str, ...]


class Pays(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Selections that pay the same. Odds are to one, `for_one` counts the stake in; either may go by count."""

    selections: Picks = ()
    odds: Any = None
    for_one: Any = None
    inferred: str = ""


class Wager(Pays, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`selection` makes one spot, `selections` a family, `pays` a family with several odds."""

    name: Name
    pattern: Literal["totals", "show", "among", "alike", "listed"]
    tables: tuple[int, ...]
    label: str = ""
    short: str = ""
    clause: str = ""
    triples: Literal["win", "lose"] = "win"
    selection: Picks = ()
    pays: tuple[Pays, ...] = ()

    @property
    def is_family(self) -> bool:
        return bool(self.pays or self.selections)
