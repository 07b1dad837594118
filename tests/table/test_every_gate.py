"""Every order and case, by everybody, alone or with a second person, in each state of a real table: what the table
refuses is what the gates say, as a second reader reads them, who knows each state from the story that led to it."""

from itertools import product
from typing import NamedTuple

import pytest
from clauses.tumbling import TUMBLER, Electronic
from msgspec.structs import replace
from table.playing import Play

from taisai import Refusal, Refused
from taisai.rules.vocabulary import Act, Does, Moment, Role, Step
from taisai.table import commands as c
from taisai.table.decide import decide
from taisai.table.declared import examples
from taisai.table.gates import At, By, ByHand, If, Keys, NextStep, Of, Remedy, Since, Time, Two, TwoIfCalled, When, Who
from taisai.table.handlers import GATES
from taisai.table.order import ALONE, Order, Person

TABLES = [
    ("nz-1998/1", "credits"), ("nz-2008/1", "credits"), ("nz-2008/1", "chips"), ("rws-6/2", "credits"),
    ("rws-6/2", "chips"), ("etg/2", "credits"), ("etg/2", "electronic"),
]  # fmt: skip
SPIN_FIRST = ("tumble", "open-bets", "close-bets", "reveal", "enter", "collect", "pay")
SPIN_LATER = ("open-bets", "close-bets", "tumble", "reveal", "enter", "collect", "pay")
STAFF = {Role.DEALER, Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER}
SECONDS = (
    None, ALONE, Person("somebody else", Role.DEALER), Person("the giver", Role.DEALER), Person("a guest", Role.AUDITOR)
)  # fmt: skip
GOOD_SECONDS = SECONDS[1:3]
GROUPS = {
    Who.PLAYER: {Role.PLAYER}, Who.STAFF: {*Role} - {Role.PLAYER}, Who.HOUSE: {Role.AUTOMATION},
    Who.TUMBLER: {Role.AUTOMATION},
}  # fmt: skip
WHO = {Refusal.ROLE_NOT_ALLOWED, Refusal.DUAL_CONTROL, Refusal.ROLL_COMMITTED}
LEAST = 50_000  # tries at each table
SPOT = "big"
COMMANDS = {name: replace(one, spot=SPOT) if hasattr(one, "spot") else one for name, one in examples()}


class Story(NamedTuple):
    """What has happened at a table so far. `done` are the steps of the round under way, in order; `called`: staff have
    placed a wager of seat 1 on the spot of all examples."""

    play: Play
    electronic: bool
    is_open: bool = False
    round: int = 0
    done: tuple[str, ...] = ()
    paid_some: bool = False
    trouble: bool = False
    differs: bool = False
    due: bool = False
    void: int = 0
    called: bool = False

    @property
    def steps(self):
        return SPIN_FIRST if self.play.book.id.startswith("nz") else SPIN_LATER

    @property
    def next(self):
        return self.steps[len(self.done)]

    def moment(self, number):
        """The moment of a round, by what was done in the one under way."""
        if not self.done and number >= self.round:
            return Moment.SETTLED if self.is_open else Moment.TABLE_CLOSED
        if not self.done or number != self.round:
            return Moment.NEXT_ROUND
        if "close-bets" not in self.done:
            return Moment.BEFORE_CLOSING
        covered = Moment.TUMBLED if "tumble" in self.done else Moment.CLOSED
        return {
            "reveal": Moment.REVEALED, "enter": Moment.ENTERED,
            "collect": Moment.PAYING if self.paid_some else Moment.COLLECTED,
        }.get(self.done[-1], covered)  # fmt: skip


def states(table, money):
    """Each state of a table, reached once."""
    electronic = money == "electronic"
    play = Electronic(table) if electronic else Play(table, money=money)
    now = Story(play, electronic)
    yield now
    play.open()
    for seat in (1, 2):
        play.buy(seat, 1000)
    now = now._replace(is_open=True)
    yield now
    yield from hindered(now)
    for number in (1, 2):
        now = now._replace(round=number)
        yield from rounds(now, whole=number == 1)
        now = now._replace(void=0 if number == 1 else number)
        yield now
    play.shut()
    yield now._replace(is_open=False)


def hindered(now):
    """What keeps a round from beginning; and how that ends."""
    play = now.play
    yield from stopped(now)
    if play.table.money != "chips":
        return
    chips = dict(play.table.tray.pile("float"))
    play.count("change", chips | {"5": chips["5"] + 1})
    yield now._replace(differs=True)
    play.count("change", chips)
    for name in ("one", "two"):
        play.do(TUMBLER, c.NoteDuty("dealer", name))
    yield now._replace(due=True)
    play.count("change", chips)


def stopped(now):
    play = now.play
    play.do(TUMBLER, c.StopTable("a test"))
    yield now._replace(trouble=True)
    play.do(play.book.permission(Act.CLEAR_MALFUNCTION).by[0], c.ClearTrouble("a test"))


