"""How a house is run: built-in values, then its file, then the environment, then flags; all problems at once."""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any, Final, Literal, get_args, get_origin

import msgspec
from msgspec.structs import fields

from taisai.books.locate import line_of
from taisai.house.feed_settings import FeedSettings
from taisai.house.floor_plan import FloorPlan, LimitTemplate, OpeningHours
from taisai.house.gaming_days import ClockTime, GamingDays
from taisai.house.receiver_settings import MAIL, ReceiverSettings
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
    check_stamps,
    check_token,
)
from taisai.house.settings_help import FIELD_HELP
from taisai.house.settings_problems import Problem, SettingsRefused
from taisai.house.tables import DEMO_TABLES, MONEY_MOST, TEXT, Line, ShutTable, TableSettings, check_tables, shut_table
from taisai.house.witness_settings import WitnessSettings
from taisai.journal.place import Place
from taisai.rules.fault import Path as At
from taisai.rules.refusals import Refused, did_you_mean, shown

FILE: Final = "taisai.toml"
FOLDER: Final = "taisai-house"
TABLES_MOST: Final = 1000
FILES_SPARE: Final = 200  # open files that are no connections
PREFIX: Final = "TAISAI_"
PATHS: Final = (
    "tls_cert", "tls_key", "backup_folder", "anchors_folder", "mirror_folder", "tumbler_key_folder", "token_library",
    "token_pin_file", "timestamp_roots", "alert_roots", "mail_password_file",
)  # fmt: skip

Money = Annotated[int, msgspec.Meta(ge=0, le=MONEY_MOST)]
PathText = Annotated[str, msgspec.Meta(max_length=4096, pattern=TEXT)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
PerSecond = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Origin = Annotated[str, msgspec.Meta(pattern=r"^https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(:[0-9]{1,5})?\Z")]

BeaconUrl = Annotated[str, msgspec.Meta(max_length=400, pattern=r"^https?://[^\s/][^\s]*[^\s/]\Z")]
BusUrl = Annotated[str, msgspec.Meta(max_length=400, pattern=r"^(nats|tls)://[^\s/@]+\Z")]
Proxy = Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Fa-f.:]{2,45}(/[0-9]{1,3})?\Z")]


FOUND: Final = ("shut",)  # not said by anybody, but found out when the settings are read


