"""What to say to each route so that only the right can be missing."""

from itertools import count

from server.making import PIN, WORD

from taisai.people.events import DeviceKind
from taisai.table import commands as c

T = "/api/tables/{table}"
PLAN = {"paytable": "rws-6/2", "wagers": [{"spot": "big", "stake": 100}]}
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
