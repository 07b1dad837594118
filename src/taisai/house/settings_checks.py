"""Checks across several settings. Each problem is noted at the source of its value."""

from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from taisai.house.floor_plan import concerns
from taisai.house.gaming_days import GamingDayRefusal
from taisai.house.settings_help import FIELD_HELP
from taisai.house.tables import limits_misfit
from taisai.journal.place import described, has_password
from taisai.rules.fault import Path as At
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Step

if TYPE_CHECKING:
    from taisai.house.settings import Settings


class Source(Protocol):
    """A file, the environment or flags, with the values that came from there."""

    values: dict[str, Any]

    def note(self, at: At, words: str, value: object, allowed: str) -> None: ...


def check_files(settings: "Settings", sources: tuple[Source, ...]) -> None:
    pairs = (("tls_cert", "tls_key"), ("tls_key", "tls_cert"))
    for name, other in pairs:
        value = getattr(settings, name)
        if not value:
            continue
        source = next(source for source in reversed(sources) if source.values.get(name))
        if not getattr(settings, other):
            source.note((name,), f"set without {other}", value, FIELD_HELP[name])
        if not Path(value).is_file():
            source.note((name,), "no such file", value, FIELD_HELP[name])


def check_days(settings: "Settings", sources: tuple[Source, ...]) -> None:
    try:
        _ = settings.days
    except Refused as refused:
        name = "time_zone" if refused.code is GamingDayRefusal.ZONE_UNKNOWN else "shifts"
        source = next(source for source in reversed(sources) if source.values.get(name))
        source.note((name,), "not valid", refused.value, refused.words)


def check_plan(settings: "Settings", sources: tuple[Source, ...]) -> None:
    """Check that the tables of the plan exist and that each template fits all its tables, so that problems show up now
    and not when it is due."""
    tables = {table.id: table for table in settings.tables}
    for kind in ("opening_hours", "limit_template"):
        for timed in getattr(settings, kind):
            source = next(source for source in reversed(sources) if source.values.get(kind))
            for name in sorted(set(timed.tables) - tables.keys()):
                source.note((kind,), "no such table", name, FIELD_HELP[f"{kind}.tables"])
    names = [one.name for one in settings.limit_template]
    for one in settings.limit_template:
        source = next(source for source in reversed(sources) if source.values.get("limit_template"))
        if names.count(one.name) > 1 and one is settings.limit_template[names.index(one.name)]:
            source.note(
                ("limit_template",), "two templates have this name", one.name, FIELD_HELP["limit_template.name"]
            )
        for table in settings.tables:
            if concerns(one, table.id) and (words := limits_misfit(table, one.limits)):
                source.note(("limit_template",), f"{one.name} does not fit {table.id}", one.name, words)


def check_beacon(settings: "Settings", sources: tuple[Source, ...]) -> None:
    """Check that only the table itself opens and closes betting: it must certainly close before the named beacon value
    is public."""
    if not settings.beacon_urls and not settings.beacon_chain:
        return
    name = "beacon_urls" if settings.beacon_urls else "beacon_chain"
    source = next(source for source in reversed(sources) if source.values.get(name))
    if not settings.beacon_urls or not settings.beacon_chain:
        other = "beacon_chain" if settings.beacon_urls else "beacon_urls"
        source.note((name,), f"set without {other}", getattr(settings, name), FIELD_HELP[other])
    for table in settings.tables:
        steps = table.automation if isinstance(table.automation, tuple) else ()
        lacking = [step.value for step in (Step.OPEN_BETS, Step.CLOSE_BETS) if step not in steps]
        if Step.ENTER in steps and lacking:
            words = f"set, but at table {table.id} people do {' and '.join(lacking)}"
            source.note((name,), words, getattr(settings, name), "add these steps to the table's automation")


