"""Pages about running a house: significant events, settings."""

from collections.abc import Iterator

from msgspec import NODEFAULT
from msgspec.structs import fields
from pages.writing import headed, table

from taisai.house.settings import PREFIX, Settings
from taisai.house.settings_help import FIELD_HELP
from taisai.house.settings_writer import written
from taisai.house.tables import DEMO_TABLES, TableSettings
from taisai.people.significant_events import Happening, Severity
from taisai.table.limits import LimitRule

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
"""


def events_page() -> str:
    lines = [EVENTS]
    for severity in reversed(Severity):
        found = [happening for happening in Happening if happening.severity is severity]
        lines += [f"## {severity.value}\n", *(f"- `{happening.value}`" for happening in found), ""]
    return headed("Significant events", lines, source="src/taisai/people/significant_events.py")


def settings_page() -> str:
    lines = [SETTINGS, *table(["setting", "default", "environment", "meaning"], _rows())]
    default = written(Settings(demo=True, tables=DEMO_TABLES))
    lines += ["## The file with all defaults\n", f"```toml\n{default.strip()}\n```\n"]
    return headed("Settings", lines, source="src/taisai/house/settings.py")


def _rows() -> Iterator[tuple[str, ...]]:
    defaults = dict(_defaults())
    for name, meaning in FIELD_HELP.items():
        variable = f"`{PREFIX}{name.upper()}`" if "." not in name and name != "table" else ""
        yield f"`{name}`", defaults.get(name, ""), variable, meaning


def _defaults() -> Iterator[tuple[str, str]]:
    for prefix, kind in (("", Settings), ("table.", TableSettings), ("table.limits.", LimitRule)):
        for field in fields(kind):
            if field.default is not NODEFAULT and not isinstance(field.default, tuple):
                value = str(field.default).lower() if isinstance(field.default, bool) else str(field.default)
                yield f"{prefix}{field.encode_name}", f"`{value}`" if value else "empty"
