"""Every command with arguments that make sense where the table stands, and now and then with senseless ones."""

from typing import get_args

from hypothesis import strategies as st
from machines.people import CHIPS, EVERYBODY, GAMES, PLAYERS, SEATS, STAFF, limits_of, right_person
from msgspec import inspect
from table.playing import takes_two

from taisai import ROLLS
from taisai.rules.vocabulary import Role, Trouble
from taisai.table import commands as c
from taisai.table.limits import LimitRule
from taisai.table.order import Order
from taisai.table.own_limits import OwnLimit
from taisai.table.parts import NUMBER_MOST
from taisai.table.piles import rack
from taisai.table.state import Idle
from taisai.table.trades.counts import expected

HUGE = NUMBER_MOST
STAKES, NO_STAKES = (10, 20, 50, 100, 200), (0, -5, 1, 3, 7, 601, 5000, HUGE, -HUGE)
CROWDS = (("big", "small"), ("big", "single-1", "double-1"), ("total-8", "any-triple", "triple-2", "small"))
NO_SPOTS = ("", "bigg", "total-99", "☃")
ROLLS_OFTEN, NO_ROLLS = ("1-1-1", "1-1-6", "2-3-6", "2-2-2"), ("", "1-1", "0-1-2", "x", "1-2-3-4")
WORDS = ("said so", "☃ \n \x00 \u2028", "x" * 500, "", " ")
NUMBERS = ("100000000001", "100000000002", "100000000003", "100000000004")
OFTEN_CHIPS = ((100,), (500, 500), (25, 25, 5), (5, 5, 5, 5, 5))
PILES = ({"100": 1}, {"500": 2, "5": 3}, {"25": 4}, {}, {"7": 1}, {"red": 2}, {"5": 0}, {"500": 100_000}, {"☃": 1})
NO_CHIPS = ((), (0,), (-5,), (7,), (HUGE,), (5,) * 50)
SOMETIMES_TWO = (
    c.DecideDispute, c.ReverseRounds, c.CorrectRound, c.VoidRound, c.JudgeLine, c.MoveWager, c.WithdrawWager,
    c.MoveWagerBack, c.ReleaseSeat,
)  # fmt: skip
"""Some of them, at some moments; those that always do say so."""
SHARED = (c.LeaveSeat, c.PrepareSlip, c.CarrySlip, c.ReceiveSlip, c.ApproveCount)
DEALING = (Role.DEALER, Role.CASINO_SUPERVISOR, Role.PIT_MANAGER)
CAUSES = ("unfair-to-player", "moved-by-patron", "moved-by-dealer")
SECONDS = tuple(person for person in STAFF if person.role is Role.PIT_MANAGER)
RARE = st.integers(0, 9).map(lambda number: number == 9)


