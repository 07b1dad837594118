"""The floor plan: opening hours, and limits by template."""

from taisai.house.clock import now
from taisai.people.rights import Right
from taisai.server.call import Answer, Call, Route
from taisai.wire.floor_plan import Plan, PlannedTable


async def floor_plan(call: Call) -> Answer:
    """Return the plan of the settings, as of now."""
    found, at = call.house.settings.plan, now()
    tables = []
    for table in call.house.settings.tables:
        due = found.template(table.id, at)
        name = due.name if due else ""
        tables.append(PlannedTable(table.id, found.hours(table.id), found.is_to_be_open(table.id, at), name))
    return Answer(Plan(found.zone, tuple(tables), found.templates))


ROUTES = (
    Route("GET", "/api/plan", floor_plan, "Get the planned opening hours and limits of tables", Right.READ_EVENTS,
          Plan, acts=False),
)  # fmt: skip
