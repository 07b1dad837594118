"""Sends alerts to outside receivers in the background. Play at a table never waits for a receiver."""

import asyncio
import logging
import time
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Final

from taisai.house.clock import now
from taisai.house.receiver_settings import ReceiverSettings
from taisai.outside.connections import Connections, NotTakenError, UnansweredError
from taisai.people.event_log import Note
from taisai.people.events import AlertGivenUp
from taisai.people.significant_events import LOST_AFTER_S, Happening
from taisai.rules.refusals import Refused
from taisai.telling.alerts import News, alert_of, is_wanted
from taisai.telling.escalations import Escalations
from taisai.telling.outbox import Letter, Outbox
from taisai.telling.tellers import Teller, teller_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from taisai.server.household import Household

TURN_S: Final = 0.25
AGAIN_S: Final = 5.0  # after the journal could not be written
READ_AT_ONCE: Final = 200  # entries per pass, so that a long journal does not block the event loop
SETTLED_EVERY: Final = 10_000
ESCALATED_AT_ONCE: Final = 100
GIVE_UP_AFTER: Final = timedelta(days=1)  # then an alert is a dead letter

log = logging.getLogger(__name__)


class Told:
    """One receiver: its settings, its outbox and its transport."""

    def __init__(self, settings: ReceiverSettings, box: Outbox, teller: Teller) -> None:
        self.settings, self.box, self.teller = settings, box, teller
        self.news = asyncio.Event()

    @property
    def name(self) -> str:
        return self.settings.name


