"""The meaning of each sentence of a scenario: which orders, and by whom."""

from collections.abc import Iterator
from typing import Final

import msgspec

from taisai.house.automation import ITSELF
from taisai.house.desk import Desk
from taisai.house.opening_orders import opening, spread, test_runs
from taisai.rules.vocabulary import Act, Role, Step
from taisai.scenario.drop_boxes import DROP_BOXES
from taisai.scenario.grammar import Said, role_of
from taisai.scenario.irregularities import IRREGULARITIES
from taisai.scenario.requests import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    Sentence,
    Wish,
    allowed,
    beside,
    by_two,
    dealer,
    due,
    keys,
    may,
    numbers,
    one,
    own,
    pile,
    player,
    staff,
)
from taisai.scenario.seeds import seed_throwing
from taisai.table import commands as c
from taisai.table.limits import LimitRule
from taisai.table.order import Person
from taisai.table.state import Idle
from taisai.table.throws import seed_before
from taisai.table.trades.counts import Purpose, expected

FIRST_BUY_IN: Final = 1000
STEPS: Final = (c.OpenBets, c.CloseBets, c.TumbleDice, c.RevealDice, c.CollectLosers, c.PayArea)


def wishes(desk: Desk, said: Said) -> Iterator[Wish]:
    """Yield the orders of the named people, or else of those whom the rulebook names."""
    if said.kind in {"wager", "stack", "call-wager"} and not said.refused:
        yield from _itself(desk, _before_a_wager(desk, said))
    asked = MEANINGS[said.kind](desk, said, *said.values)
    if said.by:
        yield from (Wish(said.by[0], wish.command, said.by[1] if len(said.by) > 1 else None) for wish in asked)
    else:
        yield from _itself(desk, asked)


def _itself(desk: Desk, asked: Iterator[Wish]) -> Iterator[Wish]:
    """Let an electronic table do what a dealer would."""
    for wish in asked:
        automatic = wish.by is DEALER and desk.table.electronic and isinstance(wish.command, STEPS)
        yield wish._replace(by=ITSELF) if automatic else wish


def _before_a_wager(desk: Desk, said: Said) -> Iterator[Wish]:
    """Yield defaults: a player without credit buys in, and a round is opened if none is."""
    seat = said.values[2 if said.kind == "call-wager" else 0]
    known = desk.table.seats.get(int(seat))
    if known and not known.meter_in and not known.credit:
        yield from _buy(desk, said, seat, str(FIRST_BUY_IN))
    if isinstance(desk.table.phase, Idle):
        yield from _open_bets(desk, said)


def opening_wishes(desk: Desk, opening_float: int) -> Iterator[Wish]:
    """Return the orders that open a table. At a table with chips, two people count this float first."""
    by, chips = may(desk, Act.OPEN_TABLE), desk.table.money == "chips"
    counted = spread(desk.table.chips, opening_float) if chips else None
    return (Wish(by, command, _second(by, command)) for command in opening(desk.game, counted))


def _second(by: Person, command: c.Command) -> Person | None:
    return beside(by) if isinstance(command, c.CountFloat | c.ExchangeBox) else None


def _open_table(desk: Desk, said: Said, amount: str = "0") -> Iterator[Wish]:
    by = may(desk, Act.OPEN_TABLE)
    if "float" in said.form:
        counted = c.CountFloat("opening", spread(desk.table.chips, int(amount)))
        yield Wish(by, counted, beside(by))
    yield Wish(by, c.OpenTable())


def _count(desk: Desk, said: Said, chips: str) -> Iterator[Wish]:
    purpose = msgspec.convert(said.form.split()[-1], Purpose)
    yield Wish(DEALER, c.CountFloat(purpose, pile(chips)), may(desk, Act.OPEN_TABLE))


def _duty(_: Desk, said: Said, name: str) -> Iterator[Wish]:
    """Note a duty as the house does, if its settings require a count at a change."""
    yield Wish(ITSELF, c.NoteDuty("dealer" if "dealer" in said.form else "supervisor", name))


def _approve(desk: Desk, _: Said, why: str) -> Iterator[Wish]:
    yield Wish(beside(may(desk, Act.OPEN_TABLE)), c.ApproveCount(why))


def _close(desk: Desk, said: Said) -> Iterator[Wish]:
    """Close the table. By default, two people count and find the expected chips."""
    by, tray = may(desk, Act.OPEN_TABLE), desk.table.tray
    if tray.counted and tray.count.purpose != "closing" and not said.refused:
        yield Wish(by, c.CountFloat("closing", expected(desk.table)), beside(by))
    yield Wish(by, c.CloseTable())


def _request(_: Desk, said: Said, chips: str) -> Iterator[Wish]:
    yield Wish(DEALER, c.RequestSlip("fill" if "fill" in said.form else "credit", pile(chips)))


