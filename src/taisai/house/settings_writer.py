"""The settings of a house as a file that explains each one."""

from textwrap import wrap

from msgspec.structs import asdict, fields

from taisai.books.toml_text import lines, value
from taisai.house.settings import FOUND, Settings
from taisai.house.settings_help import FIELD_HELP


def written(settings: Settings) -> str:
    """Return a file with the same settings, each with its meaning."""
    found = ["# Settings of the house. Variables such as TAISAI_PORT override this file; flags override both."]
    for field in fields(Settings):
        if field.name not in {"folder", "tables", *FOUND}:
            setting = f"{field.name} = {value(getattr(settings, field.name))}"
            found += ["", *(f"# {line}" for line in _comments(field.name)), setting]
    for place, table in enumerate(settings.tables):
        found += [] if place else ["", *(f"# {line}" for line in _comments("table"))]
        found += lines(
            "[[table]]", asdict(table).items(), _unsaid if place else lambda name: _comments(f"table.{name}")
        )
    return "\n".join(found) + "\n"


def _comments(name: str) -> list[str]:
    below = [f"  {key.rpartition('.')[2]}: {text}" for key, text in FIELD_HELP.items() if key.startswith(f"{name}.")]
    return [*wrap(FIELD_HELP[name], 100), *(below if name != "table" else [])]


def _comments_of_table(name: str) -> list[str]:
    return _comments(f"table.{name}")


def _unsaid(_: str) -> list[str]:
    return []
