"""The settings of a house: defaults, then its file, then the environment, then flags. All problems are reported at
once."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import msgspec
from msgspec.structs import fields

from taisai.books.locate import line_of
from taisai.house.setting_rows import meaning, record_of, rows, tables_of
from taisai.house.settings import FILE, FOLDER, PREFIX, TABLES_MOST, Settings
from taisai.house.settings_checks import check
from taisai.house.settings_problems import Problem, SettingsRefused
from taisai.house.tables import DEMO_TABLES, ShutTable, TableSettings, check_tables, shut_table
from taisai.rules.fault import Path as At
from taisai.rules.refusals import Refused, did_you_mean, shown

ROWS = rows(Settings)
FLAT = {row.flat: at for at, row in ROWS.items()}
TABLES = ("table",)


def load(flags: Mapping[str, Any], environment: Mapping[str, str]) -> Settings:
    settings, problems = read(flags, environment)
    if problems:
        raise SettingsRefused(problems)
    return settings


def read(flags: Mapping[str, Any], environment: Mapping[str, str]) -> tuple[Settings, tuple[Problem, ...]]:
    """Return the valid settings, and all problems with the rest. Flags are named as in FLAT."""
    folder = Path(flags.get("folder") or environment.get(f"{PREFIX}FOLDER") or FOLDER)
    problems: list[Problem] = []
    in_file = _FileSource(folder / FILE, problems)
    in_environment = _Source(lambda at: f"{PREFIX}{_flat(at).upper()}", Path.cwd(), problems)
    by_flag = _Source(lambda at: f"--{_flat(at).replace('_', '-')}", Path.cwd(), problems)
    values: dict[At, Any] = {} if in_file.path.exists() else {("demo",): True, TABLES: DEMO_TABLES}
    in_file.take_all()
    in_environment.take_flat(_unfolded(environment), strict=False)
    by_flag.take_flat({key: _plain(value) for key, value in flags.items() if value is not None}, strict=False)
    sources = (in_file, in_environment, by_flag)
    for source in sources:
        values |= source.values
    settings = _made(Settings, values | {("folder",): str(folder.absolute())})
    settings = msgspec.structs.replace(settings, shut=in_file.shut)
    check(settings, sources)
    return settings, tuple(problems)


def with_values(**given: Any) -> Settings:
    """Return settings with these values, by flat names, and defaults for the rest; nothing is checked."""
    return cast("Settings", _made(Settings, {FLAT[name]: value for name, value in given.items()}))


def _made(kind: type[msgspec.Struct], values: Mapping[At, Any], above: At = ()) -> Any:
    """Return the settings, or one table of them, with these values and defaults for the rest."""
    given = {row.attributes[-1]: values[at] for at, row in ROWS.items() if at[:-1] == above and at in values}
    inner = {name: _made(table, values, (*above, name)) for name, table in tables_of(kind).items()}
    return kind(**(inner | given))


def _unfolded(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings in the environment, where lists are separated by commas."""
    given = {key.removeprefix(PREFIX).lower(): value for key, value in environment.items() if key.startswith(PREFIX)}
    lists = {row.flat for row in ROWS.values() if row.is_list}
    return {
        key: [part.strip() for part in value.split(",") if part.strip()] if key in lists else value
        for key, value in given.items()
    }


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Path) else value