def check_outsiders(settings: "Settings", sources: tuple[Source, ...]) -> None:
    """Check that each receiver of alerts and each reader of journals has its own name and existing tables."""
    for kind in ("receiver", "feed"):
        given = getattr(settings, kind)
        names, tables = [one.name for one in given], {table.id for table in settings.tables}
        for one in given:
            source = next(source for source in reversed(sources) if source.values.get(kind))
            if names.count(one.name) > 1 and one is given[names.index(one.name)]:
                source.note((kind,), f"two {kind}s have this name", one.name, FIELD_HELP[f"{kind}.name"])
            for table in sorted(set(one.tables) - tables):
                source.note((kind,), f"no such table for {one.name}", table, FIELD_HELP[f"{kind}.tables"])


def check_alerts(settings: "Settings", sources: tuple[Source, ...]) -> None:
    for receiver in settings.receiver:
        source = next(source for source in reversed(sources) if source.values.get("receiver"))
        if receiver.mail and not settings.mail_host:
            source.note(("receiver",), "mail is set without mail_host", receiver.mail, FIELD_HELP["mail_host"])
    for name, other in (("mail_host", "mail_from"), ("mail_user", "mail_password_file")):
        if getattr(settings, name) and not getattr(settings, other):
            source = next(source for source in reversed(sources) if source.values.get(name))
            source.note((name,), f"set without {other}", getattr(settings, name), FIELD_HELP[other])
    for name in ("alert_roots", "mail_password_file"):
        if getattr(settings, name) and not Path(getattr(settings, name)).is_file():
            source = next(source for source in reversed(sources) if source.values.get(name))
            source.note((name,), "no such file", getattr(settings, name), FIELD_HELP[name])


def check_mirror(settings: "Settings", sources: tuple[Source, ...]) -> None:
    if settings.mirror_folder and Path(settings.mirror_folder) == Path(settings.folder):
        source = next(source for source in reversed(sources) if source.values.get("mirror_folder"))
        source.note(
            ("mirror_folder",), "the same as the folder of the house", settings.mirror_folder, "choose another folder"
        )


def check_token(settings: "Settings", sources: tuple[Source, ...]) -> None:
    if settings.token_library and not settings.token_label:
        source = next(source for source in reversed(sources) if source.values.get("token_library"))
        source.note(("token_library",), "set without token_label", settings.token_library, FIELD_HELP["token_label"])


def check_database(settings: "Settings", sources: tuple[Source, ...]) -> None:
    """Refuse passwords: settings are written to files and shown, so they hold no secret."""
    if has_password(settings.database):
        source = next(source for source in reversed(sources) if source.values.get("database"))
        source.note(("database",), "contains a password", described(settings.database), FIELD_HELP["database"])
    if settings.database and settings.mirror_folder:
        source = next(source for source in reversed(sources) if source.values.get("mirror_folder"))
        allowed = "a mirror works only with SQLite; use a synchronous replica of the database instead"
        source.note(("mirror_folder",), "set together with database", settings.mirror_folder, allowed)


def check_bus(settings: "Settings", sources: tuple[Source, ...]) -> None:
    if settings.bus and not settings.database:
        source = next(source for source in reversed(sources) if source.values.get("bus"))
        allowed = "nodes only share a house in a database; set database too, or remove bus"
        source.note(("bus",), "set without database", settings.bus[0], allowed)


def check_network(settings: "Settings", sources: tuple[Source, ...]) -> None:
    """Check that money and passwords never cross a network unencrypted."""
    alone = settings.host in {"localhost", "::1"} or settings.host.startswith("127.")
    if not (alone or settings.tls_cert or settings.proxies or settings.demo):
        source = next(source for source in reversed(sources) if "host" in source.values)
        allowed = "set tls_cert and tls_key, or set proxies if a proxy is in front"
        source.note(("host",), "open to the network without HTTPS", settings.host, allowed)
    for given in settings.proxies:
        if not _is_network(given):
            source = next(source for source in reversed(sources) if "proxies" in source.values)
            source.note(("proxies",), "neither an address nor a network", given, FIELD_HELP["proxies"])


def _is_network(text: str) -> bool:
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True
