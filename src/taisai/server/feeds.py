"""Outside programs that follow table journals: their keys, and how many requests may wait at once."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from hmac import compare_digest
from pathlib import Path
from typing import Final

from taisai.house.feed_settings import FeedSettings
from taisai.house.floor_table import FloorTable
from taisai.house.key_files import made_key
from taisai.house.settings import Settings
from taisai.people.refusals import PeopleRefusal
from taisai.rules.refusals import Refused
from taisai.server.refusals import ServerRefusal

SCHEME: Final = "Bearer "
LOOK_S: Final = 0.05
WAITING_MOST: Final = 64
WAITING_OF_ONE: Final = 8


def feed_key(settings: Settings, feed: str) -> Path:
    return settings.keys_folder / f"feed-{feed}.key"


class Feeds:
    def __init__(self, settings: Settings) -> None:
        self._keys = {one.name: made_key(feed_key(settings, one.name)).hex() for one in settings.feed}
        self._feeds = {one.name: one for one in settings.feed}
        self._waiting: Counter[str] = Counter()

    def known(self, authorization: str) -> FeedSettings:
        given = authorization.removeprefix(SCHEME).strip().encode()
        found = [name for name, key in self._keys.items() if compare_digest(key.encode(), given)]
        if not authorization.startswith(SCHEME) or not found:
            words = "no feed of this house has that key; send the key in the feed's file as Authorization: Bearer"
            raise Refused(PeopleRefusal.SESSION_UNKNOWN, words, "")
        return self._feeds[found[0]]

    async def news(self, one: FloorTable, after: int, within_s: float, by: str) -> None:
        """Wait until there is an entry after `after`, or the time is over."""
        with self._room(by):
            end_s = time.monotonic() + within_s
            while one.desk.head.seq == after and time.monotonic() < end_s:  # noqa: ASYNC110 - play does not signal this
                await asyncio.sleep(LOOK_S)

    @contextmanager
    def _room(self, by: str) -> Iterator[None]:
        if self._waiting.total() >= WAITING_MOST or self._waiting[by] >= WAITING_OF_ONE:
            words = f"{self._waiting[by]} of your requests are already waiting for entries; send one at a time"
            raise Refused(ServerRefusal.TOO_MANY_REQUESTS, words, self._waiting[by])
        self._waiting[by] += 1
        try:
            yield
        finally:
            self._waiting -= Counter([by])