def _slip_step(_: Desk, said: Said, number: str) -> Iterator[Wish]:
    """Yield one step: prepared in the cage, carried by another person, received by the dealer and a supervisor."""
    wishes = {
        "prepared": Wish(PIT_MANAGER, c.PrepareSlip(int(number))),
        "carried": Wish(SHIFT_MANAGER, c.CarrySlip(int(number))),
        "received": Wish(DEALER, c.ReceiveSlip(int(number)), staff(Role.CASINO_SUPERVISOR)),
    }
    yield wishes[said.form.split()[-1]]


def _whole_slip(desk: Desk, said: Said, chips: str) -> Iterator[Wish]:
    """Yield all four steps."""
    number = str(desk.table.tray.slips_made + 1)
    yield from _request(desk, said, chips)
    for step in ("prepared", "carried", "received"):
        yield from _slip_step(desk, said._replace(form=step), number)


def _colour_chips(_: Desk, said: Said, seat: str, count: str, chips: str) -> Iterator[Wish]:
    given = "gives" in said.form
    values, many = numbers(chips), int(count)
    command = c.ColourUp(int(seat), (), values, many, 0) if given else c.ColourUp(int(seat), values, (), 0, many)
    yield Wish(DEALER, command)


def _test(desk: Desk, _: Said) -> Iterator[Wish]:
    permission = desk.game.book.permission(Act.OPEN_TABLE)
    least = permission.test_rolls_min if permission else 0
    return (Wish(may(desk, Act.OPEN_TABLE), command) for command in test_runs(desk.game, least))


def _test_roll(desk: Desk, _: Said, roll: str, wrong: str = "") -> Iterator[Wish]:
    by = may(desk, Act.OPEN_TABLE)
    yield from (Wish(by, c.PressButton(face)) for face in keys(roll))
    yield Wish(by, c.EnterRoll())
    yield Wish(by, c.JudgeTest(not wrong, wrong))


def _assign(desk: Desk, _: Said, name: str, role: str = "") -> Iterator[Wish]:
    """Assign a post. The table refuses unknown ones and lists the known."""
    known = role_of(role)
    yield Wish(may(desk, Act.ASSIGN_POST), c.AssignPost(name, known.value if known else role))


def _limits(desk: Desk, said: Said, *values: str) -> Iterator[Wish]:
    """Set limits. Those for one area are added to the others; those for all areas replace them."""
    area = values[0] if "AREA" in said.form else ""
    names = [word for word in said.form.split() if word in LimitRule.__struct_fields__]
    given = {name: int(value) for name, value in zip(names, values[1:] if area else values, strict=True)}
    scope = {"scope": "box"} if "box" in said.form else {}
    others = tuple(rule for rule in desk.table.limits if rule.area != area) if area else ()
    rule = msgspec.convert({"area": area, **given, **scope}, LimitRule)
    by = may(desk, Act.CHANGE_LIMITS)
    yield Wish(by, c.ChangeLimits((*others, rule)), beside(by))


def _buy(desk: Desk, _: Said, seat: str, amount: str, voucher: str = "") -> Iterator[Wish]:
    if desk.table.money == "chips" and not voucher:
        yield Wish(DEALER, c.ChangeCash(int(seat), _fewest(desk, int(amount))))
    else:
        yield Wish(player(int(seat)), c.BuyIn(int(seat), int(amount), voucher))


