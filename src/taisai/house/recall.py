"""Any round again, step by step, with what was corrected afterwards."""

from collections.abc import Iterator
from typing import NamedTuple

from taisai.house.electronic import table_kind
from taisai.house.reading import recorded
from taisai.journal.seal import checked
from taisai.journal.store import Store
from taisai.rules.refusals import Refusal, Refused
from taisai.table import events as e


class Told(NamedTuple):
    seq: int
    at: str
    by: str
    event: e.Event


def history(store: Store) -> Iterator[Told]:
    """The whole journal, its seals checked on the way."""
    for stored in checked(store.read()):
        entry = recorded(stored.clear)
        yield Told(entry.seq, entry.at, f"{entry.by.name} ({entry.by.role})", entry.event)


def recorded_kind(store: Store) -> str:
    """What the table is called beyond its name, as its journal has it."""
    first = next(history(store)).event
    assert isinstance(first, e.TableInstalled), "a journal begins with its table"
    return table_kind(first.paytable, first.automation)


def recall(store: Store, number: int) -> list[Told]:
    found: list[Told] = []
    disputes: set[int] = set()
    for told in history(store):
        event = told.event
        if isinstance(event, e.DisputeOpened) and event.about == number:
            disputes.add(event.dispute)
        about = getattr(event, "round", 0) == number or getattr(event, "dispute", 0) in disputes
        if about or (_is_beside(event) and _under_way(found)):
            found.append(told)
    if not found:
        raise Refused(Refusal.ROUND_UNKNOWN, f"no round {number} in this journal", number)
    return found


def _is_beside(event: e.Event) -> bool:
    """Happens during a round without naming it."""
    return isinstance(event, e.TroubleReported | e.TerminalFailed | e.TerminalMended | e.SeatLeft | e.PostAssigned)


def _under_way(found: list[Told]) -> bool:
    return bool(found) and not any(isinstance(told.event, e.RoundSettled | e.RoundVoided) for told in found)
