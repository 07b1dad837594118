"""Who may do what: every route times every role, and every command times every role, against tables written by hand."""

import asyncio
from itertools import count

from server.making import HAND, NOBODY, OF_ROLE, PIN, WORD, house
from server.screen import Screen

from taisai.people.events import DeviceKind
from taisai.rules.vocabulary import Role, Step, Trouble
from taisai.server.routes import ROUTES
from taisai.table import commands as c
from taisai.table.commands import Command
from taisai.table.limits import LimitRule
from taisai.table.own_limits import OwnLimit

# anybody, a Player's terminal, a display (Y), Dealer, Game supervisor, Casino supervisor, pit (M)anager, (S)hift
# manager, Auditor, Technician
ROLES = {
    "D": Role.DEALER, "G": Role.GAME_SUPERVISOR, "C": Role.CASINO_SUPERVISOR, "M": Role.PIT_MANAGER,
    "S": Role.SHIFT_MANAGER, "A": Role.AUDITOR, "T": Role.TECHNICIAN,
}  # fmt: skip
ALL = "-PYDGCMSAT"
STAFF = "DGCMSAT"
T = "/api/tables/{table}"
PLAN = {"paytable": "rws-6/2", "wagers": [{"spot": "big", "stake": 100}]}
ALLOWED = {
    ("GET", "/api/health"): ALL,
    ("GET", "/api/metrics"): "SAT",
    ("GET", "/api/openapi.json"): ALL,
    ("GET", "/api/asyncapi.json"): ALL,
    ("POST", "/api/sign-in"): ALL,
    ("POST", "/api/reenter"): STAFF,
    ("GET", "/api/take-over"): ALL,
    ("POST", "/api/take-over"): "",
    ("POST", "/api/sign-out"): STAFF,
    ("GET", "/api/me"): ALL,
    ("POST", "/api/password"): ALL,
    ("POST", "/api/pin"): STAFF,
    ("POST", "/api/approvals"): "DGCMS",
    ("POST", "/api/approvals/acts"): "DGCMS",
    ("GET", "/api/staff"): "MSA",
    ("GET", "/api/rights"): "MSA",
    ("POST", "/api/staff"): "S",
    ("POST", "/api/staff/{name}/role"): "S",
    ("POST", "/api/staff/{name}/reset"): "S",
    ("POST", "/api/staff/{name}/unlock"): "S",
    ("POST", "/api/staff/{name}/deactivate"): "S",
    ("GET", "/api/devices"): "GCMSAT",
    ("POST", "/api/devices"): "ST",
    ("POST", "/api/enrol"): ALL,
    ("DELETE", "/api/devices/{device}"): "ST",
    ("POST", "/api/demo/seat"): "",
    ("GET", "/api/tables"): ALL,
    ("GET", T): ALL,
    ("GET", f"{T}/felt"): ALL,
    ("GET", f"{T}/lit"): ALL,
    ("GET", f"{T}/play"): ALL,
    ("GET", f"{T}/view"): ALL,
    ("GET", f"{T}/proof"): ALL,
    ("POST", f"{T}/orders"): "PDGCMS",
    ("POST", f"{T}/call"): "DGCMS",
    ("POST", f"{T}/attendant"): "PDGCMS",
    ("GET", f"{T}/meters"): "DGCMSA",
    ("GET", f"{T}/recall"): "DGCMSA",
    ("GET", f"{T}/rounds"): "PDGCMSA",
    ("GET", f"{T}/vouchers"): "PGCMSA",
    ("GET", f"{T}/export"): "SA",
    ("GET", f"{T}/entries"): "SA",
    ("GET", "/api/alerts/dead"): "GCMSAT",
    ("POST", "/api/alerts/{receiver}/{seq}/again"): "GCMS",
    ("GET", f"{T}/dispute"): "DGCMSA",
    ("GET", "/api/disputes"): "GCMSAT",
    ("GET", "/api/events"): "GCMSAT",
    ("GET", "/api/events/waiting"): "GCMSAT",
    ("POST", "/api/events/{seq}/acknowledge"): "GCMS",
    ("GET", "/api/reports/{name}"): "GCMSA",
    ("POST", "/api/events/{seq}/footage"): "GCMS",
    ("GET", "/api/equipment"): "GCMSAT",
    ("POST", "/api/equipment"): "GCMST",
    ("POST", "/api/equipment/{item}/seal"): "GCMST",
    ("POST", "/api/equipment/{item}/open"): "GCMST",
    ("POST", "/api/equipment/{item}/test"): "GCMST",
    ("POST", "/api/equipment/{item}/fault"): "GCMST",
    ("POST", "/api/equipment/{item}/mend"): "GCMST",
    ("POST", "/api/equipment/{item}/retire"): "GCMST",
    ("POST", "/api/equipment/{item}/destroy"): "GCMST",
    ("POST", f"{T}/equipment/{{item}}"): "GCMST",
    ("POST", f"{T}/equipment/{{item}}/remove"): "GCMST",
    ("GET", "/api/plan"): "GCMSAT",
    ("GET", "/api/ratings"): "GCMS",
    ("POST", f"{T}/ratings"): "GCMS",
    ("POST", f"{T}/ratings/{{rating}}/end"): "GCMS",
    ("GET", "/api/duties"): "GCMSA",
    ("POST", "/api/duties"): "GCMS",
    ("POST", "/api/duties/end"): "GCMS",
    ("POST", "/api/duties/rotate"): "GCMS",
    ("POST", "/api/self-test"): "ST",
    ("GET", "/api/software"): "GCMSAT",
    ("GET", "/api/journals"): "SA",
    ("GET", "/api/nodes"): "SAT",
    ("GET", f"{T}/receipt"): "PDGCMSA",
    ("GET", f"{T}/receipts"): "PDGCMSA",
    ("GET", f"{T}/signed-head"): "PDGCMSA",
    ("GET", f"{T}/session-receipts"): "PDGCMSA",
    ("GET", f"{T}/receipt-link"): "PDGCMSA",
    ("GET", "/receipt/{table}/{name}/{mark}"): ALL,
    ("GET", "/verify"): ALL,
    ("GET", "/api/logs/{log}/rotations"): ALL,
    ("GET", "/api/logs"): ALL,
    ("GET", "/api/logs/{log}/checkpoint"): ALL,
    ("GET", "/api/logs/{log}/tile/entries/{tile}"): "SA",
    ("GET", "/api/logs/{log}/tile/{level}/{tile}"): ALL,
    ("GET", "/api/attempts"): "MSA",
    ("GET", f"{T}/settled"): "DGCMSA",
    ("GET", "/api/reports"): "GCMSA",
    ("GET", "/api/readings"): "GCMSA",
    ("GET", "/api/lab/tables"): ALL,
    ("GET", "/api/lab/tables/{book}/{number}/felt"): ALL,
    ("GET", "/api/lab/tables/{book}/{number}/lit"): ALL,
    ("GET", "/api/lab/tables/{book}/{number}/par"): ALL,
    ("GET", "/api/lab/compare"): ALL,
    ("POST", "/api/lab/plan"): ALL,
    ("POST", "/api/lab/design"): ALL,
    ("POST", "/api/lab/evening"): ALL,
    ("POST", "/api/lab/systems"): ALL,
    ("POST", "/api/lab/house"): ALL,
    ("POST", "/api/lab/dice"): ALL,
    ("GET", f"{T}/dice"): "GCMSA",
}
QUERIES = {
    f"{T}/proof": "?round=1",
    f"{T}/recall": "?round=1",
    f"{T}/rounds": "?seat=1",
    f"{T}/dispute": "?number=1",
    f"{T}/receipt": "?entry=1",
    f"{T}/receipts": "?round=1",
    f"{T}/signed-head": "?entry=1",
    f"{T}/session-receipts": "?seat=1",
    f"{T}/receipt-link": "?entry=1&seat=1",
} | {"/api/lab/compare": "?one=rws-6/2&other=etg/2"}
LOG = {"item": "D1", "rating": 1, "receiver": "pager", "log": "H", "level": 0, "tile": "000.p/1", "mark": "a" * 16}
_number = count(1)