def rounds(now, *, whole):
    """The steps of a round with winners in two areas; or of one whose dice do not lie flat."""
    play = now.play
    if now.electronic:
        play.commit()
    for step in now.steps:
        if step == "pay":
            play.do(by(now), c.PayArea("big"))
            yield now._replace(paid_some=True)
            play.do(by(now), c.PayArea())
        elif step == "reveal" and not whole:
            play.do(by(now), c.RevealDice(flat=False))
            return
        else:
            take(now, step)
            now = now._replace(done=(*now.done, step))
            yield now
            if step == "open-bets" and whole and play.book.permission(Act.PLACE_FOR_PLAYER):
                play.do(Role.DEALER, c.PlaceWager(1, SPOT, 10))
                now = now._replace(called=True)
                yield now
            if whole:
                yield from stopped(now)


def take(now, step):
    play, steps = now.play, {
        "tumble": c.TumbleDice(3), "open-bets": c.OpenBets(), "close-bets": c.CloseBets(), "reveal": c.RevealDice(),
        "enter": c.EnterRoll(), "collect": c.CollectLosers(),
    }  # fmt: skip
    if step == "enter" and now.electronic:
        play.tell()
        return
    for face in (4, 5, 6) if step == "enter" else ():
        play.do(by(now), c.PressButton(face))
    play.do(by(now), steps[step])
    for spot in (SPOT, "single-4") if step == "open-bets" else ():
        play.wager(1, spot, 10)


def by(now):
    return TUMBLER if now.electronic else Role.DEALER


def read(now, order):
    """The refusal that the gates of an order declare, the first one; or none."""
    return next((code for gate in GATES[type(order.command)] if (code := code_of(gate, now, order))), None)


def code_of(gate, now, order):
    return READERS[type(gate)](gate, now, order)


def in_case(gate, now, order):
    said = getattr(order.command, gate.field)
    chosen = gate.then if (said == gate.value if gate.value else said) else gate.otherwise
    return chosen and code_of(chosen, now, order)


def at_keys(_, now, order):
    if not now.is_open:
        return act_of(Act.OPEN_TABLE, now, order)
    return no_roll(now, order) or at_step(NextStep(Step.ENTER), now, order)


def with_money(gate, now, _):
    return None if now.play.table.money == gate.money else Refusal.CHIPS_NOT_HERE


def by_two(gate, _, order):
    return None if gate.or_player and order.by.role is Role.PLAYER else second(order)


def by_two_if_called(gate, now, order):
    fixed = now.play.book.play.wagers_fixed_at in now.done
    if not now.called or order.by.role is Role.PLAYER or (gate.unfixed and fixed):
        return None
    return second(order)


def by_role(gate, now, order):
    role = order.by.role
    if (role is Role.PLAYER and gate.or_player) or (role is Role.AUTOMATION and gate.or_house):
        return None
    if isinstance(gate.who, Act):
        return act_of(gate.who, now, order)
    meant = role in GROUPS[gate.who] and (now.electronic or gate.who is not Who.TUMBLER)
    return None if meant else Refusal.ROLE_NOT_ALLOWED


def act_of(act, now, order):
    roles = [role for one in now.play.book.may if one.act is act for role in one.by]
    return None if order.by.role in roles else Refusal.ROLE_NOT_ALLOWED


def second(order):
    return None if order.second in GOOD_SECONDS else Refusal.DUAL_CONTROL


def at_time(gate, now, order):
    if gate.time is Time.BETTING:
        return while_betting(now, order)
    if gate.time is Time.KNOWN:
        known = 1 <= order.round <= now.round
        return (Refusal.ROUND_UNKNOWN if order.round == now.void else None) if known else Refusal.ROUND_STALE
    holds, code = {
        Time.OPEN: (now.is_open, Refusal.TABLE_CLOSED),
        Time.CLOSED: (not now.is_open, Refusal.TABLE_OPEN),
        Time.BETWEEN: (not now.done, Refusal.ROUND_RUNNING),
        Time.RUNNING: (not now.trouble, Refusal.TABLE_STOPPED),
        Time.STOPPED: (now.trouble, Refusal.TROUBLE_UNKNOWN),
        Time.UNCOVERED: ("reveal" in now.done, Refusal.STEP_OUT_OF_ORDER),
        Time.COUNT_AGREED: (not now.differs, Refusal.COUNT_DIFFERS),
        Time.COUNTED: (not now.due, Refusal.COUNT_MISSING),
        Time.CLEARED: (now.done or not now.trouble, Refusal.TABLE_STOPPED),
    }[gate.time]
    return None if holds else code


def under_way(now, order):
    if not now.is_open:
        return Refusal.TABLE_CLOSED
    return None if now.done and order.round == now.round else Refusal.ROUND_STALE