class Settings(msgspec.Struct, frozen=True):
    """FIELD_HELP says what each field means. All paths are absolute."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=TEXT)] = "Tai Sai House"
    site: Line = ""
    time_zone: Annotated[str, msgspec.Meta(max_length=80, pattern=r"^[A-Za-z0-9_+/-]+\Z")] = "UTC"
    shifts: Annotated[tuple[ClockTime, ...], msgspec.Meta(min_length=1, max_length=24)] = ("06:00", "14:00", "22:00")
    opening_hours: tuple[OpeningHours, ...] = ()
    limit_template: tuple[LimitTemplate, ...] = ()
    folder: PathText = FOLDER
    host: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9.:-]{1,255}\Z")] = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8080
    origins: tuple[Origin, ...] = ()
    tls_cert: PathText = ""
    tls_key: PathText = ""
    proxy: bool = False
    proxies: tuple[Proxy, ...] = ()
    database: Annotated[str, msgspec.Meta(max_length=4096, pattern=r"^(postgres(ql)?://[!-~]*)?\Z")] = ""
    replica: Annotated[str, msgspec.Meta(max_length=4096, pattern=r"^(postgres(ql)?://[!-~]*)?\Z")] = ""
    node: Annotated[str, msgspec.Meta(max_length=80, pattern=r"^[A-Za-z0-9._-]*\Z")] = ""
    bus: tuple[BusUrl, ...] = ()
    drain_s: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 120
    demo: bool = False
    idle_minutes: Annotated[int, msgspec.Meta(ge=1, le=1440)] = 15
    voucher_days: Annotated[int, msgspec.Meta(ge=1, le=3650)] = 90
    hand_pay: Money = 0
    large_wager: Money = 0
    large_win: Money = 0
    large_buy_in: Money = 0
    large_cash_out: Money = 0
    tips: bool = False
    loosen_hours: Annotated[int, msgspec.Meta(ge=1, le=720)] = 24
    reality_minutes: Annotated[int, msgspec.Meta(ge=0, le=1440)] = 30
    help: Annotated[str, msgspec.Meta(max_length=200, pattern=TEXT)] = ""
    connections_per_address: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 250
    requests_per_s: PerSecond = 50
    messages_per_s: PerSecond = 50
    backup_folder: PathText = ""
    anchors_folder: PathText = ""
    mirror_folder: PathText = ""
    mirror_must: bool = False
    tumbler_key_folder: PathText = ""
    log_name: Annotated[str, msgspec.Meta(max_length=100, pattern=r"^[^\s+\x00-\x1f\x7f]*\Z")] = ""
    witness: tuple[WitnessSettings, ...] = ()
    witness_least: Count = 1
    witness_late_s: Annotated[int, msgspec.Meta(ge=1, le=86400)] = 300
    beacon_urls: tuple[BeaconUrl, ...] = ()
    beacon_chain: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?\Z")] = ""
    beacon_wait_s: Annotated[int, msgspec.Meta(ge=1, le=3600)] = 30
    feed: tuple[FeedSettings, ...] = ()
    receiver: tuple[ReceiverSettings, ...] = ()
    alert_late_s: Annotated[int, msgspec.Meta(ge=1, le=86400)] = 300
    alert_give_up_hours: Annotated[int, msgspec.Meta(ge=1, le=720)] = 24
    alert_escalate_minutes: Annotated[int, msgspec.Meta(ge=1, le=1440)] = 15
    alert_roots: PathText = ""
    mail_host: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9.:-]{0,255}\Z")] = ""
    mail_port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 465
    mail_tls: Literal["implicit", "starttls"] = "implicit"
    mail_from: Annotated[str, msgspec.Meta(pattern=MAIL)] = ""
    mail_user: Line = ""
    mail_password_file: PathText = ""
    timestamp_url: Annotated[str, msgspec.Meta(max_length=400, pattern=r"^(https?://[^\s/][^\s]*)?\Z")] = ""
    timestamp_roots: PathText = ""
    token_library: PathText = ""
    token_label: Line = ""
    token_key: Line = "taisai"  # noqa: S105 - a label
    token_pin_file: PathText = ""
    voids_per_hour: Count = 6
    interruptions_per_day: Count = 3
    tables: tuple[TableSettings, ...] = msgspec.field(default=(), name="table")
    shut: tuple[ShutTable, ...] = ()

    @property
    def days(self) -> GamingDays:
        return GamingDays(self.time_zone, self.shifts)

    @property
    def plan(self) -> FloorPlan:
        return FloorPlan(self.time_zone, self.opening_hours, self.limit_template)

    @property
    def file(self) -> Path:
        return Path(self.folder) / FILE

    @property
    def journal(self) -> Path:
        return Path(self.folder) / "journal.sqlite"

    @property
    def place(self) -> Place:
        return Place(self.database or str(self.journal), str(self.keys))

    @property
    def mirror(self) -> Path:
        return Path(self.mirror_folder) / self.journal.name

    @property
    def keys(self) -> Path:
        return Path(self.folder) / "keys"

    @property
    def voucher_key(self) -> Path:
        """32 random bytes in hex."""
        return self.keys / "voucher.key"

    @property
    def pepper_key(self) -> Path:
        """32 random bytes in hex, without which no password or PIN can be tried."""
        return self.keys / "pepper.key"

    @property
    def snapshot_key(self) -> Path:
        """The same; with it a snapshot shows that this house made it."""
        return self.keys / "snapshot.key"

    @property
    def tumbler_key(self) -> Path:
        return Path(self.tumbler_key_folder or self.keys) / "tumbler.key"


def load(flags: Mapping[str, Any], environment: Mapping[str, str]) -> Settings:
    settings, problems = read(flags, environment)
    if problems:
        raise SettingsRefused(problems)
    return settings


def read(flags: Mapping[str, Any], environment: Mapping[str, str]) -> tuple[Settings, tuple[Problem, ...]]:
    """What can be understood, and all that cannot."""
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
    check_stamps(settings, sources)
    check_beacon(settings, sources)
    check_alerts(settings, sources)
    check_outsiders(settings, sources)
    check_database(settings, sources)
    check_bus(settings, sources)
    return settings, tuple(problems)


def _unfolded(environment: Mapping[str, str]) -> dict[str, Any]:
    """A list is written with commas there."""
    lists = {field.name for field in fields(Settings) if get_origin(field.type) is tuple}
    given = {key.removeprefix(PREFIX).lower(): value for key, value in environment.items() if key.startswith(PREFIX)}
    return {
        key: [part.strip() for part in value.split(",") if part.strip()] if key in lists else value
        for key, value in given.items()
    }


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Path) else value


class _Source:
    """One place where values come from: keeps those that fit, and notes a problem for each that does not."""

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
        """One rulebook that cannot be read closes its table, not the house; where no other table is left, the house."""
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
                self.note((*at, key), "unknown name", key, near or f"known here are {', '.join(known)}")
        return {
            field.name: value
            for key, field in known.items()
            if key in given
            for value in self._fit(field.type, given[key], (*at, key))
        }

    def _fit(self, wanted: Any, value: Any, at: At) -> Iterator[Any]:
        """The value as it is wanted, or nothing, with the problem noted."""
        inner = get_args(wanted)[0] if get_origin(wanted) is tuple else None
        if isinstance(inner, type) and issubclass(inner, msgspec.Struct) and isinstance(value, list):
            yield tuple(one for place, item in enumerate(value) for one in self._record(inner, item, (*at, place)))
            return
        try:
            yield msgspec.convert(value, wanted, strict=self._strict)
        except msgspec.ValidationError:
            self.note(at, "does not fit", value, FIELD_HELP[_name(at)])

    def _record(self, kind: type[msgspec.Struct], given: Any, at: At) -> Iterator[msgspec.Struct]:
        if not isinstance(given, dict):
            self.note(at, "does not fit", given, FIELD_HELP[_name(at)])
            return
        absent = {field.name: "" for field in fields(kind) if field.required}
        try:
            made = kind(**(absent | self._fitting(kind, given, at)))
        except Refused as refused:
            self.note(at, "does not fit", refused.value, refused.words)
            return
        yield self._located(made, at) if isinstance(made, TableSettings) else made

    def _located(self, table: TableSettings, at: At) -> TableSettings:
        """A rulebook of the house's own is looked for where the settings stand."""
        if table.paytable.startswith("."):
            table = msgspec.structs.replace(table, paytable=str(self._base / table.paytable))
        self._tables.append((int(at[1]), table))
        return table


class _FileSource(_Source):
    """The house's file, which need not be there."""

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
            allowed = "mend the writing of the file here, or its rights"
            self.note(("line", int(line[1]) if line else 1), "cannot be read", error, allowed)
            return
        self._text = text
        if "folder" in document:
            self.note(("folder",), "no setting of the file", document.pop("folder"), FIELD_HELP["folder"])
        tables = document.setdefault("table", [])
        if isinstance(tables, list) and not 1 <= len(tables) <= TABLES_MOST:
            self.note(("table",), "not as many tables as can be", len(tables), FIELD_HELP["table"])
        self.take(document)


def _name(at: At) -> str:
    return ".".join(part for part in at if isinstance(part, str))


def written(settings: Settings) -> str:
    """A file that says the same, each setting with its meaning."""
    lines = ["# Settings of the house. Variables such as TAISAI_PORT go before this file, flags before both."]
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
