"""A floor on which a table of each kind stands in each phase, and everybody who could ask something of it."""

import asyncio
import json
import time
from itertools import count
from urllib.parse import urlsplit

import msgspec
from loading import module
from server.making import APART, LIMITS, NEXT, NOBODY, OF_ROLE, until

from taisai.house.floor_table import looked
from taisai.house.opening_orders import opening, spread
from taisai.house.tables import TableSettings
from taisai.people.secret_hashes import digest
from taisai.people.transient import Approval
from taisai.rules.vocabulary import Act, Role, Step, Trouble
from taisai.table import commands as c
from taisai.table.declared import Verdict
from taisai.table.order import Order, Person
from taisai.table.own_limits import OwnLimit
from taisai.table.state import Table
from taisai.table.trades.counts import expected

matrix = module("scripts", "pages.rights_matrix")
KINDS, Caller, Phase = matrix.KINDS, matrix.Caller, matrix.Phase
ITSELF = Person("taisai", Role.AUTOMATION)
LONG_S = 3600
OK = 200
FLOAT, FACES = 500_000, (4, 5, 6)
SPOTS = ("big", "small", "any-triple")
"""Between them they win on every roll, so that there is always somebody to pay."""
FAMILIES = {
    Verdict.ROLE: {"role-not-allowed", "right-missing", "session-unknown", "seat-not-yours"},
    Verdict.SECOND: {"dual-control"},
    Verdict.COMMITTED: {"roll-committed"},
    Verdict.UNAPPROVED: {"approval-unknown"},
    Verdict.NOT_NOW: {
        "table-closed", "table-open", "round-running", "round-stale", "bets-not-open", "step-out-of-order",
        "table-stopped", "previous-unpaid", "chips-not-here", "remedy-refused", "trouble-unknown", "message-invalid",
    },
}  # fmt: skip
_ids = count(1)


def found(code):
    """Which gate was shut; whatever else was wrong came after the gates."""
    return next((verdict for verdict, codes in FAMILIES.items() if code in codes), Verdict.ALLOWED)


def name_of(kind, phase):
    return f"{kind.name[:2]}-{phase}"


def settings():
    for kind in KINDS:
        limits = APART if kind.paytable.startswith("rws") else LIMITS
        automation = {"automation": "electronic", "window_s": 1, "pause_s": 0} if kind.electronic else {}
        for phase in Phase:
            money = "chips" if kind.chips else "credits"
            yield TableSettings(name_of(kind, phase), kind.paytable, money=money, seats=4, limits=limits, **automation)


class Paces(dict):
    """Every table that plays by itself waits until it is told to take its next step."""

    def of(self, table):
        return self.setdefault(table.id, dict.fromkeys(Step, LONG_S))


class Scene:
    """One table, which is as it was again after every order that it took."""

    def __init__(self, server, paces, kind, phase):
        self.server, self.paces, self.kind, self.wanted = server, paces, kind, phase
        self.name = name_of(kind, phase)
        self.one = server.table(self.name)

    @property
    def table(self):
        return self.one.desk.table

    @property
    def head(self):
        return self.one.desk.head

    @property
    def phase(self):
        return type(self.table.phase).__struct_config__.tag

    async def set(self):
        desk, opener = self.one.desk, self.one.desk.game.book.permission(Act.OPEN_TABLE).by[0]
        counted = spread(desk.table.chips, FLOAT) if self.kind.chips else None
        for command in opening(desk.game, counted):
            own = c.ExchangeBox(self.name) if isinstance(command, c.ExchangeBox) else command
            await self.server.do(self.name, own, opener)
        for seat in (1, 2, 3):
            bought = c.ChangeCash(seat, (500,) * 40) if self.kind.chips else c.BuyIn(seat, 20_000)
            await self.server.do(self.name, bought)
        await self.server.do(self.name, c.OpenDispute(0, 0, "a claim"))
        await self._go_on(opener)
        self.terminal = self.server.terminal(self.name, 1)
        self.before = msgspec.json.encode(self.table)
        self.balances = dict(desk.ledger.balances)
        self.number = self.table.round

    async def _go_on(self, opener):
        between = self.wanted in {Phase.CLOSED, Phase.IDLE, Phase.STOPPED}
        while self.phase != (Phase.IDLE if between else self.wanted) or not self.table.round:
            await self._step(self.one.desk.game.next_step(self.table.phase).step)
        if self.wanted is Phase.CLOSED:
            if self.kind.chips:
                await self.server.do(self.name, c.CountFloat("closing", expected(self.table)), opener)
            await self.server.do(self.name, c.CloseTable(), opener)
        if self.wanted is Phase.STOPPED:
            stop = Order(f"stop {next(_ids)}", ITSELF, c.StopTable("it failed its checks"))
            await self.one.live.do(stop)
            assert self.table.trouble

    async def _step(self, step):
        was = self.phase
        if self.kind.electronic:
            self.paces[self.name][step] = 0
            committed = step is not Step.OPEN_BETS
            await until(lambda: self.phase != was and not self.one.live.busy and (committed or self.table.commitments))
            self.paces[self.name][step] = LONG_S
        elif step is Step.ENTER:
            await self.server.enter(self.name, FACES)
        else:
            await self.server.do(self.name, NEXT[step])
        if step is Step.OPEN_BETS:
            for spot in SPOTS:
                stack = (500,) if self.kind.chips else ()
                await self.server.do(self.name, c.PlaceWager(1, spot, 500, stack), seat=1)

    async def put_back(self):
        def back():
            desk = self.one.desk
            desk.table = msgspec.json.decode(self.before, type=Table)
            desk.ledger.balances.clear()
            desk.ledger.balances.update(self.balances)

        await looked(self.one, back)

    def asked(self, order):
        """The command, and the round that it names: the one under way or the last one, and for a step the next."""
        command = COMMANDS[order]
        last = self.number + (self.wanted in {Phase.IDLE, Phase.STOPPED} and isinstance(command, STEPS))
        if isinstance(command, c.ReverseRounds):
            command = c.ReverseRounds((self.number,))
        if isinstance(command, c.RecordCheck):
            command = c.RecordCheck(next(iter(self._checks()), "none"), passed=False, why="a fault")
        return command, last

    def _checks(self):
        return self.one.desk.game.book.permission(Act.OPEN_TABLE).checks


