"""A pay-table design in the lab: changed odds, added spots, and the result."""

from typing import Annotated, Literal

import msgspec

from taisai.wire.bodies import Body
from taisai.wire.felts import Felt, Lit
from taisai.wire.lab import LabSpot, PayTableId

OddsText = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
SpotText = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Picks = Annotated[tuple[int | SpotText, ...], msgspec.Meta(max_length=20)]


class AddedSpot(Body, frozen=True):
    """One spot, in rulebook notation."""

    name: SpotText
    label: SpotText
    pattern: Literal["totals", "show", "among", "count", "listed"]
    selection: Picks
    odds: OddsText


class DesignAsked(Body, frozen=True):
    """`odds` by spot; several by count are written as 1/2/12, for an added spot first as 2=3 3=20. `removed` spots are
    left out. With `target`, odds are searched so that each of `spots` has that edge, in per cent."""

    paytable: PayTableId
    odds: Annotated[dict[SpotText, OddsText], msgspec.Meta(max_length=200)] = msgspec.field(default_factory=dict)
    added: Annotated[tuple[AddedSpot, ...], msgspec.Meta(max_length=20)] = ()
    removed: Annotated[tuple[SpotText, ...], msgspec.Meta(max_length=200)] = ()
    target: Annotated[str, msgspec.Meta(max_length=12, pattern=r"^(-?[0-9]{1,2}(\.[0-9]{1,6})?)?\Z")] = ""
    spots: Annotated[tuple[SpotText, ...], msgspec.Meta(max_length=200)] = ()


class DesignFigures(Body, frozen=True):
    """`odds` are the changed ones, including those found. `exposure` is the house's loss on the worst roll with one
    unit on every spot. `text` is the rulebook and `layout` its layout: everything that a table needs. `written` are the
    rulebook's odds of each spot before commission, which `odds` may change."""

    paytable: str
    odds: dict[str, str]
    spots: tuple[LabSpot, ...]
    felt: Felt
    lit: Lit
    exposure: str
    text: str
    layout: str
    written: dict[str, str]
