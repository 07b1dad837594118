"""The floor plan, for the staff who carry it out."""

from taisai.house.floor_plan import LimitTemplate, OpeningHours
from taisai.wire.bodies import Body


class PlannedTable(Body, frozen=True):
    """What the plan says about a table now. Without `hours` it does not open or close the table. `template` names the
    limits that are due, empty for none."""

    table: str
    hours: tuple[OpeningHours, ...]
    to_be_open: bool
    template: str


class Plan(Body, frozen=True):
    zone: str
    tables: tuple[PlannedTable, ...]
    templates: tuple[LimitTemplate, ...]