def while_betting(now, order):
    betting = "open-bets" in now.done and "close-bets" not in now.done
    stopped = Refusal.TABLE_STOPPED if now.trouble else None
    return under_way(now, order) or (stopped if betting else Refusal.BETS_NOT_OPEN)


def at_step(gate, now, order):
    """At an electronic table the throwing steps are the tumbler's."""
    step, role = gate.step, order.by.role
    itself = now.electronic and role is Role.AUTOMATION
    if step in {"tumble", "reveal", "enter"} and not itself and (code := no_roll(now, order)):
        return code
    if not now.is_open:
        return Refusal.TABLE_CLOSED
    if step != now.next:
        unpaid = now.next == "pay" and step in {now.steps[0], "open-bets"}
        return Refusal.PREVIOUS_UNPAID if unpaid else Refusal.STEP_OUT_OF_ORDER
    roles = [role for one in now.play.book.play.steps if one.step is step for role in one.by]
    if role not in roles and not itself:
        return Refusal.ROLE_NOT_ALLOWED
    return None if order.round == now.round + (not now.done) else Refusal.ROUND_STALE


def no_roll(now, order):
    """Nobody brings a roll to an electronic table."""
    if not now.electronic:
        return None
    return Refusal.ROLE_NOT_ALLOWED if order.by.role is Role.PLAYER else Refusal.ROLL_COMMITTED


def by_hand(gate, now, order):
    late = now.moment(order.round) is not Moment.BEFORE_CLOSING and order.by.role is not Role.AUTOMATION
    if gate.since is Since.CLOSING_OF_CURRENT:
        named = bool(now.done) and now.round in order.command.rounds_named
        late = named and now.moment(now.round) is not Moment.BEFORE_CLOSING
    return no_roll(now, order) if late or gate.since is Since.EVER else None


def remedied(gate, now, order):
    if order.by.role is Role.PLAYER:
        return Refusal.ROLE_NOT_ALLOWED
    code, numbers = {
        Of.CURRENT: (under_way(now, order), [now.round]),
        Of.LAST: (None if order.round == now.round and now.round else Refusal.ROUND_STALE, [now.round]),
        Of.TABLE: (None, [now.round]),
        Of.ORDER: (None, [order.round]),
        Of.NAMED: (None, [one for one in order.command.rounds_named if one != now.void]),
    }[gate.of]
    found = (at_moment(gate, now, order, now.moment(number)) for number in numbers)
    return code or next((one for one in found if one), None)


def at_moment(gate, now, order, moment):
    book, trouble = now.play.book, order.command.trouble_named or gate.trouble
    rows = [one for one in book.remedies.remedy if one.order == name_of(order.command) and trouble in one.troubles]
    if not rows or all(one.trouble is not trouble for one in book.irregularity):
        return Refusal.TROUBLE_UNKNOWN
    (outcome,) = (one for one in book.remedies.outcome if one.name == rows[0].at[moment])
    if outcome.does is Does.REFUSE:
        return Refusal.REMEDY_REFUSED
    itself = now.electronic and order.by.role is Role.AUTOMATION
    return (None if itself else act_of(outcome.act, now, order)) or (second(order) if outcome.two else None)


READERS = {
    By: by_role, When: at_time, NextStep: at_step, Keys: at_keys, At: with_money, ByHand: by_hand, Remedy: remedied,
    Two: by_two, TwoIfCalled: by_two_if_called, If: in_case,
}  # fmt: skip


def name_of(command):
    return type(command).__struct_config__.tag


def refused(now, order):
    try:
        decide(now.play.game, now.play.table, order)
    except Refused as found:
        return found.code
    return None


def of_the_decision(order):
    """Refusals of people that follow from more than the gates know: somebody who is named as the second and cannot
    be."""
    return set() if order.second in {None, *GOOD_SECONDS} else {Refusal.DUAL_CONTROL}


def beside_and_ahead(place):
    """Everybody beside an order for the round under way; for another round two of them, in each state two others."""
    two = SECONDS[place % len(SECONDS)], SECONDS[(place + 2) % len(SECONDS)]
    return [*product(SECONDS, (0,)), *product(two, (-1, 1))]


@pytest.mark.parametrize(("table", "money"), TABLES)
def test_the_refusal_of_every_order_is_the_declared_one(table, money):
    tries, wrong = 0, []
    for place, now in enumerate(states(table, money)):
        for (name, command), role, (beside, ahead) in product(COMMANDS.items(), Role, beside_and_ahead(place)):
            tries += 1
            giver = Person("the giver", role, seat=int(role is Role.PLAYER))
            order = Order("1", giver, command, now.round + ahead, beside)
            declared, found = read(now, order), refused(now, order)
            if found is not declared and (declared or found in WHO - of_the_decision(order)):
                wrong.append(f"{name} of round {ahead:+} by {role} with {beside}, {now[2:]}: {declared}, not {found}")
    assert not wrong, "\n".join(wrong[:20])
    assert tries > LEAST