class _Source:
    """One source of values: keeps those that are valid and notes a problem for each that is not."""

    def __init__(self, called: Callable[[At], str], base: Path, problems: list[Problem]) -> None:
        self._called, self._base, self._problems = called, base, problems
        self._strict = True
        self._tables: list[tuple[int, TableSettings]] = []
        self.values: dict[At, Any] = {}
        self.shut: tuple[ShutTable, ...] = ()

    def note(self, at: At, words: str, value: object, allowed: str) -> None:
        self._problems.append(Problem(self.where(at), words, shown(value) or "nothing", allowed))

    def where(self, at: At) -> str:
        return self._called(at)

    def take_flat(self, given: Mapping[str, Any], *, strict: bool = True) -> None:
        """Take values by flat names, such as mail_host."""
        self._strict = strict
        self._check_known(given, FLAT, ())
        self._take({FLAT[name]: value for name, value in given.items() if name in FLAT})

    def _take(self, given: Mapping[At, Any]) -> None:
        for at, row in ROWS.items():
            for value in self._fit(row.kind, given[at], at) if at in given else ():
                self.values[at] = str(self._base / value) if row.traits.path and value else value
        self._shut_tables()
        check_tables(self._tables, lambda at, *what: self.note((*TABLES, *at), *what))

    def _shut_tables(self) -> None:
        """Close only the table whose rulebook cannot be read; if no other table is left, refuse the settings."""
        shut = {place: one for place, table in self._tables if (one := shut_table(table))}
        if 0 < len(shut) < len(self._tables):
            self._tables = [(place, table) for place, table in self._tables if place not in shut]
            self.values[TABLES] = tuple(table for _, table in self._tables)
            self.shut = tuple(shut.values())

    def _check_known(self, given: Mapping[str, Any], known: Mapping[str, Any], at: At) -> None:
        for key in given:
            if key not in known:
                near = did_you_mean(key, known).removeprefix("; ")
                self.note((*at, key), "unknown name", key, near or f"known names: {', '.join(known)}")

    def _fit(self, wanted: Any, value: Any, at: At) -> Iterator[Any]:
        """Yield the value as the wanted type; or note a problem and yield nothing."""
        record = record_of(wanted)
        if record and isinstance(value, list):
            yield tuple(one for place, item in enumerate(value) for one in self._record(record, item, (*at, place)))
            return
        try:
            yield msgspec.convert(value, wanted, strict=self._strict)
        except msgspec.ValidationError:
            self._refuse(at, value)

    def _refuse(self, at: At, value: object) -> None:
        self.note(at, "not valid", value, meaning(Settings, _named(at)))

    def _record(self, kind: type[msgspec.Struct], given: Any, at: At) -> Iterator[msgspec.Struct]:
        if not isinstance(given, dict):
            self._refuse(at, given)
            return
        known = {str(inner[-1]): row for inner, row in rows(kind).items()}
        self._check_known(given, known, at)
        absent = {field.name: "" for field in fields(kind) if field.required}
        fitting = {
            row.attributes[-1]: value
            for key, row in known.items()
            if key in given
            for value in self._fit(row.kind, given[key], (*at, key))
        }
        try:
            made = kind(**(absent | fitting))
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
        super().__init__(_name, path.parent.absolute(), problems)
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
            self.note(("folder",), "not allowed in the file", document.pop("folder"), ROWS["folder",].meaning)
        tables = document.setdefault("table", [])
        if isinstance(tables, list) and not 1 <= len(tables) <= TABLES_MOST:
            self.note(TABLES, "wrong number of tables", len(tables), ROWS[TABLES].meaning)
        self._take(dict(self._placed(document, ())))

    def _placed(self, given: Mapping[str, Any], at: At) -> Iterator[tuple[At, Any]]:
        """Yield each value of the file with its place, and note what has none."""
        depth = len(at) + 1
        self._check_known(
            given, dict.fromkeys(str(place[depth - 1]) for place in ROWS if place[:-1][: depth - 1] == at), at
        )
        for key, value in given.items():
            place = (*at, key)
            if place in ROWS:
                yield place, value
            elif any(row[:depth] == place for row in ROWS) and not isinstance(value, dict):
                self.note(place, "not a table", value, f"write its settings under a line [{key}]")
            elif any(row[:depth] == place for row in ROWS):
                yield from self._placed(value, place)


def _name(at: At) -> str:
    return ".".join(_named(at))


def _named(at: At) -> tuple[str, ...]:
    return tuple(part for part in at if isinstance(part, str))


def _flat(at: At) -> str:
    return "_".join(_named(at))
