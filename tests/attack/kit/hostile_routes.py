"""Requests of every route there is, by anybody, with values that fit or do not."""

import json

from attack.kit.shapes import ENDING, Shapes
from attack.kit.victims import FAR, cookie, is_staff

from taisai.server.routes import openapi_page as openapi

SPARED = ("/api/sign-out", "/api/self-test")
"""Staff who are signed out prove nothing, and a self-test takes seconds."""
OF_ACCOUNTS = ("/api/staff/", "/api/devices/")
STRANGERS = ("nobody.here", "terminal-999", "%00", "x" * 300, "%2e%2e")
NAMES = ("H", "C", "E", "house", "1", "0", "-1", "%00", "x" * 300, "rws-6", "events", "%F0%9F%8E%B2")
ASKED = ("1", "-1", "x", "", "%00", "2026-11-15", "H")


class Routes:
    def __init__(self, callers, dice):
        self._callers, self._dice = callers, dice
        described = openapi()
        self._bodies = Shapes(dice, described["components"]["schemas"])
        self._of_staff = Shapes(dice, described["components"]["schemas"], without=ENDING)
        self._routes = [
            (path, method, route)
            for path, methods in described["paths"].items()
            if path not in SPARED
            for method, route in methods.items()
        ]

    def request(self):
        """The bytes of one, and from where it comes."""
        path, method, route = self._dice.choice(self._routes)
        name = self._dice.choice(list(self._callers))
        asked = [one["name"] for one in route.get("parameters", ()) if one["in"] == "query"]
        query = "&".join(f"{key}={self._dice.choice(ASKED)}" for key in asked)
        body, who = self._body(route, self._of_staff if is_staff(name) else self._bodies), self._callers[name]
        lines = [f"{method.upper()} {self._named(path)}?{query} HTTP/1.1", "Host: 127.0.0.1"]
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        lines += [f"Cookie: {cookie(who)}"]
        return "\r\n".join([*lines, "", ""]).encode() + body, "127.0.0.1" if is_staff(name) else FAR

    def _named(self, path):
        """Accounts and devices that are there are left alone: a manager may end them, and nobody is left to ask."""
        names = STRANGERS if path.startswith(OF_ACCOUNTS) else NAMES
        parts = path.split("/")
        return "/".join(self._dice.choice(names) if part.startswith("{") else part for part in parts)

    def _body(self, route, shapes):
        if "requestBody" not in route:
            return b""
        value = shapes.fitting(route["requestBody"]["content"]["application/json"]["schema"])
        return json.dumps(value if self._dice.random() < 0.4 else shapes.spoiled(value)).encode()