class Everybody:
    """Signed in, each once, with a line of their own to the house."""

    def __init__(self, server):
        self.server = server
        self.who = {caller: self._of(caller) for caller in Caller}

    def _of(self, caller):
        if caller.is_staff:
            return self.server.sign_in(OF_ROLE[caller.role])
        return self.server.display() if caller is Caller.DISPLAY else NOBODY

    def approvals(self, caller, binding_of):
        """Of the caller and one other, made on the spot; of somebody who is not on the staff they are made up."""
        if not caller.is_staff:
            return ["made", "up"]
        giver = self.who[caller].name
        other = "pit.manager" if giver != "pit.manager" else "shi.manager"
        return [self._approval(name, binding_of(giver)) for name in (giver, other)]

    def _approval(self, name, binding):
        secret = f"approval-{next(_ids)}"
        self.server.register.approvals[digest(secret)] = Approval(next(_ids), name, binding.digest, time.monotonic())
        return secret


class Line:
    """HTTP over one connection that is kept. `status` is that of the last answer."""

    def __init__(self, address):
        self._url = urlsplit(address)

    async def __aenter__(self):
        self._reader, self._writer = await asyncio.open_connection(self._url.hostname, self._url.port)
        return self

    async def __aexit__(self, *_):
        self._writer.close()

    async def ask(self, method, path, who, body=None, headers=()):
        """The code of what was refused; nothing where it was taken."""
        content = b"" if body is None else msgspec.json.encode(body)
        given = {"Host": self._url.netloc, "Content-Length": len(content), **dict(headers)}
        given |= {"Cookie": "; ".join(f"{key}={value}" for key, value in who.cookies.items())}
        given |= {"Content-Type": "application/json"} if method != "GET" else {}
        head = "".join(f"{key}: {value}\r\n" for key, value in given.items() if value != "")
        self._writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + content)
        return await self._answer()

    async def _answer(self):
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        self.status = int(head.split()[1])
        told = head.partition("content-length:")[2].split()
        body = await (self._reader.readexactly(int(told[0])) if told else self._in_chunks())
        return "" if self.status == OK else json.loads(body)["code"]

    async def _in_chunks(self):
        body, size = b"", 1
        while size:
            size = int(await self._reader.readline(), 16)
            body += (await self._reader.readexactly(size + 2))[:-2]
        return body