class Asking:
    """Knows what to say to each route so that only the right can be missing."""

    def __init__(self, server):
        self.server = server
        self.word = WORD
        self.devices = {"P": server.terminal("H", 1), "Y": server.display()}

    def who(self, letter):
        return self.server.sign_in(OF_ROLE[ROLES[letter]]) if letter in ROLES else self.devices.get(letter, NOBODY)

    def path(self, path):
        device = self.server.enrol(DeviceKind.DISPLAY).name if "{device}" in path else ""
        name = "result" if "reports" in path else f"some.{next(_number)}"
        known = {"table": "H", "name": name, "device": device, "seq": 1, "book": "rws-6", "number": 2} | LOG
        return path.format(**known) + QUERIES.get(path, "")

    def body(self, path):  # noqa: C901, PLR0911, PLR0912 - a case each
        match path:
            case "/api/sign-in":
                return {"name": "tem.porary", "password": self.word}
            case "/api/reenter":
                return {"pin": PIN}
            case "/api/take-over":
                return {"name": "dee.dealer", "pin": PIN}
            case "/api/password":
                present, self.word = self.word, f"{WORD} {next(_number)}"
                return {"name": "tem.porary", "present": present, "password": self.word}
            case "/api/pin":
                return {"password": WORD, "pin": PIN}
            case "/api/approvals":
                order = {"table": "H", "giver": "shi.manager", "id": "o", "round": 1, "command": c.OpenBets()}
                return {"name": "pit.manager", "pin": PIN} | order
            case "/api/approvals/acts":
                act = {"giver": "shi.manager", "id": "a", "method": "DELETE", "path": "/api/devices/display-1"}
                return {"name": "pit.manager", "pin": PIN} | act
            case "/api/staff":
                return {"name": f"new.{next(_number)}", "full_name": "New", "role": "dealer"}
            case "/api/staff/{name}/role":
                return {"role": "dealer"}
            case "/api/devices":
                return {"kind": "display"}
            case "/api/enrol":
                return {"code": self.server.register.invite_device("first.manager", DeviceKind.DISPLAY)}
            case "/api/demo/seat":
                return {"table": "H"}
            case "/api/tables/{table}/orders":
                return {"id": f"{next(_number)}", "command": c.LeaveSeat(1)}
            case "/api/tables/{table}/ratings":
                return {"card": f"C{next(_number)}", "seat": 1}
            case "/api/duties" | "/api/duties/end":
                return {"name": "dee.dealer"} | ({} if path.endswith("end") else {"duty": "deal", "table": "H"})
            case "/api/duties/rotate":
                return {"tables": ["H"], "relief": "dee.dealer"}
            case "/api/equipment":
                return {"item": f"L{next(_number)}", "kind": "layout"}
            case "/api/equipment/{item}/seal" | "/api/equipment/{item}/open":
                return {"seal": "S1"}
            case "/api/equipment/{item}/test":
                return {"passed": True}
            case "/api/events/{seq}/footage":
                return {"camera": "cam 4", "since": "21:04:10"}
            case _ if path.startswith("/api/equipment/{item}/"):
                return {"words": "a chip"}
            case "/api/lab/plan":
                return PLAN
            case "/api/lab/design":
                return {"paytable": "rws-6/2"}
            case "/api/lab/evening" | "/api/lab/house":
                return PLAN | {"rounds": 10}
            case "/api/lab/systems":
                return PLAN | {"rounds": 10, "bankroll": 1_000, "systems": ["flat"]}
            case "/api/lab/dice":
                return {"throws": "225136"}
        return None


