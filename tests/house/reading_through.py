"""What an index must find, the slow way."""

from taisai.house.recall import history
from taisai.table import events as e

BESIDE = (e.TroubleReported, e.TerminalFailed, e.TerminalMended, e.SeatLeft, e.PostAssigned)


def read_through(store, number):
    """A round, as a recall finds it."""
    found, disputes, is_under_way = [], set(), False
    for told in history(store):
        event = told.event
        if isinstance(event, e.DisputeOpened) and event.about == number:
            disputes.add(event.dispute)
        about = getattr(event, "round", 0) == number or getattr(event, "dispute", 0) in disputes
        if about or (isinstance(event, BESIDE) and is_under_way):
            found.append(told)
        is_under_way |= isinstance(event, e.RoundBegun) and event.round == number
        is_under_way &= not isinstance(event, e.RoundSettled | e.RoundVoided)
    return found


def rounds_of(store):
    return {told.event.round for told in history(store) if getattr(told.event, "round", 0)}
