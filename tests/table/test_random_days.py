"""Random shifts that follow one another at one table: the result of each, and of each gaming day, is the ledger's."""

from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from table.test_random_shifts import CHIPS, GAME, MANAGER, SHIFT, RandomShift

from taisai.house.gaming_days import GamingDays
from taisai.house.opening_orders import opening, spread
from taisai.journal.entry import By, Entry
from taisai.journal.memory import MemoryStore
from taisai.journal.seal import sealed
from taisai.reports.registry import REPORTS
from taisai.reports.sources import Sources
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.accounts import FLOAT
from taisai.table.trades.counts import expected

DAYS = GamingDays("Asia/Singapore", ("06:00", "14:00", "22:00"))  # the third goes over midnight
FIRST = datetime(2026, 3, 1, 20, tzinfo=UTC)
SESSIONS = 4


class RandomDays(RandomShift):
    """Its journal is kept, and beside it what the house had gained by the ledger's accounts after each shift."""

    def __init__(self, seed):
        self.at, self.store, self.won = FIRST, MemoryStore(), defaultdict(Counter)
        super().__init__(seed)

    def take(self, events):
        for event in events:
            self.keep(event)
            before = self.gained
            super().take([event])
            for by, group in (("shift", DAYS.shift(self.told_at)), ("gaming-day", DAYS.day(self.told_at))):
                self.won[by][group] += self.gained - before

    @property
    def told_at(self):
        return self.at.isoformat(timespec="milliseconds")

    @property
    def gained(self):
        """What lies in the float, the cage and the drop boxes; tips do, and are not the house's."""
        kept = (many for name, many in self.ledger.balances.items() if name in (FLOAT, "cage") or name[:4] == "box:")
        return sum(kept) - self.tips

    def keep(self, event):
        head = self.store.head()
        raw = msgspec.Raw(msgspec.json.encode(event))
        self.store.append(head, sealed(head, [Entry(head.seq + 1, self.told_at, By("", "dealer"), "", "", raw)]))

    def act(self):
        self.at += timedelta(minutes=self.dice.randint(1, 150))
        super().act()

    def session(self):
        for command in opening(GAME, expected(self.table) or spread(CHIPS, 60_000)):
            box = isinstance(command, c.ExchangeBox) and self.table.tray.box
            if not box:
                self.do(MANAGER, command, SHIFT if isinstance(command, c.CountFloat | c.ExchangeBox) else None)
        for _ in range(self.dice.randint(5, 15)):
            self.act()
        while self.table.tray.count.purpose != "closing":
            self.count("closing")
        assert any(isinstance(one, e.TableClosed) for one in self.do(MANAGER, c.CloseTable()))


@pytest.mark.parametrize("seed", range(12))
def test_the_result_of_every_shift_and_gaming_day_is_what_the_ledger_says(seed):
    play = RandomDays(seed)
    for _ in range(SESSIONS):
        play.session()
    for by, won in play.won.items():
        made = REPORTS["chip-result"].make(Sources({"T": play.store}, "", "", play.told_at, by=by, days=DAYS))
        named = [column.name for column in made.columns]
        rows = [dict(zip(named, row, strict=True)) for row in made.rows]
        found = {row[by]: row["result"] for row in rows}
        assert len(found) > 2
        assert {group: one for group, one in found.items() if one} == {group: one for group, one in won.items() if one}
        for row in rows:
            lost = row["opening float"] + row["fills"]
            assert row["result"] == row["closing float"] + row["credits"] + row["drop"] + row["drop variance"] - lost
            parts = ("play", "written off", "float variance", "drop variance")
            assert row["result"] == sum(row[part] for part in parts)
