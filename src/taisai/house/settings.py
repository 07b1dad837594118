"""How a house is run."""

from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from taisai.house.feed_settings import FeedSettings
from taisai.house.floor_plan import FloorPlan, LimitTemplate, OpeningHours
from taisai.house.gaming_days import ClockTime, GamingDays
from taisai.house.receiver_settings import MAIL, ReceiverSettings
from taisai.house.tables import MONEY_MOST, TEXT, Line, ShutTable, TableSettings
from taisai.house.witness_settings import WitnessSettings
from taisai.journal.place import Place

FILE: Final = "taisai.toml"
FOLDER: Final = "taisai-house"
TABLES_MOST: Final = 1000
FILES_SPARE: Final = 200  # open files that are not connections
PREFIX: Final = "TAISAI_"
PATHS: Final = (
    "tls_cert", "tls_key", "backup_folder", "anchors_folder", "mirror_folder", "tumbler_key_folder", "token_library",
    "token_pin_file", "alert_roots", "mail_password_file",
)  # fmt: skip

Money = Annotated[int, msgspec.Meta(ge=0, le=MONEY_MOST)]
PathText = Annotated[str, msgspec.Meta(max_length=4096, pattern=TEXT)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
PerSecond = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Origin = Annotated[str, msgspec.Meta(pattern=r"^https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(:[0-9]{1,5})?\Z")]

BeaconUrl = Annotated[str, msgspec.Meta(max_length=400, pattern=r"^https?://[^\s/][^\s]*[^\s/]\Z")]
BusUrl = Annotated[str, msgspec.Meta(max_length=400, pattern=r"^(nats|tls)://[^\s/@]+\Z")]
Proxy = Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Fa-f.:]{2,45}(/[0-9]{1,3})?\Z")]


FOUND: Final = ("shut",)  # not set by anyone; filled in when the settings are read


class Settings(msgspec.Struct, frozen=True):
    """See FIELD_HELP for what each field means. All paths are absolute."""

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
    proxies: tuple[Proxy, ...] = ()
    database: Annotated[str, msgspec.Meta(max_length=4096, pattern=r"^(postgres(ql)?://[!-~]*)?\Z")] = ""
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
        """32 random bytes in hex; without them no password or PIN can be tried."""
        return self.keys / "pepper.key"

    @property
    def snapshot_key(self) -> Path:
        """32 random bytes in hex; with them a snapshot shows that this house made it."""
        return self.keys / "snapshot.key"

    @property
    def tumbler_key(self) -> Path:
        return Path(self.tumbler_key_folder or self.keys) / "tumbler.key"
