"""Alerts for outside receivers, as the register records them: subscribed, sent, given up, sent again."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from taisai.journal.refusals import JournalRefusal
from taisai.people import events as e
from taisai.people.authorization import WORDS_LONGEST, Acting
from taisai.people.event_log import TRIES
from taisai.people.records import HOUSE
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import Right
from taisai.people.secret_hashes import plain
from taisai.people.state import DeadLetter, Told
from taisai.rules.refusals import Refused, shown


class Letters(Acting):
    """A letter is one alert for one receiver."""

    def take_receivers(self, names: Iterable[str]) -> None:
        """Record the receivers. New ones get alerts from now on; those that are gone are forgotten."""
        wanted = tuple(names)
        gone = [e.ReceiverLeft(name) for name in self.state.told if name not in wanted]
        new = [e.ReceiverBegun(name, self.head.seq) for name in wanted if name not in self.state.told]
        if gone or new:
            self._record(*gone, *new)

    def told(self, receiver: str) -> Told:
        return self.state.told[receiver]

    def is_escalated(self, seq: int) -> bool:
        return seq in self.state.escalated

    def letter_told(self, receiver: str, seq: int, upto: int) -> None:
        self._record(e.AlertTold(receiver, seq, upto))

    def letters_given_up(self, given_up: Sequence[e.AlertGivenUp]) -> None:
        self._record(*(replace(one, why=plain(one.why, WORDS_LONGEST)) for one in given_up))

    def nothing_waits(self, receiver: str, upto: int) -> None:
        """Record that nothing waits, so that a start need not read entries that no receiver wanted."""
        self._record(e.ReceiverBegun(receiver, upto))

    def dead_letters(self) -> dict[str, dict[int, DeadLetter]]:
        """Return undelivered alerts by receiver and event number."""
        return {name: dict(told.dead) for name, told in self.state.told.items() if told.dead}

    def send_again(self, by: str, receiver: str, seq: int) -> None:
        actor = self._allowed(by, Right.ACKNOWLEDGE_EVENTS)
        if receiver not in self.state.told or seq not in self.state.told[receiver].dead:
            words = f"there is no undelivered alert of event {shown(seq)} for {shown(receiver)!r}; check the list"
            raise Refused(PeopleRefusal.LETTER_UNKNOWN, words, shown(seq))
        self._write(actor, e.AlertSentAgain(receiver, seq))

    def _record(self, *events: e.Event) -> None:
        """Record events, and retry if other processes wrote meanwhile."""
        for _ in range(TRIES):
            try:
                self._write(HOUSE, *events)
            except Refused as refused:
                if refused.code is not JournalRefusal.MOVED:
                    raise
            else:
                return
        self._write(HOUSE, *events)
