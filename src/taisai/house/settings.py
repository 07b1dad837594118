"""How a house is run."""

from pathlib import Path
from typing import Annotated, Final

import msgspec

from taisai.house.feed_settings import FeedSettings
from taisai.house.floor_plan import FloorPlan, LimitTemplate, OpeningHours
from taisai.house.gaming_days import ClockTime, GamingDays
from taisai.house.receiver_settings import ReceiverSettings
from taisai.house.setting_rows import FOUND, row, set_by
from taisai.house.settings_tables import (
    Alerts,
    Beacon,
    Care,
    Events,
    Keys,
    Mail,
    Mirror,
    Money,
    Nodes,
    PathText,
    Tls,
    Token,
    Traffic,
    Witnesses,
)  # fmt: skip
from taisai.house.tables import TEXT, Line, ShutTable, TableSettings
from taisai.house.witness_settings import WitnessSettings
from taisai.journal.place import Place

FILE: Final = "taisai.toml"
FOLDER: Final = "taisai-house"
TABLES_MOST: Final = 1000
FILES_SPARE: Final = 200  # open files that are not connections
PREFIX: Final = "TAISAI_"

Origin = Annotated[str, msgspec.Meta(pattern=r"^https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(:[0-9]{1,5})?\Z")]
Proxy = Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Fa-f.:]{2,45}(/[0-9]{1,3})?\Z")]


