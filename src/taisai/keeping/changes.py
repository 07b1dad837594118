"""Settings that changed since the last start, and which of them may not change while players have credits."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import msgspec

from taisai.house.setting_rows import rows
from taisai.house.settings import Settings
from taisai.house.settings_problems import SettingsRefusal
from taisai.house.tables import TableSettings
from taisai.rules.refusals import Refused
from taisai.table.state import Table

Values = Mapping[str, str]
Changes = Mapping[str, tuple[str, str]]
"""What was and what is, by name; empty where there is none."""

EVERYWHERE: Final = frozenset(row.name for row in rows(Settings).values() if row.traits.play)
AT_ITS_TABLE: Final = tuple(row.name for row in rows(TableSettings).values() if row.traits.play)
NOTHING: Final = "nothing"


def flat(settings: Settings) -> dict[str, str]:
    """Return one value per name, tables by their ids. The folder is left out, because a house may be moved."""
    named = {row.name: row.of(settings) for row in rows(Settings).values() if row.name not in {"folder", "table"}}
    for table in settings.tables:
        named |= {f"table.{table.id}.{row.name}": row.of(table) for row in rows(TableSettings).values()}
    return {name: msgspec.json.encode(value).decode() for name, value in named.items()}


def changes(old: Values, new: Values) -> dict[str, tuple[str, str]]:
    names = dict.fromkeys((*old, *new))
    return {name: (old.get(name, ""), new.get(name, "")) for name in names if old.get(name) != new.get(name)}


def in_words(changed: Changes) -> str:
    return "; ".join(f"{name} was {old or NOTHING}, is {new or NOTHING}" for name, (old, new) in changed.items())


def check_allowed(changed: Changes, old: Values, table_of: Callable[[str, str], Table | None]) -> None:
    """Refuse changes to how credits are played and paid out while there are any, and the removal of a table that has
    some. `table_of` returns a table by its id and pay table, None before it is installed."""
    for table in _concerned(changed, old):
        name = next(name for name in changed if _decides(name, table) and changed[name][0])
        why = _under_way(table_of(table, msgspec.json.decode(old[f"table.{table}.paytable"], type=str)))
        if why:
            was, now = changed[name]
            words = (
                f"{name} cannot become {now or NOTHING} while {why} at {table}; set it back to {was}, have credits"
                " cashed out, vouchers collected and the round finished, then change it"
            )
            raise Refused(SettingsRefusal.WITH_CREDITS, words, name)


def deciding(changed: Changes) -> list[str]:
    """Return the changed settings that affect money, of the house and of tables that existed before."""
    return [name for name in changed if changed[name][0] and _decides(name, name.split(".")[1] if "." in name else "")]


def _concerned(changed: Changes, old: Values) -> Iterator[str]:
    tables = [msgspec.json.decode(value, type=str) for name, value in old.items() if name.endswith(".id")]
    return (table for table in tables if any(_decides(name, table) and changed[name][0] for name in changed))


def _decides(name: str, table: str) -> bool:
    return name in EVERYWHERE or name in {f"table.{table}.{field}" for field in AT_ITS_TABLE}


def _under_way(table: Table | None) -> str:
    if table is None:
        return ""
    if table.current:
        return f"round {table.round} is in progress"
    for number, seat in table.seats.items() if table.money == "credits" else ():
        if seat.credit:
            return f"seat {number} has credit"
        if seat.uncollected:
            return f"seat {number} has an uncollected voucher"
    return ""
