"""What each sentence of a scenario asks of the table, and by whom."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from taisai.house.desk import Desk
from taisai.house.grammar import Said
from taisai.rules.refusals import Refusal, Refused, did_you_mean
from taisai.rules.roll import Roll
from taisai.rules.vocabulary import Act, Role, Step, Trouble
from taisai.table import commands as c
from taisai.table.limits import LimitRule
from taisai.table.order import Person
from taisai.table.state import Idle


class Wish(NamedTuple):
    by: Person
    command: c.Command
    second: Person | None = None


def staff(role: Role) -> Person:
    return Person(role.value, role)


def player(seat: int) -> Person:
    return Person(f"player {seat}", Role.PLAYER, seat)


FIRST_BUY_IN = 1000
DEALER = staff(Role.DEALER)
SHIFT_MANAGER = staff(Role.SHIFT_MANAGER)


def wishes(desk: Desk, said: Said) -> Iterator[Wish]:
    if said.kind in {"wager", "stack", "call-wager"} and not said.refused:
        yield from _before_a_wager(desk, said)
    yield from _WISHES[said.kind](desk, said, *said.values)


def _before_a_wager(desk: Desk, said: Said) -> Iterator[Wish]:
    """What goes without saying: a player who never bought in does, and a round that was not opened is."""
    seat = said.values[2 if said.kind == "call-wager" else 0]
    known = desk.table.seats.get(int(seat))
    if known and not known.meter_in and not known.credit:
        yield from _buy(desk, said, seat, str(FIRST_BUY_IN))
    if isinstance(desk.table.phase, Idle):
        yield from _open_bets(desk, said)


def opening_wishes(desk: Desk, opening_float: int) -> Iterator[Wish]:
    permission = desk.game.book.permission(Act.OPEN_TABLE)
    for check in permission.checks if permission else ():
        if permission and check != permission.test_run:
            yield Wish(_may(desk, Act.OPEN_TABLE), c.RecordCheck(check))
    yield Wish(_may(desk, Act.OPEN_TABLE), _test_run(desk))
    yield Wish(_may(desk, Act.OPEN_TABLE), c.OpenTable(opening_float))


def _may(desk: Desk, act: Act) -> Person:
    """Somebody whom the rulebook allows an act; the dealer, to be refused, where it allows nobody."""
    permission = desk.game.book.permission(act)
    return staff(permission.by[0]) if permission else DEALER


def _test_run(desk: Desk) -> c.RunTest:
    return c.RunTest(desk.game.paytable.lights)


def _chips(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


def _trouble(word: str) -> Trouble:
    known = [trouble.value for trouble in Trouble]
    if word not in known:
        raise Refused(Refusal.TROUBLE_UNKNOWN, f"no irregularity {word!r}{did_you_mean(word, known)}", word)
    return Trouble(word)


def _open_table(desk: Desk, _: Said, opening: str = "0") -> Iterator[Wish]:
    yield Wish(_may(desk, Act.OPEN_TABLE), c.OpenTable(int(opening)))


def _limits(desk: Desk, said: Said, *values: str) -> Iterator[Wish]:
    names = said.form.removeprefix("limits ").replace(" AMOUNT", "").split()
    rule = LimitRule("", **{name: int(value) for name, value in zip(names, values, strict=True)})
    yield Wish(_may(desk, Act.CHANGE_LIMITS), c.ChangeLimits((rule,)))


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


def _roll(desk: Desk, _: Said, text: str) -> Iterator[Wish]:
    """All that stands between closed wagers and a lit layout."""
    roll = Roll.parse(text)
    if _due(desk, Step.TUMBLE):
        yield Wish(DEALER, c.TumbleDice(3))
    if _due(desk, Step.REVEAL):
        yield Wish(DEALER, c.RevealDice())
    for face in roll.faces:
        yield Wish(DEALER, c.PressButton(face))
    yield Wish(DEALER, c.EnterRoll())


def _due(desk: Desk, step: Step) -> bool:
    following = desk.game.next_step(desk.table.phase)
    return following is not None and following.step is step


def _settle(desk: Desk, _: Said) -> Iterator[Wish]:
    yield Wish(DEALER, c.CollectLosers())
    if _due(desk, Step.PAY):
        yield Wish(DEALER, c.PayArea())


def _open_bets(desk: Desk, _: Said) -> Iterator[Wish]:
    """Where the dice are tumbled first and nobody said so, they are tumbled."""
    if _due(desk, Step.TUMBLE):
        yield Wish(DEALER, c.TumbleDice(3))
    yield Wish(DEALER, c.OpenBets())


def _dispute(desk: Desk, said: Said, *values: str) -> Iterator[Wish]:
    *seat, about, claim = values
    number = int(seat[0]) if seat else 0
    by = player(number) if said.form.startswith("seat") else SHIFT_MANAGER
    yield Wish(by, c.OpenDispute(number, int(about), claim, desk.head.seal.hex()))


def _decide(_: Desk, said: Said, number: str, reason: str, amount: str = "0", name: str = "") -> Iterator[Wish]:
    signed = -int(amount) if "gives" in said.form else int(amount)
    second = Person(name, Role.PIT_MANAGER) if name else None
    yield Wish(SHIFT_MANAGER, c.DecideDispute(int(number), reason, signed), second)


def _terminal(_: Desk, __: Said, seat: str, amount: str = "", spot: str = "") -> Iterator[Wish]:
    yield Wish(DEALER, c.ReportTerminal(int(seat), {spot: int(amount)} if spot else {}))


_Sentence = Callable[..., Iterator[Wish]]


def _one(make: Callable[..., c.Command], by: Callable[..., Person]) -> _Sentence:
    """A sentence that is one command."""

    def sentence(desk: Desk, _: Said, *values: str) -> Iterator[Wish]:
        yield Wish(by(desk, *values), make(*values))

    return sentence


def _dealer(*_: object) -> Person:
    return DEALER


def _own(_: Desk, seat: str, *__: str) -> Person:
    return player(int(seat))


def _by(act: Act) -> Callable[..., Person]:
    return lambda desk, *_: _may(desk, act)


_WISHES: dict[str, _Sentence] = {
    "check": _one(c.RecordCheck, _by(Act.OPEN_TABLE)),
    "test": lambda desk, _: iter([Wish(_may(desk, Act.OPEN_TABLE), _test_run(desk))]),
    "open-table": _open_table,
    "limits": _limits,
    "buy": _buy,
    "cash-out": _one(lambda seat, number: c.CashOut(int(seat), number), _own),
    "collect-voucher": _one(lambda seat, number: c.CollectVoucher(int(seat), number[-4:]), _own),
    "cancel-voucher": _one(
        lambda number, seat: c.CancelVoucher(int(seat), number[-4:], "it did not print"), _by(Act.HANDLE_MONEY)
    ),
    "change": _one(lambda seat, chips: c.ChangeCash(int(seat), _chips(chips)), _dealer),
    "pay-owed": _one(lambda seat, amount: c.PayOwed(int(seat), int(amount)), _by(Act.HANDLE_MONEY)),
    "colour": _one(lambda seat, colour, value: c.AssignColour(int(seat), colour, int(value)), _dealer),
    "colour-up": _one(lambda seat, given, got: c.ColourUp(int(seat), _chips(given), _chips(got)), _dealer),
    "fill": _one(lambda chips: c.FillFloat(_chips(chips)), _dealer),
    "credit": _one(lambda chips: c.CreditFloat(_chips(chips)), _dealer),
    "tumble": _one(lambda times="3": c.TumbleDice(int(times)), _dealer),
    "open-bets": _open_bets,
    "wager": _one(lambda seat, stake, spot: c.PlaceWager(int(seat), spot, int(stake)), _own),
    "stack": _one(lambda seat, chips, spot: c.PlaceWager(int(seat), spot, sum(_chips(chips)), _chips(chips)), _own),
    "call-wager": _one(lambda stake, spot, seat: c.PlaceWager(int(seat), spot, int(stake)), _dealer),
    "move": _one(lambda seat, stake, spot, to: c.MoveWager(int(seat), spot, to, int(stake)), _own),
    "withdraw": _one(lambda seat, stake, spot: c.WithdrawWager(int(seat), spot, int(stake)), _own),
    "close-bets": _one(c.CloseBets, _dealer),
    "unnoticed": _one(lambda seat, stake, spot: c.RecordUnnoticed(int(seat), spot, int(stake)), _dealer),
    "reveal": lambda _, said: iter([Wish(DEALER, c.RevealDice(flat="not" not in said.form))]),
    "press": lambda _, __, *faces: (Wish(DEALER, c.PressButton(int(face))) for face in faces),
    "enter": _one(c.EnterRoll, _dealer),
    "roll": _roll,
    "amend": _one(c.AmendEntry, _by(Act.AMEND_ENTRY)),
    "collect": _one(c.CollectLosers, _dealer),
    "pay": _one(c.PayArea, _dealer),
    "settle": _settle,
    "void": lambda _, said, word: iter([Wish(DEALER, c.VoidRound(_trouble(word), "unann" not in said.form))]),
    "reverse": _one(lambda rounds: c.ReverseRounds(_chips(rounds)), _by(Act.REVERSE_ROUND)),
    "correct": _one(lambda number, roll: c.CorrectRound(int(number), roll), _by(Act.AMEND_ENTRY)),
    "move-back": _one(
        lambda seat, stake, spot, to, cause: c.MoveWagerBack(int(seat), spot, to, int(stake), cause),
        _by(Act.MOVE_WAGER_BACK),
    ),
    "trouble": _one(lambda word, note="": c.ReportTrouble(_trouble(word), note), _dealer),
    "clear": _one(c.ClearTrouble, _by(Act.CLEAR_MALFUNCTION)),
    "resume": _one(lambda roll="": c.Resume(roll), _dealer),
    "terminal": _terminal,
    "leave": _one(lambda seat: c.LeaveSeat(int(seat)), _own),
    "dispute": _dispute,
    "decide": _decide,
    "close": _one(c.CloseTable, _by(Act.OPEN_TABLE)),
}
