"""The settings of a house as a file that explains each one."""

from textwrap import wrap
from typing import TYPE_CHECKING

from taisai.books.toml_text import lines, value
from taisai.house.setting_rows import Row, below, rows
from taisai.house.settings import Settings
from taisai.house.tables import TableSettings

if TYPE_CHECKING:
    from taisai.rules.fault import Path as At

TABLES = ("table",)
FOLDER = ("folder",)


def written(settings: Settings) -> str:
    """Return a file with the same settings, each with its meaning."""
    found = ["# Settings of the house. Variables such as TAISAI_PORT override this file; flags override both."]
    shown = [row for at, row in rows(Settings).items() if at not in {TABLES, FOLDER}]
    section: At = ()
    for row in sorted(shown, key=lambda row: len(row.at)):  # what has no table of its own comes first
        if row.at[:-1] != section:
            section = row.at[:-1]
            found += ["", f"[{'.'.join(map(str, section))}]"]
        found += ["", *(f"# {line}" for line in _comments(row)), f"{row.at[-1]} = {value(row.of(settings))}"]
    for place, table in enumerate(settings.tables):
        found += [] if place else ["", f"# {rows(Settings)[TABLES].meaning}"]
        values = [(row.name, row.of(table)) for row in rows(TableSettings).values()]
        found += lines("[[table]]", values, _unsaid if place else _comments_of_table)
    return "\n".join(found) + "\n"


def _comments_of_table(name: str) -> list[str]:
    return _comments(rows(TableSettings)[(name,)])


def _unsaid(_: str) -> list[str]:
    return []


def _comments(row: Row) -> list[str]:
    inner = below(row.record) if row.record else ()
    return [*wrap(row.meaning, 100), *(f"  {one.at[-1]}: {one.meaning}" for _, one in inner)]
