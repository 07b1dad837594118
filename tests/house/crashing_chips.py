"""What is done at a table with chips that is killed again and again: all orders about chips, boxes, tips and counts."""

from machines.people import NEXT, STAFF, opening, right_person

from taisai.house.opening_orders import spread
from taisai.rules.vocabulary import Role, Step
from taisai.table import commands as c
from taisai.table.order import Order
from taisai.table.piles import added
from taisai.table.state import Betting, Closed, Idle
from taisai.table.trades.counts import expected
from taisai.table.trades.payouts import proposed

CHIPS = (5, 25, 100, 500)
FLOAT = 200_000
SPOTS = ("big", "small", "single-1", "double-1", "total-8", "any-triple")
COUNTING = (Role.DEALER, Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER)
PEOPLE = tuple(person for person in STAFF if person.role in COUNTING)
BY_ANYBODY = (c.EnterSoftCount, c.ConfirmSoftCount, c.ApproveSoftCount, c.PrepareSlip, c.CarrySlip, c.ReceiveSlip)


def orders(desk, dice, ids):
    for command in commands(desk, dice):
        number = desk.table.round + isinstance(desk.table.phase, Idle)
        by = right_person(desk.game, command, opening=isinstance(desk.table.phase, Closed))
        by = dice.choice(PEOPLE) if isinstance(command, BY_ANYBODY) else by
        yield Order(next(ids), by, command, number, dice.choice(PEOPLE))


def commands(desk, dice):
    table, step = desk.table, desk.game.next_step(desk.table.phase)
    if isinstance(table.phase, Closed):
        yield from opening(desk.game, "chips", table.tray.closing or spread(CHIPS, FLOAT))
    elif isinstance(table.phase, Idle) and dice.random() < 0.8:
        yield from between_rounds(table, dice)
    elif isinstance(table.phase, Betting) and dice.random() < 0.8:
        yield c.PlaceWager(dice.randint(1, 4), dice.choice(SPOTS), dice.choice((10, 20, 50, 130)))
    elif step.step is Step.PAY and dice.random() < 0.7:
        yield c.PayArea("", tuple(payouts(desk, dice)))
    elif step.step is Step.ENTER:
        yield from (c.PressButton(dice.randint(1, 6)) for _ in range(3))
        yield c.EnterRoll()
    else:
        yield NEXT[step.step]


def payouts(desk, dice):
    """Some are paid in small chips, because somebody wishes it."""
    for one in proposed(desk.game, desk.table):
        if one.chips and dice.random() < 0.5:
            yield c.Payout(one.seat, one.spot, {"5": one.amount // 5})


def between_rounds(table, dice):
    seat, tray, slip = dice.randint(1, 4), table.tray, table.tray.slips_made + dice.randint(0, 1)
    away = [name for name in tray.boxes if name != tray.box]
    box, found = dice.choice(away or ["none"]), {"5": dice.choice((20, 20, 20, 21))}
    off = {"5": dice.choice((0, 0, -1, 1))}
    acts = (
        (c.BringChips(seat, {"100": 2, "25": 4, "5": 10}),),
        (c.ChangeCash(seat, (100,)), c.GiveTip(seat, {"5": 1})),
        (c.GiveTip(seat, {"25": 1}), c.TakeTips(dict(tray.pile("tips")))),
        (c.CountFloat("change", added(expected(table), off)), c.ApproveCount("looked for")),
        (c.CountFloat("closing", expected(table)), c.CloseTable()),
        (c.ExchangeBox(f"B{dice.getrandbits(30)}"),),
        (*3 * (c.EnterSoftCount(box, found),), *2 * (c.ConfirmSoftCount(box),), c.ApproveSoftCount(box, "looked for")),
        (c.ConfirmSoftCount(box, agrees=False, why="a note stuck"),),
        (c.RequestSlip(dice.choice(("fill", "credit")), {"25": 4}), c.PrepareSlip(slip), c.CarrySlip(slip)),
        (c.ReceiveSlip(slip), c.VoidSlip(slip, "not needed")),
        (c.LeaveSeat(seat),),
        (c.AssignColour(seat, dice.choice(("red", "blue")), 5), c.ColourUp(seat, (25,), (), 0, 5)),
    )
    yield from dice.choice(acts)
