"""The settings of a house as a file that explains each one."""

import json
from textwrap import wrap
from typing import Any

import msgspec
from msgspec.structs import fields

from taisai.house.settings import FOUND, Settings
from taisai.house.settings_help import FIELD_HELP
from taisai.house.tables import TableSettings


def written(settings: Settings) -> str:
    """Return a file with the same settings, each with its meaning."""
    lines = ["# Settings of the house. Variables such as TAISAI_PORT override this file; flags override both."]
    for field in fields(Settings):
        if field.name not in {"folder", "tables", *FOUND}:
            lines += ["", *_comments(field.name), f"{field.name} = {_toml(getattr(settings, field.name))}"]
    for place, table in enumerate(settings.tables):
        lines += ["", *([] if place else [*_comments("table"), ""]), "[[table]]"]
        for field in fields(TableSettings):
            lines += [] if place else _comments(f"table.{field.name}")
            lines.append(f"{field.name} = {_toml(getattr(table, field.name))}")
    return "\n".join(lines) + "\n"


def _comments(name: str) -> list[str]:
    below = [f"  {key.rpartition('.')[2]}: {text}" for key, text in FIELD_HELP.items() if key.startswith(f"{name}.")]
    return [f"# {line}" for line in [*wrap(FIELD_HELP[name], 100), *(below if name != "table" else [])]]


def _toml(value: Any) -> str:
    match value:
        case bool() | str():
            return json.dumps(value, ensure_ascii=False)
        case tuple():
            return f"[{', '.join(map(_toml, value))}]"
        case msgspec.Struct():
            return f"{{ {', '.join(f'{key} = {_toml(part)}' for key, part in msgspec.structs.asdict(value).items())} }}"
    return str(value)
