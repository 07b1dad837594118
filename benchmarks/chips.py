"""Compares chips with credits: the same wagers by the same number of seats, at a table of each kind."""

from collections.abc import Callable, Iterator
from functools import partial
from time import thread_time
from typing import Final

import msgspec
from measure import Claim, Spread
from table import (
    BATCH,
    DEALER,
    GAME,
    LIMITS,
    MANAGER,
    PLAYERS,
    SEATS,
    SETTLING,
    USUAL,
    Prepare,
    betting,
    in_turns,
    placer,
    rolled,
    settler,
    wager,
)  # fmt: skip

from taisai.house.desk import Desk
from taisai.house.setup import Setup
from taisai.journal.memory import MemoryStore
from taisai.rules.vocabulary import Role
from taisai.table import commands as c
from taisai.table.limits import LimitRule
from taisai.table.order import Order, Person

CHIPS = (5, 10, 100, 1000)
FLOAT = dict.fromkeys(map(str, CHIPS), 10**5)
BROUGHT = dict.fromkeys(("5", "10", "100"), 10**3)
ONE_CHIP, THREE_KINDS = 10, 115
MOST, TRIES, WHOLE_TRIES = 1.3, 60, 7
SECOND = Person("Lim", Role.SHIFT_MANAGER)

Making = Callable[..., Desk]


def claims() -> Iterator[Claim]:
    """Compare by processor time, in turns: on a busy machine the longer of two is interrupted more often. First the
    table alone, which is the hardest comparison, because a table with credits does nothing else; then whole orders, up
    to the sealed entry."""
    yield from _alone(ONE_CHIP, "", MOST)
    yield from _alone(THREE_KINDS, ", each of three kinds of chips", 0)
    placing = in_turns({money: _whole_placer(make) for money, make in MAKING.items()}, thread_time, WHOLE_TRIES)
    settling = in_turns({money: _whole_settler(make) for money, make in MAKING.items()}, thread_time, WHOLE_TRIES)
    yield _beside("the order of a wager with chips, sealed", placing, BATCH, MOST)
    yield _beside(f"the orders that settle {USUAL:,} wagers with chips, sealed", settling, 1, MOST)


def _alone(stake: int, words: str, most: float) -> Iterator[Claim]:
    open_now = {money: msgspec.json.encode(make(USUAL, LIMITS, stake).table) for money, make in MAKING.items()}
    entered = {money: msgspec.json.encode(rolled(make(USUAL, LIMITS, stake)).table) for money, make in MAKING.items()}
    placing = in_turns(
        {money: placer(state, _following(stake)) for money, state in open_now.items()}, thread_time, TRIES
    )
    settling = in_turns({money: settler(state) for money, state in entered.items()}, thread_time, TRIES)
    yield _beside(f"place a wager with chips (decide, evolve){words}", placing, BATCH, most)
    yield _beside(f"settle {USUAL:,} wagers with chips (decide, evolve){words}", settling, 1, most)


def _beside(what: str, times: dict[str, list[float]], many: int, most: float) -> Claim:
    """Compare turn by turn, within milliseconds: the speed of a processor changes. The median counts."""
    chips, credits_, units = times["chips"], times["credits"], 1e6 / many
    ratio = Spread.of(one / other for one, other in zip(chips, credits_, strict=True))
    figure, limit = f"{min(chips) * units:.1f} µs; ratio {ratio:.2f}", f"with credits: {min(credits_) * units:.1f} µs"
    return Claim(
        what, figure, limit, ratio.median, f"at most {most}" if most else "", ratio.median <= most if most else None
    )


def _following(stake: int = ONE_CHIP) -> list[Order]:
    return [wager(place, stake) for place in range(USUAL, USUAL + BATCH)]


def _whole_placer(make: Making) -> Prepare:
    return lambda: partial(_do_all, make(USUAL, LIMITS), _following())


def _whole_settler(make: Making) -> Prepare:
    return lambda: partial(_do_all, rolled(make(USUAL, LIMITS)), SETTLING)


def _do_all(desk: Desk, orders: list[Order]) -> None:
    for order in orders:
        desk.do(order)


def _with_chips(wagers: int, limits: tuple[LimitRule, ...], stake: int = ONE_CHIP) -> Desk:
    """Give every player the chips for the wagers."""
    desk = Desk.install(MemoryStore(), GAME, Setup("T1", "chips", SEATS, (), CHIPS, limits), str)
    for name, command in (("box", c.ExchangeBox("1")), ("count", c.CountFloat("opening", FLOAT))):
        desk.do(Order(name, MANAGER, command, second=SECOND))
    desk.do(Order("open", MANAGER, c.OpenTable()))
    for person in PLAYERS:
        desk.do(Order(f"bring {person.seat}", DEALER, c.BringChips(person.seat, BROUGHT), 1))
    desk.do(Order("bets", DEALER, c.OpenBets(), 1))
    for place in range(wagers):
        desk.do(wager(place, stake))
    return desk


MAKING: Final[dict[str, Making]] = {"credits": betting, "chips": _with_chips}

if __name__ == "__main__":
    for claim in claims():
        print(claim)
