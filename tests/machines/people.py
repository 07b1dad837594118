"""The tables that are played by machines, and who stands at them."""

from taisai.house.games import game
from taisai.house.opening_orders import opening as opened
from taisai.rules.vocabulary import Act, Role, Step
from taisai.table import commands as c
from taisai.table.limits import LimitRule
from taisai.table.order import Person

REFS = ("rws-6/2", "etg/2", "nz-1998/1", "nz-2008/2")
KINDS = ("credits", "chips", "electronic")  # an electronic table plays with credits
GAMES = {ref: game(ref) for ref in REFS}
SEATS = 3
CHIPS = (5, 25, 100, 500)
OPENING_FLOAT = 8_000

FILLING = ("dealer b", "casino-supervisor b", "shift-manager b")
STAFF = tuple(Person(f"{role} {name}", role) for role in Role if role is not Role.PLAYER for name in "ab")
PLAYERS = tuple(Person(f"player {seat}", Role.PLAYER, seat) for seat in range(1, SEATS + 1))
EVERYBODY = (*STAFF, *PLAYERS, Person("stranger", Role.PLAYER, 99))

STEPS = {
    c.TumbleDice: Step.TUMBLE,
    c.OpenBets: Step.OPEN_BETS,
    c.CloseBets: Step.CLOSE_BETS,
    c.RevealDice: Step.REVEAL,
    c.PressButton: Step.ENTER,
    c.EnterRoll: Step.ENTER,
    c.CollectLosers: Step.COLLECT,
    c.PayArea: Step.PAY,
}
NEXT = {
    Step.TUMBLE: c.TumbleDice(3),
    Step.OPEN_BETS: c.OpenBets(),
    Step.CLOSE_BETS: c.CloseBets(),
    Step.REVEAL: c.RevealDice(),
    Step.COLLECT: c.CollectLosers(),
    Step.PAY: c.PayArea(),
}
ACTS = {
    c.RecordCheck: Act.OPEN_TABLE,
    c.JudgeTest: Act.OPEN_TABLE,
    c.OpenTable: Act.OPEN_TABLE,
    c.CloseTable: Act.OPEN_TABLE,
    c.ApproveCount: Act.OPEN_TABLE,
    c.ChangeLimits: Act.CHANGE_LIMITS,
    c.RecordUnnoticed: Act.PLACE_FOR_PLAYER,
    c.AmendEntry: Act.AMEND_ENTRY,
    c.VoidRound: Act.VOID_SEEN,
    c.ReverseRounds: Act.REVERSE_ROUND,
    c.CorrectRound: Act.CORRECT_ROUND,
    c.RecordMoved: Act.RECORD_MOVED,
    c.MoveWagerBack: Act.MOVE_WAGER_BACK,
    c.JudgeLine: Act.JUDGE_LINE,
    c.ReportTrouble: Act.REPORT_TROUBLE,
    c.ReportTerminal: Act.REPORT_TROUBLE,
    c.MendTerminal: Act.REPORT_TROUBLE,
    c.Resume: Act.RESUME,
    c.AssignPost: Act.ASSIGN_POST,
    c.ClearTrouble: Act.CLEAR_MALFUNCTION,
    c.DecideDispute: Act.DECIDE_UNCOVERED,
}
SELF_SERVED = (
    c.PlaceWager,
    c.MoveWager,
    c.WithdrawWager,
    c.BuyIn,
    c.CashOut,
    c.CollectVoucher,
    c.LeaveSeat,
    c.OpenDispute,
)


def limits_of(played, differential=100):
    """Tight enough to be met often."""
    pairs = played.opposite and played.book.limits and "differential" in played.book.limits.kinds
    return (LimitRule("", 5, 600, differential if pairs else 0, 15_000), LimitRule("triple", 1, 40))


def right_person(played, command, *, opening=False):
    """Somebody whom the rulebook allows to give the command, where there is anybody."""
    if opening:
        return _with(played.book.permission(Act.OPEN_TABLE).by)
    if isinstance(command, SELF_SERVED) and 1 <= command.seat <= SEATS:
        return PLAYERS[command.seat - 1]
    if step := STEPS.get(type(command)):
        return _with(next(one.by for one in played.steps if one.step is step))
    permission = played.book.permission(ACTS.get(type(command), Act.HANDLE_MONEY))
    return _with(permission.by if permission else ())


def _with(roles):
    return next((person for person in STAFF if person.role in roles), STAFF[0])


def opening(played, money, counted=None):
    """The commands that open a table."""
    return opened(played, counted if money == "chips" else None)


def buying_in(money):
    for seat in range(1, SEATS + 1):
        yield c.ChangeCash(seat, (500, 500, 500, 500)) if money == "chips" else c.BuyIn(seat, 2000)
