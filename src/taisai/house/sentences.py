"""What each sentence of a scenario asks of the table, and by whom."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from taisai.house.automation import ITSELF
from taisai.house.desk import Desk
from taisai.house.grammar import Said
from taisai.house.opening import opening, test_runs
from taisai.rules.refusals import Refusal, Refused, did_you_mean
from taisai.rules.roll import Roll
from taisai.rules.vocabulary import Act, Role, Step, Trouble
from taisai.table import commands as c
from taisai.table.decide.commit import commitment_to
from taisai.table.limits import LimitRule
from taisai.table.order import Person
from taisai.table.state import Entered, Idle, Revealed, Settling


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
STEPS = (c.OpenBets, c.CloseBets, c.TumbleDice, c.RevealDice, c.CollectLosers, c.PayArea)


def wishes(desk: Desk, said: Said) -> Iterator[Wish]:
    if said.kind in {"wager", "stack", "call-wager"} and not said.refused:
        yield from _before_a_wager(desk, said)
    for wish in _WISHES[said.kind](desk, said, *said.values):
        automatic = wish.by is DEALER and desk.table.electronic and isinstance(wish.command, STEPS)
        yield wish._replace(by=ITSELF) if automatic else wish


def _before_a_wager(desk: Desk, said: Said) -> Iterator[Wish]:
    """What goes without saying: a player who never bought in does, and a round that was not opened is."""
    seat = said.values[2 if said.kind == "call-wager" else 0]
    known = desk.table.seats.get(int(seat))
    if known and not known.meter_in and not known.credit:
        yield from _buy(desk, said, seat, str(FIRST_BUY_IN))
    if isinstance(desk.table.phase, Idle):
        yield from _open_bets(desk, said)


def opening_wishes(desk: Desk, opening_float: int) -> Iterator[Wish]:
    return (Wish(_may(desk, Act.OPEN_TABLE), command) for command in opening(desk.game, opening_float))


def _may(desk: Desk, act: Act) -> Person:
    """Somebody whom the rulebook allows an act; the dealer, to be refused, where it allows nobody."""
    permission = desk.game.book.permission(act)
    return staff(permission.by[0]) if permission else DEALER


def _test(desk: Desk, _: Said) -> Iterator[Wish]:
    permission = desk.game.book.permission(Act.OPEN_TABLE)
    least = permission.test_rolls_min if permission else 0
    return (Wish(_may(desk, Act.OPEN_TABLE), command) for command in test_runs(desk.game, least))


def _test_roll(desk: Desk, _: Said, roll: str, wrong: str = "") -> Iterator[Wish]:
    by = _may(desk, Act.OPEN_TABLE)
    yield from (Wish(by, c.PressButton(face)) for face in Roll.parse(roll).faces)
    yield Wish(by, c.EnterRoll())
    yield Wish(by, c.JudgeTest(not wrong, wrong))


def _check(desk: Desk, _: Said, check: str, why: str = "") -> Iterator[Wish]:
    yield Wish(_may(desk, Act.OPEN_TABLE), c.RecordCheck(check, not why, why))


def _assign(desk: Desk, _: Said, name: str, post: str = "") -> Iterator[Wish]:
    yield Wish(_may(desk, Act.ASSIGN_POST), c.AssignPost(name, post))


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
    """For one area they go beside those that there are; for all they replace them."""
    area = values[0] if "AREA" in said.form else ""
    names = said.form.replace("limits", "").replace("for AREA", "").replace("AMOUNT", "").split()
    amounts = values[1:] if area else values
    given = {name: int(value) for name, value in zip(names, amounts, strict=True)}
    others = tuple(rule for rule in desk.table.limits if rule.area != area) if area else ()
    rule = msgspec.convert({"area": area, **given}, LimitRule)
    yield Wish(_may(desk, Act.CHANGE_LIMITS), c.ChangeLimits((*others, rule)))


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


def _keys(text: str) -> tuple[int, ...]:
    return Roll.parse(text).faces


def _commit(desk: Desk, _: Said, throw: str) -> Iterator[Wish]:
    """The secret of a scenario is no secret: it is made of the throw, so that it can be opened later."""
    table = desk.table
    made = commitment_to(table.table, table.round, throw, throw)
    yield Wish(ITSELF, c.CommitRoll(made, throw))


def _throw(desk: Desk, _: Said) -> Iterator[Wish]:
    """What the tumbler does by itself between closing and the lit layout."""
    if _due(desk, Step.TUMBLE):
        yield Wish(ITSELF, c.TumbleDice(3))
    if _due(desk, Step.REVEAL):
        yield Wish(ITSELF, c.RevealDice())
    made = desk.table.commitments.get(desk.table.round)
    throw = made.kept if made else ""
    yield Wish(ITSELF, c.OpenCommitment(desk.table.round, throw, throw) if throw else c.EnterRoll())


def _shown(desk: Desk, _: Said, word: str, shown: str, dice: str = "") -> Iterator[Wish]:
    """What was lit or displayed, as it would be for another roll."""
    lit = desk.game.paytable.lights[str(Roll.parse(shown))]
    yield Wish(DEALER, c.ReportTrouble(_trouble(word), f"showing {shown}", lit, _keys(dice) if dice else ()))


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


def _void(desk: Desk, said: Said, word: str) -> Iterator[Wish]:
    """By whoever may at this moment, and by two once the round is settled."""
    unseen = desk.table.current is not None and not isinstance(desk.table.phase, Entered | Settling)
    by = DEALER if unseen else _may(desk, Act.VOID_SEEN if desk.table.current else Act.REVERSE_ROUND)
    second = None if desk.table.current else SHIFT_MANAGER
    yield Wish(by, c.VoidRound(_trouble(word), "unann" not in said.form), second)


def _line(desk: Desk, said: Said, seat: str, stake: str, spot: str, why: str) -> Iterator[Wish]:
    judged = c.JudgeLine(int(seat), spot, int(stake), "counts" in said.form, why)
    seen = isinstance(desk.table.phase, Revealed | Entered)
    yield Wish(_may(desk, Act.JUDGE_LINE), judged, SHIFT_MANAGER if seen else None)


def _by_two(make: Callable[..., c.Command], act: Act) -> _Sentence:
    """Settled money moves, so a second person agrees."""

    def sentence(desk: Desk, _: Said, *values: str) -> Iterator[Wish]:
        by = _may(desk, act)
        yield Wish(by, make(*values), DEALER if by.role is Role.SHIFT_MANAGER else SHIFT_MANAGER)

    return sentence


def _dealer(*_: object) -> Person:
    return DEALER


def _own(_: Desk, seat: str, *__: str) -> Person:
    return player(int(seat))


def _by(act: Act) -> Callable[..., Person]:
    return lambda desk, *_: _may(desk, act)


_WISHES: dict[str, _Sentence] = {
    "check": _check,
    "test": _test,
    "test-roll": _test_roll,
    "assign": _assign,
    "commit": _commit,
    "throw": _throw,
    "shown": _shown,
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
    "call-wager": _one(
        lambda stake, spot, seat, asked="": c.PlaceWager(int(seat), spot, int(stake), (), asked), _dealer
    ),
    "move": _one(lambda seat, stake, spot, to, why="": c.MoveWager(int(seat), spot, to, int(stake), why), _own),
    "withdraw": _one(lambda seat, stake, spot, why="": c.WithdrawWager(int(seat), spot, int(stake), why), _own),
    "close-bets": _one(c.CloseBets, _dealer),
    "unnoticed": _one(lambda seat, stake, spot: c.RecordUnnoticed(int(seat), spot, int(stake)), _dealer),
    "reveal": lambda _, said: iter([Wish(DEALER, c.RevealDice(flat="not" not in said.form))]),
    "press": lambda _, __, *faces: (Wish(DEALER, c.PressButton(int(face))) for face in faces),
    "enter": _one(c.EnterRoll, _dealer),
    "roll": _roll,
    "amend": _one(lambda roll: c.AmendEntry(_keys(roll)), _by(Act.AMEND_ENTRY)),
    "collect": _one(c.CollectLosers, _dealer),
    "pay": _one(c.PayArea, _dealer),
    "settle": _settle,
    "void": _void,
    "reverse": _by_two(lambda rounds: c.ReverseRounds(_chips(rounds)), Act.REVERSE_ROUND),
    "correct": _by_two(lambda number, roll: c.CorrectRound(int(number), _keys(roll)), Act.CORRECT_ROUND),
    "moved": _one(lambda seat, stake, spot, to, cause: c.RecordMoved(int(seat), spot, to, int(stake), cause), _dealer),
    "move-back": _one(
        lambda seat, stake, spot, to, cause, why="": c.MoveWagerBack(int(seat), spot, to, int(stake), cause, why),
        _by(Act.MOVE_WAGER_BACK),
    ),
    "line": _line,
    "trouble": _one(lambda word, note="": c.ReportTrouble(_trouble(word), note), _dealer),
    "clear": _one(c.ClearTrouble, _by(Act.CLEAR_MALFUNCTION)),
    "resume": lambda _, said, roll="": iter([Wish(DEALER, c.Resume(roll, disturbed="disturbed" in said.form))]),
    "terminal": _terminal,
    "mend": _one(lambda seat, procedure: c.MendTerminal(int(seat), procedure), _dealer),
    "leave": _one(lambda seat: c.LeaveSeat(int(seat)), _own),
    "dispute": _dispute,
    "decide": _decide,
    "close": _one(c.CloseTable, _by(Act.OPEN_TABLE)),
}
