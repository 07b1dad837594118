"""Every route of the house; the authorisation test and the OpenAPI page read this very table."""

from taisai.server.call import Route
from taisai.server.routes import (
    alerts,
    devices,
    duties,
    equipment,
    feeds,
    floor_plan,
    integrity,
    lab,
    logs,
    nodes,
    people,
    ratings,
    receipts,
    records,
    system,
    tables,
)

ROUTES: tuple[Route, ...] = (
    *system.ROUTES,
    *people.ROUTES,
    *devices.ROUTES,
    *duties.ROUTES,
    *equipment.ROUTES,
    *ratings.ROUTES,
    *floor_plan.ROUTES,
    *tables.ROUTES,
    *records.ROUTES,
    *alerts.ROUTES,
    *feeds.ROUTES,
    *integrity.ROUTES,
    *nodes.ROUTES,
    *logs.ROUTES,
    *receipts.ROUTES,
    *lab.ROUTES,
)
