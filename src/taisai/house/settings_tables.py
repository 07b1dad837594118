"""Tables of the settings file: what belongs together."""

from typing import Annotated, Literal

import msgspec

from taisai.house.receiver_settings import MAIL
from taisai.house.setting_rows import row
from taisai.house.tables import MONEY_MOST, TEXT, Line

Money = Annotated[int, msgspec.Meta(ge=0, le=MONEY_MOST)]
PathText = Annotated[str, msgspec.Meta(max_length=4096, pattern=TEXT)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Most = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
BeaconUrl = Annotated[str, msgspec.Meta(max_length=400, pattern=r"^https?://[^\s/][^\s]*[^\s/]\Z")]
BusUrl = Annotated[str, msgspec.Meta(max_length=400, pattern=r"^(nats|tls)://[^\s/@]+\Z")]


class Tls(msgspec.Struct, frozen=True):
    cert: Annotated[
        PathText,
        row(
            "The certificate file for HTTPS, in PEM; set it together with key or not at all.",
            path=True,
            own=True,
            shown=True,
        ),
    ] = ""
    key: Annotated[
        PathText,
        row(
            "The file with the certificate's private key, in PEM; set it together with cert or not at all.",
            path=True,
            own=True,
            shown=True,
        ),
    ] = ""


class Nodes(msgspec.Struct, frozen=True):
    database: Annotated[
        str,
        msgspec.Meta(max_length=4096, pattern=r"^(postgres(ql)?://[!-~]*)?\Z"),
        row(
            "The PostgreSQL database for the journals, such as postgresql://taisai@db.example.com/house, without a"
            " password (use PGPASSFILE or PGPASSWORD); empty for a SQLite file in the folder.",
            own=True,
            shown=True,
        ),
    ] = ""
    bus: Annotated[
        tuple[BusUrl, ...],
        row(
            "The NATS servers through which the nodes of the house reach each other, each such as"
            " nats://bus.example.com:4222; set it together with database or not at all.",
            own=True,
            shown=True,
        ),
    ] = ()
    name: Annotated[
        str,
        msgspec.Meta(max_length=80, pattern=r"^[A-Za-z0-9._-]*\Z"),
        row(
            "The name of this node: up to 80 letters, digits, dots, hyphens and underscores; empty for the machine's"
            " name.",
            own=True,
            shown=True,
        ),
    ] = ""
    drain_s: Annotated[
        int,
        msgspec.Meta(ge=0, le=3600),
        row(
            "How long a node that hands its tables over waits for automatic tables to finish their rounds: 0 to 3600"
            " seconds."
        ),
    ] = 120


class Events(msgspec.Struct, frozen=True):
    wager: Annotated[Money, row("A wager of this amount or more is a significant event; minor units, 0 for never.")] = 0
    win: Annotated[Money, row("A win of this amount or more is a significant event; minor units, 0 for never.")] = 0
    buy_in: Annotated[
        Money, row("A buy-in of this amount or more is a significant event; minor units, 0 for never.")
    ] = 0
    cash_out: Annotated[
        Money, row("A voucher or hand payment of this amount or more is a significant event; minor units, 0 for never.")
    ] = 0
    voids_per_hour: Annotated[
        Count,
        row(
            "This many void rounds at one table, or by one person, within an hour are a significant event: 0 to"
            " 1000, 0 for never.",
            by="security",
        ),
    ] = 6
    interruptions_per_day: Annotated[
        Count,
        row(
            "This many rounds of one table that are void by interruption within a day are a significant event: 0"
            " to 1000, 0 for never.",
            by="security",
        ),
    ] = 3


class Care(msgspec.Struct, frozen=True):
    loosen_hours: Annotated[
        int,
        msgspec.Meta(ge=1, le=720),
        row(
            "After how many hours a player's looser limit takes effect: 1 to 720; a stricter one takes effect at once."
        ),
    ] = 24
    reality_minutes: Annotated[
        int,
        msgspec.Meta(ge=0, le=1440),
        row("How often a player is shown time played, stakes and net result, in minutes: 0 to 1440, 0 for never."),
    ] = 30
    helpline: Annotated[
        str,
        msgspec.Meta(max_length=200, pattern=TEXT),
        row("The problem-gambling helpline, shown to every player: up to 200 characters."),
    ] = ""


class Traffic(msgspec.Struct, frozen=True):
    connections_per_address: Annotated[
        Most, row("How many connections one address may have at once: 1 to 1000000.")
    ] = 250
    requests_per_s: Annotated[
        Most, row("How many requests per second one address may make; bursts may be ten times as large: 1 to 1000000.")
    ] = 50
    messages_per_s: Annotated[
        Most, row("How many messages per second one socket may send; bursts may be twice as large: 1 to 1000000.")
    ] = 50


class Mirror(msgspec.Struct, frozen=True):
    folder: Annotated[
        PathText,
        row(
            "A folder on another disk where every entry is also written before it is answered; empty for none.",
            path=True,
        ),
    ] = ""
    must: Annotated[
        bool,
        row("true or false: stop play while the mirror cannot be written; with false, play continues with a warning."),
    ] = False


class Keys(msgspec.Struct, frozen=True):
    tumbler_folder: Annotated[
        PathText,
        row(
            "The folder of the key that hides the throw of an open round, such as a disk in memory; empty for"
            " the folder keys.",
            path=True,
            own=True,
        ),
    ] = ""


class Token(msgspec.Struct, frozen=True):
    library: Annotated[
        PathText,
        row(
            "The PKCS#11 library of the token that holds the signing key; empty for a key in the folder keys.",
            path=True,
        ),
    ] = ""
    label: Annotated[Line, row("The label of that token.")] = ""
    key: Annotated[Line, row("The label of the key in that token; each house that shares the token needs its own.")] = (
        "taisai"
    )
    pin_file: Annotated[
        PathText,
        row(
            "The file with the token's PIN, readable only by this user; empty for token.pin in the folder keys.",
            path=True,
        ),
    ] = ""


class Witnesses(msgspec.Struct, frozen=True):
    log_name: Annotated[
        str,
        msgspec.Meta(max_length=100, pattern=r"^[^\s+\x00-\x1f\x7f]*\Z"),
        row(
            "The public name of this house's logs, such as tables.example.com/logs, without spaces or plus signs; empty"
            " for the beginning of its public key. Witnesses identify each log by this name and the name of its"
            " table."
        ),
    ] = ""
    least: Annotated[
        Count, row("How many witnesses must have seen a checkpoint before it is shown as cosigned: 0 to 1000.")
    ] = 1


class Beacon(msgspec.Struct, frozen=True):
    urls: Annotated[
        tuple[BeaconUrl, ...],
        row(
            "Servers of a public beacon (drand), each such as https://api.drand.sh; the first that answers is used."
            " None by default: then throws use no beacon. Needs taisai[beacon]."
        ),
    ] = ()
    chain: Annotated[
        str,
        msgspec.Meta(pattern=r"^([0-9a-f]{64})?\Z"),
        row(
            "The hash of the beacon's chain, 64 hexadecimal digits, such as that of drand's quicknet; set it together"
            " with urls."
        ),
    ] = ""


class Alerts(msgspec.Struct, frozen=True):
    escalate_minutes: Annotated[
        int,
        msgspec.Meta(ge=1, le=1440),
        row("After how many minutes an unacknowledged event is sent to receivers with escalation: 1 to 1440."),
    ] = 15
    roots: Annotated[
        PathText,
        row(
            "The file with the root certificates, in PEM, for receivers and the mail server; empty for those"
            " that this machine trusts.",
            path=True,
            by="technician",
        ),
    ] = ""


class Mail(msgspec.Struct, frozen=True):
    host: Annotated[
        str,
        msgspec.Meta(pattern=r"^[A-Za-z0-9.:-]{0,255}\Z"),
        row("The mail server for e-mail to receivers; empty for none."),
    ] = ""
    port: Annotated[
        int, msgspec.Meta(ge=1, le=65535), row("Its port: 1 to 65535, usually 465, or 587 with starttls.")
    ] = 465
    tls: Annotated[
        Literal["implicit", "starttls"],
        row("implicit (TLS from the first byte) or starttls; e-mail is never sent unencrypted."),
    ] = "implicit"
    sender: Annotated[str, msgspec.Meta(pattern=MAIL), row("The sender's address of e-mail; required with host.")] = ""
    user: Annotated[Line, row("The user name for the mail server; empty for none.")] = ""
    password_file: Annotated[
        PathText, row("The file with the password of that user; required with user.", path=True)
    ] = ""