STEPS = (c.TumbleDice, c.OpenBets, c.CloseBets, c.RevealDice, c.PressButton, c.EnterRoll, c.CollectLosers, c.PayArea)
COMMANDS = matrix.ORDERS | {
    "record-check": c.RecordCheck("one"),
    "judge-test": c.JudgeTest(right=True),
    "open-table": c.OpenTable(),
    "close-table": c.CloseTable(),
    "change-limits": c.ChangeLimits(APART),
    "buy-in": c.BuyIn(1, 100),
    "cash-out": c.CashOut(1),
    "collect-voucher": c.CollectVoucher(1, "1234"),
    "cancel-voucher": c.CancelVoucher(1, "1234", "no paper"),
    "change-cash": c.ChangeCash(3, (500,)),
    "assign-colour": c.AssignColour(3, "red", 100),
    "colour-up": c.ColourUp(3, (500,), (500,)),
    "bring-chips": c.BringChips(3, {"500": 1}),
    "write-off-colour": c.WriteOffColour(3, 1, "lost"),
    "count-float": c.CountFloat("change", {"500": 1}),
    "count-float opening": c.CountFloat("opening", {"500": 1}),
    "approve-count": c.ApproveCount("a chip fell"),
    "exchange-box": c.ExchangeBox("2"),
    "enter-soft-count": c.EnterSoftCount("1", {}),
    "confirm-soft-count": c.ConfirmSoftCount("1"),
    "approve-soft-count": c.ApproveSoftCount("1", "seen on film"),
    "give-tip": c.GiveTip(3, {"500": 1}),
    "take-tips": c.TakeTips({"500": 1}),
    "request-slip": c.RequestSlip("fill", {"500": 1}),
    "prepare-slip": c.PrepareSlip(1),
    "carry-slip": c.CarrySlip(1),
    "receive-slip": c.ReceiveSlip(1),
    "void-slip": c.VoidSlip(1, "not needed"),
    "tumble-dice": c.TumbleDice(3),
    "open-bets": c.OpenBets(),
    "place-wager": c.PlaceWager(1, "big", 500),
    "move-wager": c.MoveWager(1, "big", "small", 500),
    "withdraw-wager": c.WithdrawWager(1, "big", 500),
    "close-bets": c.CloseBets(),
    "record-unnoticed": c.RecordUnnoticed(2, "big", 600_000),
    "note-duty": c.NoteDuty("dealer", "mallory"),
    "note-redeemed": c.NoteRedeemed("0" * 64),
    "chain-seeds": c.ChainSeeds("0" * 64, 1),
    "commit-seed": c.CommitSeed("0" * 64),
    "choose-beacon": c.ChooseBeacon(),
    "name-beacon": c.NameBeacon(1),
    "reveal-seed": c.RevealSeed(1, "0" * 64),
    "reveal-dice": c.RevealDice(),
    "press-button": c.PressButton(6),
    "enter-roll": c.EnterRoll(),
    "amend-entry": c.AmendEntry((1, 2, 4)),
    "collect-losers": c.CollectLosers(),
    "pay-area": c.PayArea(),
    "void-round": c.VoidRound(Trouble.DICE_NOT_FLAT),
    "reverse-rounds": c.ReverseRounds((1,)),
    "correct-round": c.CorrectRound(1, (1, 2, 4)),
    "record-moved": c.RecordMoved(1, "big", "small", 500, "a sleeve"),
    "move-wager-back": c.MoveWagerBack(1, "big", "small", 500, "moved-by-patron"),
    "judge-line": c.JudgeLine(1, "big", 500, counts=False, reason="outside"),
    "report-trouble": c.ReportTrouble(Trouble.MALFUNCTION),
    "clear-trouble": c.ClearTrouble("mended"),
    "report-trouble dice": c.ReportTrouble(Trouble.MALFUNCTION, dice=(1,)),
    "resume": c.Resume(),
    "resume roll": c.Resume("6-6-6"),
    "resume disturbed": c.Resume(disturbed=True),
    "report-terminal": c.ReportTerminal(1),
    "mend-terminal": c.MendTerminal(99, "a new cable"),
    "leave-seat": c.LeaveSeat(1),
    "leave-seat chips": c.LeaveSeat(99, {"500": 1}),
    "lock-seat": c.LockSeat(2, "a reason"),
    "release-seat": c.ReleaseSeat(1, "done"),
    "release-seat paid": c.ReleaseSeat(1, "paid by hand", 100),
    "limit-loss": c.LimitLoss(1, 500),
    "limit-stake": c.LimitStake(1, 500),
    "limit-time": c.LimitTime(1, 1440),
    "lift-limit": c.LiftLimit(99, OwnLimit.STAKE),
    "loosen-limit": c.LoosenLimit(1, OwnLimit.LOSS),
    "end-play": c.EndPlay(1),
    "take-break": c.TakeBreak(99, 15),
    "end-break": c.EndBreak(1),
    "pay-owed": c.PayOwed(1, 5),
    "open-dispute": c.OpenDispute(1, 10**6, "a claim"),
    "decide-dispute": c.DecideDispute(1, "a reason"),
    "decide-dispute amount": c.DecideDispute(1, "a reason", 5, 1),
    "assign-post": c.AssignPost("dee.dealer", "dealer"),
    "stop-table": c.StopTable("because"),
}
