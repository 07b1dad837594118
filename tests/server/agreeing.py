"""A dispute about seat 1, and two people who agree to what is paid for it."""

import json

from msgspec import to_builtins
from server.making import PIN
from server.screen import Screen

from taisai.table import commands as c

DECISION = c.DecideDispute(1, "seen on film", 2_500)
CREDIT, PAID = 100_000, 102_500
GIVER, SECOND = "shi.manager", "pit.manager"
ROUND = 1
JUNK = ("made", "up")


async def disputed(server, *tables, table="H"):
    """At each table; the shift manager is at a screen of the first."""
    for name in (table, *tables):
        await server.open(name, 1)
        await server.do(name, c.OpenDispute(1, 0, "my stake was moved"), seat=1)
    return await Screen(server, table, server.sign_in(GIVER)).join()


async def approval(server, screen, name, **changes):
    """The token, or the answer where there is none; each of `changes` makes it an approval of another order."""
    order = {"table": screen.name, "giver": GIVER, "id": "d", "round": ROUND, "command": DECISION}
    answer = await server.post("/api/approvals", screen.who, {"name": name, "pin": PIN} | order | changes)
    return answer.json["approval"] if answer.status == 200 else answer


async def both(server, screen, **changes):
    names = (changes.get("giver", GIVER), SECOND)
    return [await approval(server, screen, name, **changes) for name in names]


async def give(screen, approvals=(), command=DECISION, *, name="d", number=ROUND):
    return await screen.give(command, name=name, number=number, approvals=approvals)


def send(screen, approvals=(), command=DECISION, *, name="d"):
    """Without waiting for the answer."""
    said = {"is": "give", "id": name, "command": to_builtins(command), "round": ROUND, "approvals": list(approvals)}
    screen.send(json.dumps(said).encode())


def credit(server, table="H"):
    return server.table(table).desk.table.seats[1].credit


async def refused(server, screen, approvals=(), command=DECISION, **changes):
    """The code; nothing was paid."""
    answer = await give(screen, approvals, command, **changes)
    assert answer["is"] == "declined", answer
    assert credit(server, screen.name) == CREDIT
    return answer["code"]
