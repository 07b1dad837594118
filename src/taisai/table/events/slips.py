"""Events about slips: chips that are requested, prepared, carried and received between a table and the cage."""

from taisai.table.events.chips import Pile
from taisai.table.events.parts import Tagged


class SlipRequested(Tagged, frozen=True, tag="slip-requested"):
    """`kind` is fill, from the cage to the table, or credit, from the table to the cage. Numbers are never reused."""

    slip: int
    kind: str
    chips: Pile
    amount: int
    by: str


class SlipPrepared(Tagged, frozen=True, tag="slip-prepared"):
    slip: int
    by: str


class SlipCarried(Tagged, frozen=True, tag="slip-carried"):
    slip: int
    by: str


class SlipReceived(Tagged, frozen=True, tag="slip-received"):
    """Both people have counted and signed. Only now the float changes."""

    slip: int
    by: str
    second: str


class SlipVoided(Tagged, frozen=True, tag="slip-voided"):
    slip: int
    why: str
    by: str
    second: str
