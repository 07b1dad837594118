"""Events that were not acknowledged in time, so that further receivers are told."""

from collections.abc import Callable, Iterable

from taisai.people.event_log import Note
from taisai.people.significant_events import Happening
from taisai.people.state import Happened


class Escalations:
    """Uses two clocks, so that setting one back does not silence escalations."""

    def __init__(self, minutes: int) -> None:
        self._minutes = minutes
        self._seen_s: dict[int, float] = {}

    def due(
        self, waiting: Iterable[Happened], is_escalated: Callable[[int], bool], now_s: float, oldest_at: str
    ) -> list[Note]:
        """Return notes on the events to escalate now. Those at `oldest_at` or before are old enough."""
        found = [one for one in waiting if not is_escalated(one.seq)]
        self._seen_s = {one.seq: self._seen_s.get(one.seq, now_s) for one in found}
        return [self._note(one) for one in found if one.at <= oldest_at or self._is_old(one.seq, now_s)]

    def _is_old(self, seq: int, now_s: float) -> bool:
        return now_s - self._seen_s[seq] >= self._minutes * 60

    def _note(self, one: Happened) -> Note:
        """Return the note without the event's text, which may contain what a person wrote."""
        words = f"event {one.seq}, {one.code}, has not been acknowledged for {self._minutes} minutes"
        return Note(Happening.ALERT_ESCALATED, words, one.table, value=str(one.seq))
