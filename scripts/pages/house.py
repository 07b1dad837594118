"""Pages about running a house: significant events, settings."""

from collections.abc import Iterator

from msgspec import NODEFAULT
from pages.writing import headed, table

from taisai.books.toml_text import value
from taisai.house.setting_rows import Row, below, rows
from taisai.house.settings import PREFIX, Settings
from taisai.house.settings_writer import written
from taisai.house.tables import DEMO_TABLES
from taisai.people.significant_events import Happening, Severity

EVENTS = """\
What a house must be able to look up later. Each is an entry in the sealed journal `house`, with its time, its person,
its table or device, its code and a sentence. `GET /api/events` searches them; `taisai report events` prints them.
What is critical waits until somebody with the right `acknowledge-events` has acknowledged it. Codes are never given a
second meaning.
"""
SETTINGS = """\
Settings come from the file `taisai.toml` in the house's folder, then from the environment, then from the flags of
`taisai serve`; later settings win. All problems are reported at once, each with its place. Without the file a demo
floor runs. A table's money, seats, automation and chips are written into its journal when it is installed and cannot
be changed afterwards: name a new table instead. Limits are changed at the table, between rounds, by an order.

The column *by* says whose decision a setting is: the technician's who runs the machines, the manager's who runs the
games, security's, which watches over both, or compliance's, which answers to the regulator. In a small house that is
one person. What has one sensible value for every house is a constant, not a setting.
"""


def events_page() -> str:
    lines = [EVENTS]
    for severity in reversed(Severity):
        found = [happening for happening in Happening if happening.severity is severity]
        lines += [f"## {severity.value}\n", *(f"- `{happening.value}`" for happening in found), ""]
    return headed("Significant events", lines, source="src/taisai/people/significant_events.py")


def settings_page() -> str:
    lines = [SETTINGS, *table(["setting", "by", "default", "environment", "meaning"], _rows())]
    default = written(Settings(demo=True, tables=DEMO_TABLES))
    lines += ["## The file with all defaults\n", f"```toml\n{default.strip()}\n```\n"]
    return headed("Settings", lines, source="src/taisai/house/settings.py")


def _rows() -> Iterator[tuple[str, ...]]:
    own = rows(Settings).values()
    for name, row in below(Settings):
        variable = f"`{PREFIX}{row.flat.upper()}`" if row in own and not row.record else ""
        yield f"`{name}`", row.by, _default(row), variable, row.meaning


def _default(row: Row) -> str:
    if row.default is NODEFAULT or row.default == ():
        return ""
    if isinstance(row.default, tuple):
        return f"`{value(row.default)}`"
    shown = str(row.default).lower() if isinstance(row.default, bool) else str(row.default)
    return f"`{shown}`" if shown else "empty"