class Telling:
    def __init__(self, house: "Household", note_soon: "Callable[[Note], None]") -> None:
        self._house, self._register, self._note_soon = house, house.register, note_soon
        self.told: dict[str, Told] = {}
        self._connections = Connections(house.settings.alerts.roots)
        self._tellers = {one.name: teller_of(house.settings, one, self._connections) for one in house.settings.receiver}
        self._escalations = Escalations(house.settings.alerts.escalate_minutes)
        self._tasks: list[asyncio.Task[None]] = []
        self._seen = 0
        self.is_at_work = False

    def start(self) -> None:
        """Start from what the journal says was delivered, whichever process delivered it."""
        receivers = self._house.settings.receiver
        self._register.take_receivers(one.name for one in receivers)
        self.is_at_work = True
        if not receivers:
            return
        for one in receivers:
            self.told[one.name] = Told(one, Outbox(self._register.told(one.name)), self._tellers[one.name])
        self._seen = min(one.box.seen for one in self.told.values())
        self._tasks = [asyncio.create_task(self._follow()), *map(asyncio.create_task, map(self._tell, self._all()))]

    def _all(self) -> tuple[Told, ...]:
        return tuple(self.told.values())

    async def rest(self) -> None:
        """Stop sending, because another process takes over."""
        self.is_at_work = False
        tasks, self._tasks, self.told = self._tasks, [], {}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def waiting(self) -> int:
        return sum(len(one.box.letters) for one in self._all())

    def dead(self) -> int:
        return sum(map(len, self._register.dead_letters().values()))

    def news(self, number: int) -> News:
        """Read an alert from the journal as it is stored."""
        alert = alert_of(next(self._register.store.read(number - 1)))
        assert alert is not None, "only significant events are letters"
        first = alert_of(next(self._register.store.read(alert.escalates - 1))) if alert.escalates else None
        return News(alert, first)

    async def _follow(self) -> None:
        while True:
            try:
                if self._house.is_held():
                    self.turn()
            except Exception:
                log.exception("looking for new alerts failed")
            await asyncio.sleep(0 if self._seen < self._register.head.seq else TURN_S)

    def turn(self) -> None:
        """Put new alerts from the journal into the outboxes."""
        self._escalate()
        self._read()
        for one in self._all():
            one.box.put_back(self._register.told(one.name).again)
            self._settle(one)
            self._watch(one)
            one.news.set()

    def _read(self) -> None:
        if self._seen >= self._register.head.seq:
            return
        for entry in islice(self._register.store.read(self._seen), READ_AT_ONCE):
            self._seen = entry.seq
            news = self.news(entry.seq) if alert_of(entry) else None
            for one in self._all():
                self._sort(one, entry.seq, news)

    def _sort(self, one: Told, number: int, news: News | None) -> None:
        if number > one.box.seen:
            if news and is_wanted(one.settings, news):
                one.box.add(number, news.alert.at)
            one.box.seen = number

    def _settle(self, one: Told) -> None:
        """Record the position now and then, so that the next start skips entries that no receiver wanted."""
        if not one.box.letters and one.box.seen - self._register.told(one.name).upto >= SETTLED_EVERY:
            self._register.nothing_waits(one.name, one.box.seen)

    def _escalate(self) -> None:
        if any(one.settings.escalation for one in self._all()):
            oldest = _before(timedelta(minutes=self._house.settings.alerts.escalate_minutes))
            waiting, is_escalated = self._register.waiting(), self._register.is_escalated
            due = self._escalations.due(waiting, is_escalated, time.monotonic(), oldest)
            if due:
                self._register.note_all(due[:ESCALATED_AT_ONCE])

    def _watch(self, one: Told) -> None:
        box = one.box
        if box.failed_s and not box.is_lost and time.monotonic() - box.failed_s >= LOST_AFTER_S:
            box.is_lost = True
            words = f"the receiver {one.name} has accepted no alert for {LOST_AFTER_S} s: {box.why}; sending is retried"
            self._note_soon(Note(Happening.RECEIVER_LOST, words, value=one.name))
        elif box.is_lost and not box.failed_s:
            box.is_lost = False
            words = f"the receiver {one.name} accepts alerts again"
            self._note_soon(Note(Happening.RECEIVER_BACK, words, value=one.name))

    async def _tell(self, one: Told) -> None:
        while True:
            letter = one.box.due(time.monotonic()) if self._house.is_held() else None
            try:
                if letter is None:
                    await _woken(one.news, one.box.next_s() - time.monotonic())
                else:
                    await self._try(one, letter)
            except Exception:
                log.exception("an alert could not be sent", extra={"receiver": one.name})
                await asyncio.sleep(AGAIN_S)

    async def _try(self, one: Told, letter: Letter) -> None:
        news = self.news(letter.number)
        try:
            await one.teller.tell(news, news.alert.id_for(one.name), int(time.time()))
        except UnansweredError as error:
            one.box.unanswered(time.monotonic(), str(error))
        except NotTakenError as error:
            one.box.not_taken(letter, time.monotonic(), str(error))
        else:
            await self._took(one, letter)
        self._give_up(one)

    async def _took(self, one: Told, letter: Letter) -> None:
        """Record the delivery before sending anything else, and retry until it is recorded.

        An alert whose delivery is not on record is sent again after a restart."""
        while True:
            try:
                upto = one.box.upto_without((letter.number,))
                self._register.letter_told(one.name, letter.number, upto)
            except Refused:
                await asyncio.sleep(AGAIN_S)
            else:
                break
        one.box.taken(letter)
        self._house.metrics.told(one.name)

    def _give_up(self, one: Told) -> None:
        over = one.box.over(time.monotonic(), GIVE_UP_AFTER.total_seconds(), _before(GIVE_UP_AFTER))
        if over:
            upto = one.box.upto_without({letter.number for letter in over})
            given_up = [AlertGivenUp(one.name, letter.number, upto, letter.tries, letter.why) for letter in over]
            self._register.letters_given_up(given_up)
            for letter in over:
                del one.box.letters[letter.number]


def _before(span: timedelta) -> str:
    return (datetime.fromisoformat(now()) - span).isoformat(timespec="milliseconds")


async def _woken(news: asyncio.Event, within_s: float) -> None:
    news.clear()
    with suppress(TimeoutError):
        async with asyncio.timeout(None if within_s == float("inf") else max(within_s, 0)):
            await news.wait()