def test_every_route_is_in_the_table():
    assert {(route.method, route.path) for route in ROUTES} == set(ALLOWED)


def test_each_route_is_for_the_roles_that_the_table_names_and_nobody_else(tmp_path):
    async def play():
        async with house(tmp_path, HAND) as server:
            await server.open("H", 1)
            server.employ("tem.porary", Role.DEALER)
            asking, passed = Asking(server), {}
            for method, path in ALLOWED:
                for letter in ALL:
                    who, where = asking.who(letter), asking.path(path)
                    body = asking.body(path)
                    before = server.heads()
                    answer = await server.http(method, where, who, body)
                    if answer.status in {401, 403}:
                        assert server.heads() == before, (method, path, letter)
                    else:
                        assert answer.status in {200, 404, 409}, (method, path, letter, answer)
                        passed[method, path] = passed.get((method, path), "") + letter
            assert {route: passed.get(route, "") for route in ALLOWED} == ALLOWED

    asyncio.run(play())


COMMANDS = [
    # command, the phase in which nothing but the role can stand in its way, who may
    (c.RecordCheck("5.0(a)"), "closed", "C"),
    (c.JudgeTest(right=True), "closed", "C"),
    (c.OpenTable(), "closed", "C"),
    (c.CloseTable(), "idle", "C"),
    (c.ChangeLimits((LimitRule("", 100, 400_000),)), "idle", "GCMS"),
    (c.BuyIn(1, 100, "123456789012"), "idle", "PDGCMS"),
    (c.CashOut(1), "idle", "PDGCMS"),
    (c.CollectVoucher(1, "1234"), "idle", "PDGCMS"),
    (c.CancelVoucher(1, "1234", "no paper"), "idle", "DGCMS"),
    (c.ChangeCash(1, (100,)), "idle", "DGCMS"),
    (c.ExchangeBox("2"), "idle", "DGCMS"),
    (c.EnterSoftCount("1", {}), "idle", "DGCMS"),
    (c.ConfirmSoftCount("1"), "idle", "DGCMS"),
    (c.ApproveSoftCount("1", "a note was torn"), "idle", "C"),
    (c.GiveTip(1, {"100": 1}), "idle", "DGCMS"),
    (c.TakeTips({"100": 1}), "idle", "DGCMS"),
    (c.AssignColour(1, "red", 100), "idle", "DGCMS"),
    (c.ColourUp(1, (100,), (100,)), "idle", "DGCMS"),
    (c.BringChips(1, {"100": 1}), "idle", "DGCMS"),
    (c.WriteOffColour(1, 1, "lost"), "idle", "DGCMS"),
    (c.CountFloat("change", {}), "idle", "DGCMS"),
    (c.ApproveCount("a chip fell"), "idle", "C"),
    (c.RequestSlip("fill", {"100": 1}), "idle", "DGCMS"),
    (c.PrepareSlip(1), "idle", "DGCMS"),
    (c.CarrySlip(1), "idle", "DGCMS"),
    (c.ReceiveSlip(1), "idle", "DGCMS"),
    (c.VoidSlip(1, "not needed"), "idle", "DGCMS"),
    (c.TumbleDice(3), "idle", "DG"),
    (c.OpenBets(), "tumbled", "D"),
    (c.PlaceWager(1, "big", 100), "betting", "PD"),
    (c.MoveWager(1, "big", "total-9", 100), "betting", "PD"),
    (c.WithdrawWager(1, "big", 100), "betting", "PD"),
    (c.CloseBets(), "betting", "D"),
    (c.RecordUnnoticed(1, "big", 100), "bets-shut", "DGCMS"),
    (c.ChainSeeds("00", 1), "idle", ""),
    (c.CommitSeed("00"), "idle", ""),
    (c.ChooseBeacon(), "idle", ""),
    (c.NameBeacon(1), "idle", ""),
    (c.RevealSeed(1, "00"), "revealed", ""),
    (c.RevealDice(), "bets-shut", "DG"),
    (c.PressButton(1), "revealed", "DG"),
    (c.EnterRoll(), "revealed", "DG"),
    (c.AmendEntry((1, 2, 4)), "entered", "G"),
    (c.CollectLosers(), "entered", "D"),
    (c.PayArea(), "settling", "D"),
    (c.VoidRound(Trouble.TUMBLER_FAULT), "betting", "DGCMS"),
    (c.ReverseRounds((1,)), "idle", "MS"),
    (c.CorrectRound(1, (1, 2, 3)), "idle", ""),
    (c.RecordMoved(1, "big", "small", 100, "a sleeve"), "bets-shut", "DGCMS"),
    (c.MoveWagerBack(1, "big", "small", 100, "moved-by-dealer"), "bets-shut", "GCMS"),
    (c.JudgeLine(1, "big", 100, counts=True, reason="inside"), "betting", "GCMS"),
    (c.ReportTrouble(Trouble.MALFUNCTION), "betting", "DGCMS"),
    (c.ClearTrouble("mended"), "idle", "CMS"),
    (c.Resume(), "betting", "DGCMS"),
    (c.ReportTerminal(1), "idle", "DGCMS"),
    (c.MendTerminal(1, "a new cable"), "idle", "DGCMS"),
    (c.LeaveSeat(1), "idle", "PDGCMS"),
    (c.LimitLoss(1, 500), "betting", "P"),
    (c.LimitStake(1, 500), "betting", "P"),
    (c.LimitTime(1, 60), "betting", "P"),
    (c.LiftLimit(1, OwnLimit.STAKE), "betting", "P"),
    (c.LoosenLimit(1, OwnLimit.STAKE), "betting", ""),
    (c.EndPlay(1), "betting", ""),
    (c.EndBreak(2), "idle", "DGCMS"),
    (c.TakeBreak(3, 15), "idle", ""),
    (c.PayOwed(2, 5), "idle", "DGCMS"),
    (c.LockSeat(2, "a reason"), "idle", "DGCMS"),
    (c.ReleaseSeat(2, "paid by hand"), "idle", "DGCMS"),
    (c.OpenDispute(2, 0, "a claim"), "idle", "DGCMS"),
    (c.DecideDispute(99, "a reason"), "idle", "S"),
    (c.AssignPost("dee.dealer", "dealer"), "idle", ""),
    (c.NoteDuty("dealer", "mallory"), "idle", ""),
    (c.NoteRedeemed("0" * 64), "idle", ""),
    (c.StopTable("a round fails its checks"), "idle", ""),
]
NOT_FOR_THEM = {"role-not-allowed", "right-missing", "session-unknown", "seat-not-yours", "remedy-refused"}
STEPS = {"tumbled": Step.OPEN_BETS, "betting": Step.CLOSE_BETS, "bets-shut": Step.REVEAL, "revealed": Step.ENTER}


