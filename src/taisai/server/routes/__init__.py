"""Every route of the house; the authorisation test and the OpenAPI page read this very table."""

from taisai.server.call import Route
from taisai.server.routes import devices, integrity, lab, logs, people, records, system, tables

ROUTES: tuple[Route, ...] = (
    *system.ROUTES,
    *people.ROUTES,
    *devices.ROUTES,
    *tables.ROUTES,
    *records.ROUTES,
    *integrity.ROUTES,
    *logs.ROUTES,
    *lab.ROUTES,
)
