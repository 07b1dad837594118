"""Any round again, step by step, with what was corrected afterwards."""

from collections.abc import Callable, Iterator
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
    return told_of(store, lambda _: True)


def told_of(store: Store, may_matter: Callable[[bytes], bool]) -> Iterator[Told]:
    """As `history`, of the entries whose bytes may matter: understanding an entry costs more than looking at it."""
    for stored in checked(store.read()):
        if may_matter(stored.body):
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
    named = f'"round":{number}'.encode()
    for told in told_of(store, lambda body: named in body or b'"dispute":' in body or _under_way(found)):
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
