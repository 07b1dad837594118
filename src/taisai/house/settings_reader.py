"""The settings of a house: defaults, then its file, then the environment, then flags. All problems are reported at
once."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec
from msgspec.structs import fields

from taisai.books.locate import line_of
from taisai.house.settings import FILE, FOLDER, FOUND, PATHS, PREFIX, TABLES_MOST, Settings
from taisai.house.settings_checks import (
    check_alerts,
    check_beacon,
    check_bus,
    check_database,
    check_days,
    check_files,
    check_mirror,
    check_network,
    check_outsiders,
    check_plan,
    check_token,
)
from taisai.house.settings_help import FIELD_HELP
from taisai.house.settings_problems import Problem, SettingsRefused
from taisai.house.tables import DEMO_TABLES, TableSettings, check_tables, shut_table
from taisai.rules.fault import Path as At
from taisai.rules.refusals import Refused, did_you_mean, shown


def load(flags: Mapping[str, Any], environment: Mapping[str, str]) -> Settings:
    settings, problems = read(flags, environment)
    if problems:
        raise SettingsRefused(problems)
    return settings


def read(flags: Mapping[str, Any], environment: Mapping[str, str]) -> tuple[Settings, tuple[Problem, ...]]:
    """Return the valid settings, and all problems with the rest."""
    folder = Path(flags.get("folder") or environment.get(f"{PREFIX}FOLDER") or FOLDER)
    problems: list[Problem] = []
    in_file = _FileSource(folder / FILE, problems)
    in_environment = _Source(lambda name: f"{PREFIX}{name.upper()}", Path.cwd(), problems)
    by_flag = _Source(lambda name: f"--{name.replace('_', '-')}", Path.cwd(), problems)
    values: dict[str, Any] = {} if in_file.path.exists() else {"demo": True, "tables": DEMO_TABLES}
    in_file.take_all()
    in_environment.take(_unfolded(environment), strict=False)
    by_flag.take({key: _plain(value) for key, value in flags.items() if value is not None})
    sources = (in_file, in_environment, by_flag)
    for source in sources:
        values |= source.values
    settings = Settings(**(values | {"folder": str(folder.absolute())}))
    check_files(settings, sources)
    check_days(settings, sources)
    check_plan(settings, sources)
    check_network(settings, sources)
    check_mirror(settings, sources)
    check_token(settings, sources)
    check_beacon(settings, sources)
    check_alerts(settings, sources)
    check_outsiders(settings, sources)
    check_database(settings, sources)
    check_bus(settings, sources)
    return settings, tuple(problems)


def _unfolded(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings in the environment, where lists are separated by commas."""
    lists = {field.name for field in fields(Settings) if get_origin(field.type) is tuple}
    given = {key.removeprefix(PREFIX).lower(): value for key, value in environment.items() if key.startswith(PREFIX)}
    return {
        key: [part.strip() for part in value.split(",") if part.strip()] if key in lists else value
        for key, value in given.items()
    }


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Path) else value