def _fewest(desk: Desk, amount: int) -> tuple[int, ...]:
    chips: list[int] = []
    for chip in sorted(desk.table.chips, reverse=True):
        chips += [chip] * (amount // chip)
        amount %= chip
    return tuple(chips) if not amount else (*chips, amount)


def _open_bets(desk: Desk, _: Said) -> Iterator[Wish]:
    """Open wagers. If the dice are tumbled first, tumble them by default."""
    if due(desk, Step.TUMBLE):
        yield Wish(DEALER, c.TumbleDice(3))
    yield Wish(DEALER, c.OpenBets())


def _roll(desk: Desk, _: Said, text: str) -> Iterator[Wish]:
    """Yield all steps from closed wagers to the lit layout."""
    pressed = keys(text)
    if due(desk, Step.TUMBLE):
        yield Wish(DEALER, c.TumbleDice(3))
    if due(desk, Step.REVEAL):
        yield Wish(DEALER, c.RevealDice())
    yield from (Wish(DEALER, c.PressButton(face)) for face in pressed)
    yield Wish(DEALER, c.EnterRoll())


def _commit(desk: Desk, _: Said, throw: str, spot: str = "", times: str = "1") -> Iterator[Wish]:
    """Commit to a chain of one seed. It is not secret here, and is stored in clear so that it can be revealed later."""
    drawn = desk.game.paytable.multipliers
    seed = seed_throwing(desk.table.table, desk.table.round + 1, throw, drawn, spot, int(times))
    yield Wish(ITSELF, c.ChainSeeds(seed_before(seed), 1))
    yield Wish(ITSELF, c.CommitSeed(seed))


def _throw(desk: Desk, _: Said) -> Iterator[Wish]:
    """Yield the tumbler's own steps from closed wagers to the lit layout."""
    if due(desk, Step.TUMBLE):
        yield Wish(ITSELF, c.TumbleDice(3))
    if due(desk, Step.REVEAL):
        yield Wish(ITSELF, c.RevealDice())
    made = desk.table.commitments.get(desk.table.round)
    yield Wish(ITSELF, c.RevealSeed(desk.table.round, made.kept) if made else c.EnterRoll())


def _settle(desk: Desk, _: Said) -> Iterator[Wish]:
    yield Wish(DEALER, c.CollectLosers())
    if due(desk, Step.PAY):
        yield Wish(DEALER, c.PayArea())


MEANINGS: Final[dict[str, Sentence]] = (
    IRREGULARITIES
    | DROP_BOXES
    | {
        "check": one(lambda check, why="": c.RecordCheck(check, not why, why), allowed(Act.OPEN_TABLE)),
        "test": _test,
        "test-roll": _test_roll,
        "open-table": _open_table,
        "count": _count,
        "duty": _duty,
        "approve-count": _approve,
        "bring": one(lambda seat, chips: c.BringChips(int(seat), pile(chips)), dealer),
        "take": one(lambda seat, chips: c.LeaveSeat(int(seat), pile(chips)), dealer),
        "go": one(lambda seat: c.LeaveSeat(int(seat)), dealer),
        "colour-chips": _colour_chips,
        "write-off": by_two(lambda seat, count, why: c.WriteOffColour(int(seat), int(count), why), Act.HANDLE_MONEY),
        "limits": _limits,
        "assign": _assign,
        "buy": _buy,
        "cash-out": one(lambda seat, number: c.CashOut(int(seat), number), own),
        "collect-voucher": one(lambda seat, number: c.CollectVoucher(int(seat), number[-4:]), own),
        "cancel-voucher": by_two(
            lambda number, seat: c.CancelVoucher(int(seat), number[-4:], "it did not print"), Act.HANDLE_MONEY
        ),
        "change": one(lambda seat, chips: c.ChangeCash(int(seat), numbers(chips)), dealer),
        "pay-owed": by_two(lambda seat, amount: c.PayOwed(int(seat), int(amount)), Act.HANDLE_MONEY),
        "colour": one(lambda seat, colour, value: c.AssignColour(int(seat), colour, int(value)), dealer),
        "colour-up": one(lambda seat, given, got: c.ColourUp(int(seat), numbers(given), numbers(got)), dealer),
        "fill": _whole_slip,
        "credit": _whole_slip,
        "request": _request,
        "slip": _slip_step,
        "void-slip": by_two(lambda number, why: c.VoidSlip(int(number), why), Act.HANDLE_MONEY),
        "tumble": one(lambda times="3": c.TumbleDice(int(times)), dealer),
        "open-bets": _open_bets,
        "wager": one(lambda seat, stake, spot: c.PlaceWager(int(seat), spot, int(stake)), own),
        "stack": one(lambda seat, chips, spot: c.PlaceWager(int(seat), spot, sum(numbers(chips)), numbers(chips)), own),
        "call-wager": one(
            lambda stake, spot, seat, asked="": c.PlaceWager(int(seat), spot, int(stake), (), asked), dealer
        ),
        "move": one(lambda seat, stake, spot, to, why="": c.MoveWager(int(seat), spot, to, int(stake), why), own),
        "withdraw": one(lambda seat, stake, spot, why="": c.WithdrawWager(int(seat), spot, int(stake), why), own),
        "commit": _commit,
        "close-bets": one(c.CloseBets, dealer),
        "throw": _throw,
        "reveal": lambda _, said: iter([Wish(DEALER, c.RevealDice(flat="not" not in said.form))]),
        "press": lambda _, __, *faces: (Wish(DEALER, c.PressButton(int(face))) for face in faces),
        "enter": one(c.EnterRoll, dealer),
        "roll": _roll,
        "collect": one(c.CollectLosers, dealer),
        "pay": one(c.PayArea, dealer),
        "pay-chips": one(lambda seat, spot, chips: c.PayArea("", (c.Payout(int(seat), spot, pile(chips)),)), dealer),
        "settle": _settle,
        "leave": one(lambda seat: c.LeaveSeat(int(seat)), own),
        "close": _close,
    }
)
