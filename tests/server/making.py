"""A real house in the test's own loop: people of every role, devices, HTTP and sockets with nothing faked."""

import asyncio
import json
import ssl
import time
from contextlib import AsyncExitStack, asynccontextmanager
from http.client import HTTPConnection, HTTPSConnection
from itertools import count
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec
from patience import PATIENCE_S
from people.making import CHEAP
from table.playing import beside
from unchanged import files_unchanged, judged_once

from taisai.house.opening_orders import spread
from taisai.house.settings_reader import with_values
from taisai.house.tables import TableSettings
from taisai.journal.leases import TERM_S
from taisai.people.events import DeviceKind
from taisai.rules.roll import Roll
from taisai.rules.vocabulary import Act, Role, Step
from taisai.server.acceptance import Accepting
from taisai.server.approvals import APPROVALS
from taisai.server.callers import DEVICE, SESSION
from taisai.server.house import FIRST_NAME
from taisai.server.limiter import Limiter
from taisai.server.run import running
from taisai.table import commands as c
from taisai.table.limits import LimitRule
from taisai.table.order import Order, Person
from taisai.table.throws import throw_of

WORD, PIN = "correct horse battery", "482913"
BOSS = FIRST_NAME
FLOAT = 5_000_000
LIMITS = (LimitRule(minimum=100, maximum=500_000, exposure=10_000_000),)
APART = (LimitRule(minimum=100, maximum=500_000, differential=500_000, exposure=10_000_000),)
"""Where the rulebook has a Differential, it must be on display."""
HAND = TableSettings("H", "nz-2008/1", "By hand", seats=4, limits=LIMITS)
SELF = TableSettings("E", "rws-6/2", "By itself", seats=4, automation="electronic", window_s=1, pause_s=0, limits=APART)
STAFF = {
    "dee.dealer": Role.DEALER, "gus.supervisor": Role.GAME_SUPERVISOR, "cas.supervisor": Role.CASINO_SUPERVISOR,
    "pit.manager": Role.PIT_MANAGER, "shi.manager": Role.SHIFT_MANAGER, "aud.auditor": Role.AUDITOR,
    "tec.technician": Role.TECHNICIAN,
}  # fmt: skip
OF_ROLE = {role: name for name, role in STAFF.items()}
NEXT = {
    Step.TUMBLE: c.TumbleDice(3), Step.OPEN_BETS: c.OpenBets(), Step.CLOSE_BETS: c.CloseBets(),
    Step.REVEAL: c.RevealDice(), Step.COLLECT: c.CollectLosers(), Step.PAY: c.PayArea(),
}  # fmt: skip
TESTED = tuple(
    command
    for faces in ((1, 1, 1), (2, 2, 5), (3, 5, 6))
    for command in (*map(c.PressButton, faces), c.EnterRoll(), c.JudgeTest(right=True))
)
"""Test rolls that light every area of every layout between them, each found right."""
_ids = count(1)


class Who(NamedTuple):
    cookies: dict
    name: str = ""


NOBODY = Who({})


class Answer(NamedTuple):
    status: int
    headers: list
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)

    def header(self, name):
        return next((value for key, value in self.headers if key.lower() == name), "")