class _Source:
    """One source of values: keeps those that are valid and notes a problem for each that is not."""

    def __init__(self, called: Callable[[str], str], base: Path, problems: list[Problem]) -> None:
        self._called, self._base, self._problems = called, base, problems
        self._strict = True
        self._tables: list[tuple[int, TableSettings]] = []
        self.values: dict[str, Any] = {}

    def note(self, at: At, words: str, value: object, allowed: str) -> None:
        self._problems.append(Problem(self.where(at), words, shown(value) or "nothing", allowed))

    def where(self, at: At) -> str:
        return self._called(_name(at))

    def take(self, given: Mapping[str, Any], *, strict: bool = True) -> None:
        self._strict = strict
        self.values = self._fitting(Settings, given, ())
        for name in PATHS:
            if self.values.get(name):
                self.values[name] = str(self._base / self.values[name])
        self._shut_tables()
        check_tables(self._tables, lambda at, *what: self.note(("table", *at), *what))

    def _shut_tables(self) -> None:
        """Close only the table whose rulebook cannot be read; if no other table is left, refuse the settings."""
        shut = {place: one for place, table in self._tables if (one := shut_table(table))}
        if 0 < len(shut) < len(self._tables):
            self._tables = [(place, table) for place, table in self._tables if place not in shut]
            self.values["tables"] = tuple(table for _, table in self._tables)
            self.values["shut"] = tuple(shut.values())

    def _fitting(self, kind: type[msgspec.Struct], given: Mapping[str, Any], at: At) -> dict[str, Any]:
        known = {field.encode_name: field for field in fields(kind) if field.name not in FOUND}
        for key in given:
            if key not in known:
                near = did_you_mean(key, known).removeprefix("; ")
                self.note((*at, key), "unknown name", key, near or f"known names: {', '.join(known)}")
        return {
            field.name: value
            for key, field in known.items()
            if key in given
            for value in self._fit(field.type, given[key], (*at, key))
        }

    def _fit(self, wanted: Any, value: Any, at: At) -> Iterator[Any]:
        """Yield the value as the wanted type; or note a problem and yield nothing."""
        inner = get_args(wanted)[0] if get_origin(wanted) is tuple else None
        if isinstance(inner, type) and issubclass(inner, msgspec.Struct) and isinstance(value, list):
            yield tuple(one for place, item in enumerate(value) for one in self._record(inner, item, (*at, place)))
            return
        try:
            yield msgspec.convert(value, wanted, strict=self._strict)
        except msgspec.ValidationError:
            self.note(at, "not valid", value, FIELD_HELP[_name(at)])

    def _record(self, kind: type[msgspec.Struct], given: Any, at: At) -> Iterator[msgspec.Struct]:
        if not isinstance(given, dict):
            self.note(at, "not valid", given, FIELD_HELP[_name(at)])
            return
        absent = {field.name: "" for field in fields(kind) if field.required}
        try:
            made = kind(**(absent | self._fitting(kind, given, at)))
        except Refused as refused:
            self.note(at, "not valid", refused.value, refused.words)
            return
        yield self._located(made, at) if isinstance(made, TableSettings) else made

    def _located(self, table: TableSettings, at: At) -> TableSettings:
        """Resolve the path of the house's own rulebook relative to where the settings are."""
        if table.paytable.startswith("."):
            table = msgspec.structs.replace(table, paytable=str(self._base / table.paytable))
        self._tables.append((int(at[1]), table))
        return table


class _FileSource(_Source):
    """The house's file, which may be absent."""

    def __init__(self, path: Path, problems: list[Problem]) -> None:
        super().__init__(str, path.parent.absolute(), problems)
        self.path = path
        self._text = ""

    def where(self, at: At) -> str:
        match at:
            case ("line", int(line)):
                return f"{self.path}:{line}"
        return f"{self.path}:{line_of(self._text, at)}: {_name(at)}"

    def take_all(self) -> None:
        if not self.path.exists():
            return
        try:
            text = self.path.read_text(encoding="utf-8")
            document = tomllib.loads(text)
        except (OSError, ValueError, RecursionError) as error:
            line = re.search(r"line (\d+)", str(error))
            allowed = "fix the syntax of the file or its permissions"
            self.note(("line", int(line[1]) if line else 1), "cannot be read", error, allowed)
            return
        self._text = text
        if "folder" in document:
            self.note(("folder",), "not allowed in the file", document.pop("folder"), FIELD_HELP["folder"])
        tables = document.setdefault("table", [])
        if isinstance(tables, list) and not 1 <= len(tables) <= TABLES_MOST:
            self.note(("table",), "wrong number of tables", len(tables), FIELD_HELP["table"])
        self.take(document)


def _name(at: At) -> str:
    return ".".join(part for part in at if isinstance(part, str))
