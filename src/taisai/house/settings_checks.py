"""Checks across several settings. Each problem is noted at the source of its value."""

from collections.abc import Callable, Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Protocol

from taisai.house.floor_plan import concerns
from taisai.house.gaming_days import GamingDayRefusal
from taisai.house.setting_rows import meaning, rows
from taisai.house.settings import Settings
from taisai.house.tables import limits_misfit
from taisai.journal.place import described, has_password
from taisai.rules.fault import Path as At
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Step


class Source(Protocol):
    """A file, the environment or flags, with the values that came from there."""

    values: dict[At, Any]

    def note(self, at: At, words: str, value: object, allowed: str) -> None: ...


Note = Callable[..., None]
"""Where in the settings, what is wrong, the value, what is allowed."""


def check(settings: Settings, sources: Sequence[Source]) -> None:
    def note(at: str, words: str, value: object, allowed: str = "") -> None:
        place = tuple(at.split("."))
        source = next(source for source in reversed(sources) if source.values.get(place))
        source.note(place, words, value, allowed or meaning(Settings, place))

    for one in CHECKS:
        one(settings, note)


def _pairs(settings: Settings, note: Note) -> None:
    """Check what only means something together with something else."""
    for name, other in PAIRS:
        value = _value(settings, name)
        if value and not _value(settings, other):
            note(name, f"set without {other}", value, meaning(Settings, tuple(other.split("."))))


def _files(settings: Settings, note: Note) -> None:
    for name in FILES:
        value = _value(settings, name)
        if value and not Path(value).is_file():
            note(name, "no such file", value)


def _value(settings: Settings, name: str) -> Any:
    return rows(Settings)[tuple(name.split("."))].of(settings)


def _days(settings: Settings, note: Note) -> None:
    try:
        _ = settings.days
    except Refused as refused:
        name = "time_zone" if refused.code is GamingDayRefusal.ZONE_UNKNOWN else "shifts"
        note(name, "not valid", refused.value, refused.words)


def _plan(settings: Settings, note: Note) -> None:
    """Check that the tables of the plan exist and that each template fits all its tables, so that problems show up now
    and not when it is due."""
    tables = {table.id for table in settings.tables}
    for kind in ("opening_hours", "limit_template"):
        for timed in getattr(settings, kind):
            for name in sorted(set(timed.tables) - tables):
                note(kind, "no such table", name, meaning(Settings, (kind, "tables")))
    names = [one.name for one in settings.limit_template]
    for one in settings.limit_template:
        if names.count(one.name) > 1 and one is settings.limit_template[names.index(one.name)]:
            allowed = meaning(Settings, ("limit_template", "name"))
            note("limit_template", "two templates have this name", one.name, allowed)
        for table in settings.tables:
            if concerns(one, table.id) and (words := limits_misfit(table, one.limits)):
                note("limit_template", f"{one.name} does not fit {table.id}", one.name, words)


def _beacon(settings: Settings, note: Note) -> None:
    """Check that only the table itself opens and closes betting: it must certainly close before the named beacon value
    is public."""
    name = "beacon.urls" if settings.beacon.urls else "beacon.chain"
    for table in settings.tables if _value(settings, name) else ():
        steps = table.automation if isinstance(table.automation, tuple) else ()
        lacking = [step.value for step in (Step.OPEN_BETS, Step.CLOSE_BETS) if step not in steps]
        if Step.ENTER in steps and lacking:
            words = f"set, but at table {table.id} people do {' and '.join(lacking)}"
            note(name, words, _value(settings, name), "add these steps to the table's automation")


def _outsiders(settings: Settings, note: Note) -> None:
    """Check that each receiver of alerts and each reader of journals has its own name and existing tables."""
    tables = {table.id for table in settings.tables}
    for kind in ("receiver", "feed"):
        given = getattr(settings, kind)
        names = [one.name for one in given]
        for one in given:
            if names.count(one.name) > 1 and one is given[names.index(one.name)]:
                note(kind, f"two {kind}s have this name", one.name, meaning(Settings, (kind, "name")))
            for table in sorted(set(one.tables) - tables):
                note(kind, f"no such table for {one.name}", table, meaning(Settings, (kind, "tables")))


def _mail(settings: Settings, note: Note) -> None:
    for receiver in settings.receiver:
        if receiver.mail and not settings.mail.host:
            note("receiver", "mail is set without mail.host", receiver.mail, meaning(Settings, ("mail", "host")))


def _mirror(settings: Settings, note: Note) -> None:
    if settings.mirror.folder and Path(settings.mirror.folder) == Path(settings.folder):
        note("mirror.folder", "the same as the folder of the house", settings.mirror.folder, "choose another folder")
    if settings.mirror.folder and settings.nodes.database:
        allowed = "a mirror works only with SQLite; use a synchronous replica of the database instead"
        note("mirror.folder", "set together with nodes.database", settings.mirror.folder, allowed)


def _database(settings: Settings, note: Note) -> None:
    """Refuse passwords: settings are written to files and shown, so they hold no secret."""
    if has_password(settings.nodes.database):
        note("nodes.database", "contains a password", described(settings.nodes.database))


def _network(settings: Settings, note: Note) -> None:
    """Check that money and passwords never cross a network unencrypted."""
    alone = settings.host in {"localhost", "::1"} or settings.host.startswith("127.")
    if not (alone or settings.tls.cert or settings.proxies or settings.demo):
        allowed = "set cert and key under [tls], or set proxies if a proxy is in front"
        note("host", "open to the network without HTTPS", settings.host, allowed)
    for given in settings.proxies:
        if not _is_network(given):
            note("proxies", "neither an address nor a network", given)


def _is_network(text: str) -> bool:
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True


PAIRS = (
    ("tls.cert", "tls.key"),
    ("tls.key", "tls.cert"),
    ("token.library", "token.label"),
    ("beacon.urls", "beacon.chain"),
    ("beacon.chain", "beacon.urls"),
    ("mail.host", "mail.sender"),
    ("mail.user", "mail.password_file"),
    ("nodes.bus", "nodes.database"),
)
FILES = ("tls.cert", "tls.key", "alerts.roots", "mail.password_file")
CHECKS = (_pairs, _files, _days, _plan, _beacon, _outsiders, _mail, _mirror, _database, _network)
