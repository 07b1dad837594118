"""A house as a process of its own, with people who have signed in: it can be talked to, killed, and started again."""

import asyncio
import json
from http.client import HTTPConnection
from urllib.parse import urlsplit

from client import shifted
from msgspec.structs import replace
from patience import PATIENCE_S
from server.making import BOSS, HAND, NOBODY, SELF, STAFF, WORD, Who, house, settings_of
from warm import WarmHouse

from taisai.client.child import SERVE
from taisai.people.events import DeviceKind
from taisai.server.callers import SESSION
from taisai.table.limits import LimitRule

UNHINDERED = 100_000  # requests and messages a second: a limiter that answers for the house would prove little
EASY = {
    "traffic_requests_per_s": UNHINDERED,
    "traffic_messages_per_s": UNHINDERED,
    "traffic_connections_per_address": UNHINDERED,
}
PLENTY = 10**12
ELECTRONIC = replace(SELF, limits=(LimitRule(minimum=10, maximum=PLENTY, differential=PLENTY, exposure=PLENTY),))
CHIPS = replace(
    HAND, id="C", paytable="rws-6/1", title="With chips", money="chips", chips=(100, 500), limits=SELF.limits
)
TABLES = (HAND, CHIPS, ELECTRONIC)
PLAYING = (1, 2)
RASCALS = (3, 4)
CREDIT = 10**9
FAR = "127.0.0.66"
"""Where strangers come from, so that their failures are not held against staff."""


class Victim:
    """`callers` are by name: everybody on the staff, a terminal of each table, a display, and nobody. They are signed
    in anew at each start."""

    def __init__(self, folder, callers=None, clock=None):
        self.folder, self.clock = folder, clock
        serve = SERVE
        if clock is not None:
            clock.write_text("0")
            serve = (shifted.__file__, str(clock), "serve", "--json")
        self.child = WarmHouse(folder, settings_of(folder, *TABLES, **EASY), serve)
        self.callers = callers or asyncio.run(self._found())

    async def _found(self):
        callers = {"nobody": NOBODY}
        async with house(self.folder, *TABLES, **EASY) as server:
            for table in TABLES:
                seats = (*PLAYING, *(RASCALS if table is ELECTRONIC else ()))
                await server.open(table.id, *(() if table.money == "chips" else seats), credit=CREDIT)
                callers |= {f"terminal {table.id}": server.terminal(table.id, PLAYING[0])}
            callers |= {f"rascal {seat}": server.terminal(ELECTRONIC.id, seat) for seat in RASCALS}
            callers["display"] = server.enrol(DeviceKind.DISPLAY)
        return callers

    def start(self, names=(BOSS, *STAFF), environment=None):
        self.child.start(environment)
        self.callers |= {name: self.signed_in(name) for name in names}

    @property
    def address(self):
        return self.child.address

    def signed_in(self, name):
        status, headers, body = self.ask("POST", "/api/sign-in", {"name": name, "password": WORD})
        assert status == 200, (name, status, body)
        cookies = (value.partition(";")[0] for key, value in headers if key.lower() == "set-cookie")
        found = dict(cookie.split("=", 1) for cookie in cookies)
        return Who({SESSION: found[SESSION]}, name)

    def ask(self, method, path, body=None, who=NOBODY):
        """Status, headers and body of a request that is as it should be."""
        url, headers = urlsplit(self.address), {"Content-Type": "application/json"}
        headers |= {"Cookie": cookie(who)} if who.cookies else {}
        connection = HTTPConnection(url.hostname, url.port, timeout=PATIENCE_S)
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            response = connection.getresponse()
            return response.status, response.getheaders(), response.read()
        finally:
            connection.close()

    def told(self, path, name, method="GET"):
        """What somebody is told, who may ask."""
        status, _, body = self.ask(method, path, who=self.callers[name])
        assert status == 200, (path, name, status, body[:500])
        return json.loads(body)

    def self_test(self):
        return self.told("/api/self-test", "tec.technician", "POST")["checks"]

    def happened(self, code):
        """The words of every significant event with that code."""
        page = self.told(f"/api/events?code={code}", "shi.manager")["page"]
        return [one["words"] for one in page["happenings"]]

    def credits(self, table):
        seats = self.told(f"/api/tables/{table}/meters", "shi.manager")["seats"]
        return {one["seat"]: one["credit"] for one in seats if one["credit"]}

    def log(self):
        return (self.folder / "log").read_text(errors="replace")


def cookie(who):
    return "; ".join(f"{key}={value}" for key, value in who.cookies.items())


def is_staff(name):
    """Of a caller: people have a dot in their names, terminals and displays have none."""
    return "." in name