class Settings(msgspec.Struct, frozen=True):
    """All paths are absolute."""

    name: Annotated[
        str,
        msgspec.Meta(min_length=1, max_length=80, pattern=TEXT),
        row("The name of the house, on screens and reports: 1 to 80 characters.", by="manager"),
    ] = "Tai Sai House"
    site: Annotated[
        Line, row("Where the house is, on vouchers and reports: up to 80 characters.", by="manager", own=True)
    ] = ""
    time_zone: Annotated[
        str,
        msgspec.Meta(max_length=80, pattern=r"^[A-Za-z0-9_+/-]+\Z"),
        row("The time zone of gaming days and shifts, such as Asia/Singapore.", by="manager"),
    ] = "UTC"
    shifts: Annotated[
        tuple[ClockTime, ...],
        msgspec.Meta(min_length=1, max_length=24),
        row(
            "When each shift begins, in that time zone: 1 to 24 times such as 06:00, in order; the gaming day begins"
            " with the first.",
            by="manager",
        ),
    ] = ("06:00", "14:00", "22:00")
    opening_hours: Annotated[
        tuple[OpeningHours, ...],
        row("When tables should be open, each with begins and ends; none by default. Staff open them.", by="manager"),
    ] = ()
    limit_template: Annotated[
        tuple[LimitTemplate, ...],
        row(
            "Named limits for groups of tables and times; the first that applies is due; none by default. Staff put"
            " them in force.",
            by="manager",
        ),
    ] = ()
    folder: Annotated[
        PathText,
        row(
            "The folder of the house: settings, journals and keys; created if it is missing. It cannot be set"
            " in the settings file, which is in this folder.",
            by="technician",
            path=True,
            shown=True,
        ),
    ] = FOLDER
    host: Annotated[
        str,
        msgspec.Meta(pattern=r"^[A-Za-z0-9.:-]{1,255}\Z"),
        row(
            "The address to listen on: 127.0.0.1 for this machine only, 0.0.0.0 for the network.",
            by="technician",
            own=True,
            shown=True,
        ),
    ] = "127.0.0.1"
    port: Annotated[
        int,
        msgspec.Meta(ge=0, le=65535),
        row("The port to listen on: 0 to 65535; 0 for any free port.", by="technician", own=True, shown=True),
    ] = 8080
    origins: Annotated[
        tuple[Origin, ...],
        row(
            "Further origins from which browsers may connect, such as https://tables.example.com, without a path.",
            by="technician",
            own=True,
        ),
    ] = ()
    proxies: Annotated[
        tuple[Proxy, ...],
        row(
            "Proxies whose X-Forwarded headers are trusted: addresses, or networks such as 10.0.0.0/8.",
            by="technician",
            own=True,
        ),
    ] = ()
    demo: Annotated[
        bool, row("true or false: a house for trying things out, marked as a demo on every screen.", by="manager")
    ] = False
    idle_minutes: Annotated[
        int,
        msgspec.Meta(ge=1, le=1440),
        row("After how many minutes without activity a session ends: 1 to 1440.", by="security"),
    ] = 15
    voucher_days: Annotated[
        int,
        msgspec.Meta(ge=1, le=3650),
        row("For how many days a voucher can be redeemed: 1 to 3650.", by="manager", play=True),
    ] = 90
    hand_pay: Annotated[
        Money,
        row(
            "A single win of this amount or more locks the terminal until staff have paid by hand; minor units,"
            " 0 for never.",
            by="compliance",
            play=True,
        ),
    ] = 0
    tips: Annotated[bool, row("Whether players may tip at tables with chips: true or false.", by="manager")] = False
    backup_folder: Annotated[
        PathText, row("The default folder for backups; empty for none.", by="technician", path=True, own=True)
    ] = ""
    checkpoints_folder: Annotated[
        PathText,
        row(
            "A folder where signed checkpoints are also written, outside the database; empty for none.",
            by="security",
            path=True,
            own=True,
        ),
    ] = ""
    tls: Annotated[Tls, set_by("technician")] = Tls()
    nodes: Annotated[Nodes, set_by("technician")] = Nodes()
    events: Annotated[Events, set_by("compliance")] = Events()
    care: Annotated[Care, set_by("compliance")] = Care()
    traffic: Annotated[Traffic, set_by("technician")] = Traffic()
    mirror: Annotated[Mirror, set_by("technician")] = Mirror()
    keys: Annotated[Keys, set_by("technician")] = Keys()
    token: Annotated[Token, set_by("technician")] = Token()
    witnesses: Annotated[Witnesses, set_by("security")] = Witnesses()
    beacon: Annotated[Beacon, set_by("security")] = Beacon()
    alerts: Annotated[Alerts, set_by("security")] = Alerts()
    mail: Annotated[Mail, set_by("technician")] = Mail()
    witness: Annotated[
        tuple[WitnessSettings, ...],
        row("Witnesses that cosign every log, each with its key and url; none by default.", by="security"),
    ] = ()
    feed: Annotated[
        tuple[FeedSettings, ...],
        row(
            "Programs that read the journals of tables over HTTP, each with its name and tables; none by default.",
            by="technician",
        ),
    ] = ()
    receiver: Annotated[
        tuple[ReceiverSettings, ...],
        row("Receivers of alerts, each with a name and either url or mail; none by default.", by="security"),
    ] = ()
    tables: Annotated[
        tuple[TableSettings, ...], row("The tables of the floor, 1 to 1000, each under a line [[table]].", by="manager")
    ] = msgspec.field(default=(), name="table")
    shut: Annotated[tuple[ShutTable, ...], FOUND] = ()

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
        return Place(self.nodes.database or str(self.journal), str(self.keys_folder))

    @property
    def mirror_file(self) -> Path:
        return Path(self.mirror.folder) / self.journal.name

    @property
    def keys_folder(self) -> Path:
        return Path(self.folder) / "keys"

    @property
    def voucher_key(self) -> Path:
        """32 random bytes in hex."""
        return self.keys_folder / "voucher.key"

    @property
    def pepper_key(self) -> Path:
        """32 random bytes in hex; without them no password or PIN can be tried."""
        return self.keys_folder / "pepper.key"

    @property
    def snapshot_key(self) -> Path:
        """32 random bytes in hex; with them a snapshot shows that this house made it."""
        return self.keys_folder / "snapshot.key"

    @property
    def tumbler_key(self) -> Path:
        return Path(self.keys.tumbler_folder or self.keys_folder) / "tumbler.key"
