"""Plays a scenario: each sentence becomes orders of the people in it."""

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import count

import msgspec

from taisai.house.desk import Clock, Desk, Reply
from taisai.house.desks import Signing
from taisai.house.games import game
from taisai.house.setup import Setup
from taisai.journal.store import Store
from taisai.rules.refusals import Refusal, Refused
from taisai.scenario.expectations import EXPECTED
from taisai.scenario.grammar import Said, read
from taisai.scenario.house_book import ASKED, HELD, HouseBook
from taisai.scenario.requests import Wish, pile
from taisai.scenario.sentences import opening_wishes, wishes
from taisai.table import commands as c
from taisai.table.game import Game
from taisai.table.limits import LimitRule
from taisai.table.order import Order
from taisai.table.piles import rack
from taisai.table.state import Idle

SEATS = 8
OPENING_FLOAT = 100_000
WIDE = 1_000_000
BEGINNING = (c.CommitSeed, c.TumbleDice, c.OpenBets)  # these name the next round


class Line(msgspec.Struct, frozen=True):
    """A sentence with its replies."""

    said: Said
    replies: tuple[Reply, ...]
    refused: str = ""


class Scenario:
    def __init__(self, store: Callable[[str], Store], clock: Clock, signing: Signing | None = None) -> None:
        self._store = store
        self._clock = clock
        self._signing = signing
        self._ids = count(1)
        self.desk: Desk

    def play(self, text: str) -> Iterator[Line]:
        for said in read(text):
            yield self._line(said)

    def _line(self, said: Said) -> Line:
        try:
            replies = tuple(self._play(said))
        except Refused as refused:
            if refused.code.value == said.refused:
                return Line(said, (), refused.words)
            raise Refused(refused.code, f"line {said.line}: {refused.words}", refused.value) from None
        if said.refused:
            words = f"line {said.line}: {said.text!r} was accepted, but {said.refused} was expected"
            raise Refused(Refusal.SCENARIO_WRONG, words, said.refused)
        return Line(said, replies)

    def _play(self, said: Said) -> Iterator[Reply]:
        if said.kind in {"open", "install"}:
            yield from self._install(said)
        elif not hasattr(self, "desk"):
            words = "a scenario must start with: open TABLE, such as open rws-6/2"
            raise Refused(Refusal.SCENARIO_UNCLEAR, words, said.text)
        elif said.kind in ASKED:
            self.house.do(said)
        elif said.kind in HELD:
            self.house.expect(said)
        elif said.kind.startswith("expect"):
            self._expect(said)
        else:
            for wish in wishes(self.desk, said):
                yield self._do(wish)

    @cached_property
    def house(self) -> HouseBook:
        return HouseBook(lambda: self.desk.table)

    def _install(self, said: Said) -> Iterator[Reply]:
        """Install the table; `open` also opens it.

        It then does all checks of the rulebook, including the test run. If the rulebook requires limits on display,
        wide ones apply until the scenario sets others. `install` sets none."""
        opens = said.kind == "open"
        chips = "chips" in said.form or "float" in said.form
        played = game(said.values[0])
        steps = tuple(step.step.value for step in played.steps) if "electronic" in said.form else ()
        limits = wide_limits(played) if opens else ()
        setup = Setup(said.values[0], "chips" if chips else "credits", SEATS, automation=steps, limits=limits)
        signer = self._signing(setup.table) if self._signing else None
        self.desk = Desk.install(self._store(setup.table), played, setup, self._clock, signer)
        self.desk.state_tips(allowed="tips" in said.form)
        if opens:
            opening = int(said.values[1]) if len(said.values) > 1 else OPENING_FLOAT if chips else 0
            for wish in opening_wishes(self.desk, opening):
                yield self._do(wish)

    def _do(self, wish: Wish) -> Reply:
        table = self.desk.table
        beginning = isinstance(table.phase, Idle) and isinstance(wish.command, BEGINNING)
        number = table.round + beginning
        return self.desk.do(Order(f"scenario-{next(self._ids)}", wish.by, wish.command, number, wish.second))

    def _expect(self, said: Said) -> None:
        if said.kind in EXPECTED:
            EXPECTED[said.kind](self.desk.table, said)
            return
        *_, wanted = said.values
        if said.kind == "expect-chips":
            self._expect_chips(said)
            return
        if said.kind == "expect-seat":
            seat = self.desk.table.seats[int(said.values[0])]
            found = seat.owed if "owes" in said.form else seat.credit
        else:
            balances = {str(account): balance for account, balance in self.desk.ledger.balances.items()}
            found = balances.get(f"box:{said.values[0]}" if "box" in said.form else said.values[0], 0)
        if found != int(wanted):
            words = f"line {said.line}: {said.text!r}, but it is {found}"
            raise Refused(Refusal.SCENARIO_WRONG, words, found)

    def _expect_chips(self, said: Said) -> None:
        holder = said.values[0]
        found = self.desk.table.tray.pile(rack(int(holder)) if "SEAT" in said.form else holder)
        if found != pile(said.values[1]):
            words = f"line {said.line}: {said.text!r}, but it is {found}"
            raise Refused(Refusal.SCENARIO_WRONG, words, str(found))


def wide_limits(played: Game) -> tuple[LimitRule, ...]:
    asked = played.book.limits
    if asked is None or not asked.displayed_clause:
        return ()
    return (LimitRule(maximum=WIDE, differential=WIDE if "differential" in asked.kinds else 0),)