class Scene:
    """Brings the table into a phase, whatever the last command did to it."""

    def __init__(self, server):
        self.server = server

    @property
    def phase(self):
        return type(self.server.table("H").desk.table.phase).__struct_config__.tag

    async def set(self, wanted):
        if self.phase == wanted:
            return
        await self._idle()
        if wanted == "closed":
            await self.server.do("H", c.CloseTable(), Role.CASINO_SUPERVISOR)
        elif wanted in STEPS:
            await self.server.step("H", until=STEPS[wanted])
        elif wanted != "idle":
            await self.server.step("H", until=Step.CLOSE_BETS)
            for spot in ("small", "big"):
                await self.server.do("H", c.PlaceWager(2, spot, 100))
            await self.server.enter("H", (1, 2, 4))
            if wanted == "settling":
                await self.server.do("H", c.CollectLosers())
        assert self.phase == wanted

    async def _idle(self):
        table = self.server.table("H").desk.table
        if self.phase == "closed":
            await self.server.open("H")
        elif self.phase == "settling":
            await self.server.do("H", c.PayArea())
        elif self.phase != "idle":
            await self.server.do("H", c.VoidRound(Trouble.TUMBLER_FAULT), Role.GAME_SUPERVISOR)
        if table.trouble:
            await self.server.do("H", c.ClearTrouble("mended"), Role.SHIFT_MANAGER)
        if table.seats[2].locked:
            await self.server.do("H", c.ReleaseSeat(2, "done"))


def test_every_command_is_in_the_list():
    assert {type(command) for command, _, _ in COMMANDS} == set(Command.__args__)
    assert len(COMMANDS) == len(Command.__args__)


def test_each_command_is_for_the_roles_that_the_rulebook_names_and_nobody_else(tmp_path):
    async def play():
        async with house(tmp_path, HAND) as server:
            asking, scene = Asking(server), Scene(server)
            await server.open("H", 1, 2)
            screens = {letter: await Screen(server, "H", asking.who(letter)).join() for letter in ALL}
            found = {}
            for command, phase, _ in COMMANDS:
                name = type(command).__name__
                for letter in ALL:
                    await scene.set(phase)
                    before = server.heads()["H"]
                    table = server.table("H").desk.table
                    number = table.round + (phase == "idle")
                    answer = await screens[letter].give(command, number=number)
                    if answer["is"] == "declined":
                        assert server.heads()["H"] == before
                    if answer.get("code") not in NOT_FOR_THEM:
                        found[name] = found.get(name, "") + letter
            expected = {type(command).__name__: allowed for command, _, allowed in COMMANDS}
            assert {name: found.get(name, "") for name in expected} == expected

    asyncio.run(play())