class Server:
    def __init__(self, started):
        self.house, self.address = started
        self.register = self.house.register

    async def http(self, method, path, who=NOBODY, body=None, *, headers=(), raw=None):
        """With the cookies of whoever asks; `raw` is a body that is not JSON of ours."""
        given = {"Cookie": "; ".join(f"{key}={value}" for key, value in who.cookies.items())} if who.cookies else {}
        given |= {"Content-Type": "application/json"} if method != "GET" else {}
        content = raw if raw is not None else msgspec.json.encode(body) if body is not None else None
        return await asyncio.to_thread(_asked, self.address, method, path, content, given | dict(headers))

    async def get(self, path, who=NOBODY):
        return await self.http("GET", path, who)

    async def post(self, path, who=NOBODY, body=None):
        return await self.http("POST", path, who, body)

    async def together(self, method, path, who, body=None, *, second="pit.manager"):
        """A request that takes two people, with the approvals of both."""
        name = f"act-{next(_ids)}"
        tokens = [await self.approval(method, path, who, body, name=name, by=one) for one in (who.name, second)]
        refused = next((one for one in tokens if not isinstance(one, str)), None)
        return refused or await self.http(method, path, who, body, headers={APPROVALS: " ".join((name, *tokens))})

    async def approval(self, method, path, who, body=None, *, name, by):
        """The token, or the answer where there is none."""
        act = {"giver": who.name, "id": name, "method": method, "path": path, "body": body or {}, "name": by}
        answer = await self.post("/api/approvals/acts", who, act | {"password": WORD})
        return answer.json["approval"] if answer.status == 200 else answer

    def employ_all(self):
        """On the first start."""
        with judged_once():
            self.set_password(BOSS, self.house.first_code)
            for name, role in STAFF.items():
                self.employ(name, role)

    def employ(self, name, role, *, by=BOSS):
        self.set_secrets(name, self.register.add_staff(by, name, name.title(), role))

    def set_secrets(self, name, code, word=WORD):
        """By whoever has the one-time code."""
        self.set_password(name, code, word)
        self.register.set_pin(self.register.renewal(name).pin(word, PIN), "making")

    def set_password(self, name, present, new=WORD):
        self.register.set_password(self.register.renewal(name).password(present, new), "making")

    def sign_in(self, name, device="making"):
        challenge = self.register.challenge(name)
        signed = self.register.signed_in(challenge, challenge.verify(WORD), device, time.monotonic())
        return Who({SESSION: signed.token}, name)

    def enrol(self, kind, table="", seat=0):
        enrolled = self.register.enrol(self.register.invite_device(BOSS, kind, table=table, seat=seat))
        return Who({DEVICE: enrolled.key}, enrolled.device.id)

    def terminal(self, table, seat):
        return self.enrol(DeviceKind.TERMINAL, table, seat)

    def display(self):
        return self.enrol(DeviceKind.DISPLAY)

    def table(self, name):
        return self.house.floor.tables[name]

    def heads(self):
        """Of the journal of every table and of the house."""
        return {name: store.head() for name, store in self.house.stores().items()}

    async def do(self, table, command, role=None, *, seat=0, second=None):
        """By whoever the rulebook names for it; for setting the scene. `second` is a role too."""
        one = self.table(table)
        desk = one.desk
        number = desk.table.round + (type(desk.table.phase).__name__ == "Idle")
        staff = Person("a member of staff", role or Role.DEALER)
        by = Person(f"player {seat}", Role.PLAYER, seat) if seat else staff
        second = second or (Role.SHIFT_MANAGER if beside(seat or role, command) else None)
        other = Person("another member of staff", second) if second else None
        answer = await one.live.do(Order(f"scene {next(_ids)}", by, command, number, other))
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def open(self, table, *seats, credit=100_000):
        permission = self.table(table).desk.game.book.permission(Act.OPEN_TABLE)
        checks = [c.RecordCheck(check) for check in permission.checks if check != permission.test_run]
        for command in (*(TESTED if permission.test_run else ()), *checks, *self.counted(table), c.OpenTable()):
            await self.do(table, command, permission.by[0])
        for seat in seats:
            await self.do(table, c.BuyIn(seat, credit))

    def counted(self, table):
        """What two people find in the float of a table with chips."""
        desk = self.table(table).desk
        if desk.table.money != "chips":
            return []
        taken = any("1" in one.tray.boxes for one in desk.cage.tables())
        box = [] if desk.table.tray.box else [c.ExchangeBox(f"1 {table}" if taken else "1")]
        return [*box, c.CountFloat("opening", desk.table.tray.closing or spread(desk.table.chips, FLOAT))]

    async def step(self, table, *, until):
        """Takes the steps of a hand-dealt round up to one, which is not taken."""
        while (
            following := self.table(table).desk.game.next_step(self.table(table).desk.table.phase)
        ).step is not until:
            assert following.step is not Step.ENTER, "enter a roll with `enter`"
            await self.do(table, NEXT[following.step])

    async def enter(self, table, faces):
        await self.step(table, until=Step.ENTER)
        for face in faces:
            await self.do(table, c.PressButton(face))
        await self.do(table, c.EnterRoll())

    async def settle(self, table):
        await self.do(table, c.CollectLosers())
        if type(self.table(table).desk.table.phase).__name__ == "Settling":
            await self.do(table, c.PayArea())

    async def view(self, table, who=NOBODY):
        """With all seats, where staff look: those that it has no room for are with the meters."""
        seen = (await self.get(f"/api/tables/{table}/view", who)).json
        seats = seen["staff"]["seats"] if seen.get("staff") else []
        while seats and len(seats) < len(self.table(table).desk.table.seats):
            path = f"/api/tables/{table}/meters?after={seats[-1]['seat']}"
            seats += (await self.get(path, who)).json["seats"]
        return seen


def _asked(address, method, path, content, headers):
    url = urlsplit(address)
    if url.scheme == "https":
        context = ssl._create_unverified_context()
        connection = HTTPSConnection(url.hostname, url.port, timeout=PATIENCE_S, context=context)
    else:
        connection = HTTPConnection(url.hostname, url.port, timeout=PATIENCE_S)
    try:
        connection.request(method, path, content, headers)
        response = connection.getresponse()
        return Answer(response.status, response.getheaders(), response.read())
    finally:
        connection.close()


def settings_of(folder, *tables, shut=(), **changes):
    given = {"folder": str(folder), "port": 0, "table": tables or (HAND, SELF), "site": "Test Site"} | changes
    return msgspec.structs.replace(with_values(**given), shut=shut)


@asynccontextmanager
async def house(folder, *tables, hurried=True, limits=None, term_s=TERM_S, **changes):
    """Founded on its first start, and hurried unless a test is about its limits. In a database it is one node."""
    settings = settings_of(folder, *tables, **changes)
    boss = BOSS if settings.place.exists() else ""  # the files of a checkout may change between two starts
    means = {"hasher": CHEAP, "limits": limits, "accepting": Accepting(boss, boss), "term_s": term_s}
    async with AsyncExitStack() as stack:
        with files_unchanged():
            started = await stack.enter_async_context(running(settings, **means))
        server = Server(started)
        await until(lambda: len(server.house.floor.tables) == len(settings.tables))
        if started.house.first_code:
            server.employ_all()
        if hurried:
            hurry(started.house)
        yield server


def hurry(house):
    """Without limits on requests, for all of a test come from one address; and its readers take turns with play, for a
    busy machine has no time to spare for them."""
    house.limiter = house.secret_limiter = Limiter(1e6, 1_000_000)
    house.reader._source._turn = "play_first"


async def until(is_so, *, within_s=PATIENCE_S):
    """Waits for something that the server does by itself."""
    end = time.monotonic() + within_s
    while not is_so():
        assert time.monotonic() < end, "it did not come about"
        await asyncio.sleep(0.005)


def bound_roll(server, table, number):
    """What a round under way ends with if nobody contributes any more, as the house alone can know."""
    seen = server.table(table).desk.table
    seed = server.house.floor._tumbler.seed(table, number, seen.commitments[number].kept)
    return Roll.parse(throw_of(table, number, seed, seen.current.contributions.values()))
