"""A wager as a rulebook writes it: one spot, or a family of spots that differ in their selection."""

from typing import Annotated, Any, Literal

import msgspec

from taisai.rules.commission import Direction

Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")]
Picks = tuple[int | str, ...]


class Pays(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Selections that pay the same.

    `odds` are to one, `for_one` includes the stake, `returns` is the share of a stake that is returned without a
    win; each may depend on a count. A row with `when` applies to these totals or rolls of every spot of its wager,
    and overrides the rest."""

    selections: Picks = ()
    when: Picks = ()
    odds: Any = None
    for_one: Any = None
    returns: Any = None
    inferred: str = ""


class Rounding(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rounding of a commission, in minor units of the currency. Both fields are required."""

    unit: int
    direction: Direction


class Wager(Pays, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`selection` makes one spot, `selections` a family, `pays` a family with several odds or rows with `when`.

    `commission` is a percentage of winnings; `rounding` gives the unit and direction to which it is rounded. `draw`,
    `glyph` and `picture` say how its spots are printed."""

    name: Name
    pattern: Literal["totals", "show", "among", "count", "alike", "listed"]
    tables: tuple[int, ...]
    label: str = ""
    short: str = ""
    clause: str = ""
    triples: Literal["win", "lose", "push"] = "win"
    selection: Picks = ()
    pays: tuple[Pays, ...] = ()
    commission: Any = None
    rounding: Rounding | None = None
    draw: Literal["", "dice", "number", "banner", "text"] = ""
    glyph: Literal["", "大", "小", "單", "雙", "圍", "全", "一", "二", "三", "四", "五", "六", "骰"] = ""
    picture: str = ""

    @property
    def families(self) -> tuple[Pays, ...]:
        """The rows of a family with several odds."""
        return tuple(row for row in self.pays if not row.when)

    @property
    def exceptions(self) -> tuple[Pays, ...]:
        """The rows for single totals or rolls."""
        return tuple(row for row in self.pays if row.when)

    @property
    def is_family(self) -> bool:
        return bool(self.families or self.selections)