class Asker:
    """Draws commands for a table, most of them about the few spots of the crowd."""

    def __init__(self, draw, ref, table, crowd):
        self.draw, self.ref, self.game, self.table, self.crowd = draw, ref, GAMES[ref], table, crowd
        self.spots = tuple(str(spot.id) for spot in self.game.paytable.spots)

    def pick(self, likely, senseless):
        rare = not likely or self.draw(RARE)
        return self.draw(st.sampled_from((*likely, *senseless) if rare else tuple(likely)))

    def seat(self):
        return self.pick(range(1, SEATS + 1), (0, -1, 99, HUGE))

    def spot(self):
        return self.pick(self.crowd, (*self.spots, *NO_SPOTS))

    def stake(self):
        return self.pick(STAKES, NO_STAKES)

    def roll(self):
        return self.pick(ROLLS_OFTEN, (*map(str, ROLLS), *NO_ROLLS))

    def keys(self):
        return self.pick(
            ((1, 1, 6), (2, 3, 6), (2, 2, 2)), ((), (1, 1), (0, 1, 2), (1, 2, 3, 4), (7, 7, 7), (HUGE, 1, 1))
        )

    def words(self):
        return self.pick(WORDS[:1], WORDS)

    def secret(self):
        """As terminals and tumblers draw them, from few enough that one comes twice."""
        return self.pick(("1" * 64, "2" * 64), ("", "0" * 63, "A" * 64, "x" * 64))

    def chips(self):
        return self.pick(OFTEN_CHIPS, NO_CHIPS)

    def pile(self):
        return self.pick(PILES[:3], PILES)

    def held_by(self, seat):
        return {kind: count for kind, count in self.table.tray.pile(rack(seat)).items() if count > 0}

    def found(self):
        """What a count finds: mostly what is there, now and then a chip more or less."""
        there = expected(self.table)
        kind = self.draw(st.sampled_from([str(chip) for chip in CHIPS]))
        more = {**there, kind: there.get(kind, 0) + 1}
        return self.pick((there, there, more, {**there, kind: max(0, there.get(kind, 0) - 1)}), PILES)

    def slip(self):
        return self.pick(tuple(self.table.tray.slips), (0, -1, 1, HUGE))

    def trouble(self):
        return self.draw(st.sampled_from(Trouble))

    def held(self):
        """A seat, a spot and a stake of which there may be so much."""
        current = self.table.current
        stakes = [(one.seat, one.spot, one.stake) for one in current.all_stakes()] if current else []
        seat, spot, stake = self.pick(stakes, ((1, "big", 10), (99, "small", 5), (2, "nowhere", 5)))
        return seat, spot, self.pick((stake, max(stake // 2, 1), 2 * stake), NO_STAKES)

    def settled(self):
        return self.pick(range(max(self.table.round - 6, 1), self.table.round + 1), (0, -1, 1, HUGE))

    def undecided(self):
        return [number for number, dispute in self.table.disputes.items() if not dispute.decided]

    def order(self, name, command):
        """By the right person for the right round, mostly."""
        starts = isinstance(self.table.phase, Idle) and not isinstance(command, c.VoidRound | c.AmendEntry)
        number = self.pick((self.table.round + starts,), (0, self.table.round, self.table.round - 1, HUGE))
        by = self.pick(self._givers(command), EVERYBODY)
        by_two = takes_two(command) or isinstance(command, SOMETIMES_TWO)
        second = self.pick((*SECONDS, None), (by, PLAYERS[0], STAFF[-1])) if by_two else None
        return Order(name, by, command, number, second)

    def _givers(self, command):
        """At a table with chips staff see who leaves; whoever had chips of a slip in hand is followed by another."""
        if isinstance(command, SHARED) and self.table.money == "chips":
            return tuple(person for person in STAFF if person.role in DEALING)
        return (right_person(self.game, command),)


def place_wager(ask):
    seat, spot, stake = ask.seat(), ask.spot(), ask.stake()
    whole = stake if 0 < stake < 1000 and ask.table.money == "chips" else 0
    chips = sorted((chip for chip in CHIPS if whole % chip == 0), reverse=True)[:1]
    stack = tuple(chips * (whole // chips[0])) if chips else ()
    lies = ask.pick(((), stack), ((5, 100), (7,), (HUGE,)))
    contribution = ask.pick(("", ask.secret() if ask.table.electronic else ""), (ask.secret(),))
    return c.PlaceWager(seat, spot, stake, lies, contribution=contribution)


def buy_in(ask):
    if not ask.draw(st.integers(0, 1)):
        return c.BuyIn(ask.seat(), ask.pick((300, 2000), (0, -1, HUGE)))
    amount = ask.pick(tuple(min(one.amount, HUGE) for one in ask.table.vouchers.values()), (1, 2000))
    return c.BuyIn(ask.seat(), amount, ask.pick(NUMBERS, ("9", "☃", "²" * 12)))


def uncollected(ask):
    """A seat and the ending of the voucher that waits there."""
    waiting = [(number, seat.uncollected) for number, seat in ask.table.seats.items() if seat.uncollected]
    waiting = [(number, ask.table.vouchers[voucher].ending) for number, voucher in waiting]
    return ask.pick(waiting, ((1, "0001"), (99, "0002"), (2, "")))


def change_limits(ask):
    rules = (limits_of(ask.game), limits_of(ask.game, 300), (), (LimitRule("", 1, 0, 0, 3000),))
    return c.ChangeLimits(
        ask.pick(rules, ((LimitRule("moon"),), (LimitRule(), LimitRule()), (LimitRule("", 1, 9, 9),)))
    )


def by_fields(kind):
    """Asks for every field by its name or type, for orders that need nothing more likely."""

    def of(ask, field):
        if field.name == "seat":
            return ask.seat()
        return ask.words() if isinstance(field.type, inspect.StrType) else ask.pick((1, 30), (0, -1, HUGE))

    fields = [field for field in inspect.type_info(kind).fields if field.required]
    return lambda ask: kind(**{field.name: of(ask, field) for field in fields})


ASKS = {kind: by_fields(kind) for kind in get_args(c.Command)} | {
    c.RecordCheck: lambda ask: c.RecordCheck(
        ask.pick(("5.0(b)", "5.0(c)", "5.0(d)"), WORDS), not ask.draw(RARE), ask.words()
    ),
    c.JudgeTest: lambda ask: c.JudgeTest(not ask.draw(RARE), ask.words()),
    c.AssignPost: lambda ask: c.AssignPost(
        ask.draw(st.sampled_from(STAFF)).name,
        ask.pick(("dealer", "game-supervisor", ""), ("pit-manager", "player", "x")),
    ),
    c.NoteDuty: lambda ask: c.NoteDuty(ask.draw(st.sampled_from(("dealer", "supervisor"))), ask.words()),
    c.BringChips: lambda ask: c.BringChips(ask.seat(), ask.pile()),
    c.WriteOffColour: lambda ask: c.WriteOffColour(ask.seat(), ask.pick((1, 2), (0, -1, HUGE)), ask.words()),
    c.CountFloat: lambda ask: c.CountFloat(ask.draw(st.sampled_from(("opening", "change", "closing"))), ask.found()),
    c.RequestSlip: lambda ask: c.RequestSlip(ask.draw(st.sampled_from(("fill", "credit"))), ask.pile()),
    c.PrepareSlip: lambda ask: c.PrepareSlip(ask.slip()),
    c.CarrySlip: lambda ask: c.CarrySlip(ask.slip()),
    c.ReceiveSlip: lambda ask: c.ReceiveSlip(ask.slip()),
    c.VoidSlip: lambda ask: c.VoidSlip(ask.slip(), ask.words()),
    c.ChangeLimits: change_limits,
    c.BuyIn: buy_in,
    c.CashOut: lambda ask: c.CashOut(ask.seat(), ask.pick(NUMBERS, ("", "123", "☃", "²" * 12, "9" * 400))),
    c.CollectVoucher: lambda ask: c.CollectVoucher(*uncollected(ask)),
    c.CancelVoucher: lambda ask: c.CancelVoucher(*uncollected(ask), ask.words()),
    c.ExchangeBox: lambda ask: c.ExchangeBox(ask.pick(("1", "2", ""), ("☃", " "))),
    c.EnterSoftCount: lambda ask: c.EnterSoftCount(ask.pick(("1", "2"), ("",)), ask.pick(({}, {"500": 2}), PILES)),
    c.ConfirmSoftCount: lambda ask: c.ConfirmSoftCount(
        ask.pick(("1", "2"), ("",)), ask.pick((True,), (False,)), ask.words()
    ),
    c.ApproveSoftCount: lambda ask: c.ApproveSoftCount(ask.pick(("1", "2"), ("",)), ask.words()),
    c.GiveTip: lambda ask: c.GiveTip(ask.seat(), ask.pick(({"100": 1}, {"5": 2}), PILES)),
    c.TakeTips: lambda ask: c.TakeTips(ask.pick((dict(ask.table.tray.pile("tips")),), PILES)),
    c.ChangeCash: lambda ask: c.ChangeCash(ask.seat(), ask.chips()),
    c.AssignColour: lambda ask: c.AssignColour(ask.seat(), ask.pick(("red", "blue"), WORDS), ask.pick((5, 25), (7,))),
    c.ColourUp: lambda ask: c.ColourUp(
        ask.seat(),
        *ask.pick((((5,) * 5, (25,)), ((), (25,), 5), ((25,), (), 0, 5)), ((ask.chips(), ask.chips(), -1, HUGE),)),
    ),
    c.TumbleDice: lambda ask: c.TumbleDice(ask.pick((3, 4), (2, 0, -1, HUGE))),
    c.PlaceWager: place_wager,
    c.MoveWager: lambda ask: c.MoveWager(*(held := ask.held())[:2], ask.spot(), held[2], ask.words()),
    c.WithdrawWager: lambda ask: c.WithdrawWager(*ask.held(), ask.words()),
    c.RecordUnnoticed: lambda ask: c.RecordUnnoticed(ask.seat(), ask.spot(), ask.pick((*STAKES, 700, 7), NO_STAKES)),
    c.RevealDice: lambda ask: c.RevealDice(not ask.draw(RARE)),
    c.PressButton: lambda ask: c.PressButton(ask.pick((1, 2, 3, 6), (0, 7, -1, HUGE))),
    c.AmendEntry: lambda ask: c.AmendEntry(ask.keys()),
    c.PayArea: lambda ask: c.PayArea(ask.pick((*getattr(ask.table.phase, "unpaid", ()), ""), WORDS)),
    c.VoidRound: lambda ask: c.VoidRound(ask.trouble(), ask.draw(st.booleans())),
    c.ReverseRounds: lambda ask: c.ReverseRounds(ask.pick(reversible(ask), ((), (1, 1), (HUGE,)))),
    c.CorrectRound: lambda ask: c.CorrectRound(ask.settled(), ask.keys()),
    c.RecordMoved: lambda ask: c.RecordMoved(*(held := ask.held())[:2], ask.spot(), held[2], ask.words()),
    c.MoveWagerBack: lambda ask: c.MoveWagerBack(
        *(held := ask.held())[:2], ask.spot(), held[2], ask.pick(CAUSES, WORDS), ask.words()
    ),
    c.JudgeLine: lambda ask: c.JudgeLine(*ask.held(), ask.draw(st.booleans()), ask.words()),
    c.ReportTrouble: lambda ask: c.ReportTrouble(
        ask.trouble(), ask.words(), ask.pick(((),), (("big",), ("☃",))), ask.pick(((),), ((1, 1, 6), (0, 1, 2), (1,)))
    ),
    c.Resume: lambda ask: c.Resume(ask.pick(("",), ROLLS_OFTEN + NO_ROLLS), ask.draw(RARE)),
    c.ReportTerminal: lambda ask: c.ReportTerminal(ask.seat(), {ask.spot(): ask.stake()}),
    c.LockSeat: lambda ask: c.LockSeat(ask.seat(), ask.words(), ask.pick((900,), (0, -1, HUGE))),
    c.ReleaseSeat: lambda ask: c.ReleaseSeat(ask.seat(), ask.words(), ask.pick((0, 100), (-1, HUGE))),
    c.LimitLoss: lambda ask: c.LimitLoss(ask.seat(), ask.pick((100, 1500), (0, -1, HUGE))),
    c.ChainSeeds: lambda ask: c.ChainSeeds(ask.secret(), ask.pick((1, 3), (0, -1, HUGE))),
    c.ChooseBeacon: lambda ask: c.ChooseBeacon(ask.secret()),
    c.NameBeacon: lambda ask: c.NameBeacon(ask.pick((1, 3), (0, -1, HUGE))),
    c.RevealSeed: lambda ask: c.RevealSeed(ask.settled(), ask.secret()),
    c.LimitStake: lambda ask: c.LimitStake(ask.seat(), ask.pick((500, 2000), (0, -1, HUGE))),
    c.LimitTime: lambda ask: c.LimitTime(ask.seat(), ask.pick((30, 60), (0, -1, HUGE))),
    c.LiftLimit: lambda ask: c.LiftLimit(ask.seat(), ask.pick(tuple(OwnLimit), ())),
    c.LoosenLimit: lambda ask: c.LoosenLimit(ask.seat(), ask.pick(tuple(OwnLimit), ())),
    c.EndPlay: lambda ask: c.EndPlay(ask.seat()),
    c.TakeBreak: lambda ask: c.TakeBreak(ask.seat(), ask.pick((15,), (0, -1, HUGE))),
    c.EndBreak: lambda ask: c.EndBreak(ask.seat()),
    c.LeaveSeat: lambda ask: c.LeaveSeat(seat := ask.seat(), ask.pick(({}, ask.held_by(seat)), PILES)),
    c.OpenDispute: lambda ask: c.OpenDispute(ask.seat(), ask.pick((1,), (0, -1, HUGE)), ask.words(), ask.words()),
    c.DecideDispute: lambda ask: c.DecideDispute(
        ask.pick(ask.undecided(), (0, 1, HUGE)), ask.words(), ask.pick((50, -3000, -50, 0), (HUGE, -HUGE)), ask.seat()
    ),
}


def reversible(ask):
    """One settled round, several, or the one under way with them."""
    one, other = ask.settled(), ask.settled()
    return (one,), (one, other), (ask.table.round, one)
