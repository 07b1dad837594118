"""A round with winners and losers in several areas, played up to any moment, and the orders that put it right."""

from clauses.naive import winners
from clauses.tumbling import TUMBLER, Electronic
from table.playing import opened

from taisai.rules.vocabulary import Act, Moment, Role, Step, Trouble
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.decide import decide
from taisai.table.limits import LimitRule

TABLES = {"nz-1998": "nz-1998/1", "nz-2008": "nz-2008/2", "rws-6": "rws-6/2", "etg": "etg/2"}
WAGERS = {
    (1, "big"): 100,
    (1, "single-6"): 50,
    (2, "small"): 300,
    (2, "total-15"): 10,
    (3, "double-1"): 20,
    (3, "domino-4-5"): 30,
    (4, "any-triple"): 40,
    (4, "total-4"): 10,
}
LATER = ((1, "small", 25), (2, "big", 30))  # the wagers of the round after it
ENTERED, DICE = "4-5-6", "1-1-2"  # what is keyed in, and what the dice show where that was wrong
BOUGHT = 1000
BEFORE = dict.fromkeys((1, 2, 3, 4), BOUGHT)
EXCESS = (4, "single-6", 900)
TIGHT = LimitRule(minimum=5, maximum=500, differential=500)  # 50 and 900 on one box become 25 and 475
CAUSES = {"nz-1998": "unfair-to-player", "nz-2008": "moved-by-patron"}
DEALER, SUPERVISOR, MANAGER, SHIFT = Role.DEALER, Role.GAME_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER


def fresh(book, money="credits", *, tight=False):
    if money == "electronic":
        return Electronic(TABLES[book], ENTERED, limits=[TIGHT] if tight else ()).opened(BOUGHT)
    return opened(TABLES[book], money=money, bought=BOUGHT, limits=[TIGHT] if tight else ())


def entry(play):
    """How a roll is entered: three keys, or the seed that the tumbler committed itself to."""
    if play.table.electronic:
        return [c.RevealSeed(1, play.table.commitments[1].kept)]
    return [*map(c.PressButton, (4, 5, 6)), c.EnterRoll()]


def dealing(play):
    return TUMBLER if play.table.electronic else DEALER


def path(play):
    """Every moment of the round in its order, with the orders that lead to it."""
    if play.table.electronic and not play.table.commitments:
        play.commit()
    dice = [c.RevealDice()], entry(play), [c.CollectLosers()]
    wagers = [c.PlaceWager(seat, spot, stake) for (seat, spot), stake in WAGERS.items()]
    if play.game.tumbles_first:
        begin = {Moment.BEFORE_CLOSING: [c.TumbleDice(3), c.OpenBets(), *wagers], Moment.TUMBLED: [c.CloseBets()]}
    else:
        begin = {Moment.BEFORE_CLOSING: [c.OpenBets(), *wagers], Moment.CLOSED: [c.CloseBets()]}
        begin[Moment.TUMBLED] = [c.TumbleDice(3)]
    seen = dict(zip((Moment.REVEALED, Moment.ENTERED, Moment.COLLECTED), dice, strict=True))
    return begin | seen | {Moment.PAYING: [c.PayArea("big")], Moment.SETTLED: [c.PayArea()]}


def reach(play, moment):
    """The first round of the table stands at this moment."""
    for reached, commands in path(play).items():
        for command in commands:
            play.do(command.seat if isinstance(command, c.PlaceWager) else dealing(play), command)
        if reached is moment:
            return play
    if moment is Moment.NEXT_ROUND:
        return play.bets(*LATER)
    assert moment is Moment.TABLE_CLOSED
    play.do(play.book.permission(Act.OPEN_TABLE).by[-1], c.CloseTable())
    return play


NEXT = {
    Step.CLOSE_BETS: [c.CloseBets()],
    Step.TUMBLE: [c.TumbleDice(3)],
    Step.REVEAL: [c.RevealDice()],
    Step.COLLECT: [c.CollectLosers()],
    Step.PAY: [c.PayArea()],
}


def finish(play):
    """The first round is dealt to its end, if it is still under way."""
    while play.table.current and play.table.round == 1:
        step = play.game.next_step(play.table.phase).step
        for command in entry(play) if step is Step.ENTER else NEXT[step]:
            play.do(dealing(play), command)


def won(play, roll, wagers=None):
    """What every seat has when the round is settled by a roll, by the odds that the documents print."""
    odds = winners(TABLES[play.book.id], tuple(map(int, roll.split("-"))))
    ends = dict(BEFORE)
    for (seat, spot), stake in (WAGERS if wagers is None else wagers).items():
        ends[seat] += int(stake * odds[spot]) if spot in odds else -stake
    return ends


def bank(play):
    """What the bank has won since the table was first opened."""
    if play.table.money == "credits":
        return play.balance("house")
    days = sum(event.win for *_, event in play.written() if isinstance(event, e.TableClosed))
    return days + play.table.bank.now + play.table.bank.drop - play.table.bank.opening


def has(play, ends):
    """Every seat has this, to the unit, the bank the rest; wagers of a later round lie where they lay."""
    later = dict.fromkeys(BEFORE, 0)
    if play.table.current and play.table.round == 2:
        assert [(one.seat, one.spot, one.stake) for one in play.table.current.all_stakes()] == list(LATER)
        later |= {seat: stake for seat, _, stake in LATER}
    assert play.credits() == {seat: credit - later[seat] for seat, credit in ends.items()}
    assert bank(play) == 4 * BOUGHT - sum(ends.values())
    assert {seat.owed for seat in play.table.seats.values()} == {0}


def command(book, order, trouble):
    """The order, about the first round."""
    return {
        "void-round": c.VoidRound(trouble, announced=False),
        "reverse-rounds": c.ReverseRounds((1,)),
        "amend-entry": c.AmendEntry((1, 1, 2)),
        "correct-round": c.CorrectRound(1, (1, 1, 2)),
        "resume": c.Resume(),
        "report-trouble": c.ReportTrouble(trouble, "somebody saw it"),
        "report-terminal": c.ReportTerminal(1, {"big": 20}),
        "record-moved": c.RecordMoved(2, "small", "big", 300, "a sleeve"),
        "move-wager-back": c.MoveWagerBack(2, "small", "big", 300, CAUSES.get(book, "")),
        "judge-line": c.JudgeLine(2, "small", 300, counts=False, reason="it leans over"),
        "record-unnoticed": c.RecordUnnoticed(*EXCESS),
    }[order]


def asked(play, by, given, second=None):
    """What the table would answer, and nothing is changed by asking."""
    number = 0 if isinstance(given, c.CorrectRound | c.ReverseRounds) else 1
    return decide(play.game, play.table, play.order(by, given, number, second))


EVERYBODY = (1, *(role for role in Role if role is not Role.PLAYER))
VOIDS = (
    Trouble.DICE_NOT_FLAT,
    Trouble.TUMBLES_TOO_FEW,
    Trouble.TUMBLER_FAULT,
    Trouble.DICE_EXPOSED,
    Trouble.TUMBLER_NOT_ACTIVATED,
)
