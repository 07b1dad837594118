"""Everything hostile at once, by dice that can be thrown again: what was tried is counted, what was wrong is kept."""

import json
import socket
from collections import Counter
from itertools import count

from attack.kit import hostile_frames, hostile_http, hostile_json
from attack.kit.hostile_routes import Routes
from attack.kit.lines import Line
from attack.kit.shapes import ENDING, Shapes
from attack.kit.strangers import Stranger
from attack.kit.victims import FAR, PLAYING, TABLES, is_staff
from server.transport.running import TEXT, frame

BATCH = 20
ALIVE = json.dumps({"is": "ping", "at": 7}).encode()
GIVE = {"$ref": "#/$defs/Give"}
FAILED = ("order-failed", "program-error", "journal-down")
STEPS = (
    *({"do": "tumble-dice", "times": 3}, {"do": "open-bets"}, {"do": "close-bets"}, {"do": "reveal-dice"}) * 2,
    *({"do": "press-button", "face": face} for face in (2, 3, 5)),
    *({"do": "enter-roll"}, {"do": "collect-losers"}, {"do": "pay-area"}),
)
SPOTS = ("big", "small", "single-3", "total-10")
WAGERS = tuple(
    {"do": do, "seat": PLAYING[0], "spot": spot, "stake": 100}
    for do in ("place-wager", "place-wager", "withdraw-wager")
    for spot in SPOTS
)


class Siege:
    """`tried` counts by kind and way; `answered` by kind and answer; `wrong` is what must not happen; `receipts` are
    those of orders that were taken, by table."""

    def __init__(self, victim, dice):
        self.victim, self.dice = victim, dice
        self.tried, self.answered, self.wrong = Counter(), Counter(), []
        self.receipts = {table.id: [] for table in TABLES}
        self._shapes, self._of_staff = Shapes(dice), Shapes(dice, without=ENDING)
        self._routes = Routes(victim.callers, dice)
        self._ids = (f"{self.dice.getrandbits(32):x}-{number}" for number in count(1))

    def talk(self, messages):
        """On sockets of anybody, at any table: orders by the wrong people, of wrong types, and what is no order."""
        while messages > 0:
            table, name = self.dice.choice(TABLES).id, self.dice.choice(list(self.victim.callers))
            messages -= self._batch(table, name)
            self.play()

    def play(self):
        """Meanwhile people go on with their work: a dealer steps through a round, a player wagers, as they should."""
        table = self.dice.choice(TABLES).id
        for name, commands in (("dee.dealer", STEPS), (f"terminal {table}", WAGERS)):
            with Line(self.victim.address, table, self.victim.callers[name]) as line:
                chosen = self.dice.sample(commands, 3)
                self.tried["play", "order"] += len(chosen)
                self._check(line, name, [json.dumps(self._order(line, command)).encode() for command in chosen], "play")

    def _order(self, line, command):
        number = line.table["round"] + (line.table["phase"] == "idle")
        return {"is": "give", "id": next(self._ids), "round": number, "command": command}

    def _batch(self, table, name):
        who = self.victim.callers[name]
        with Line(self.victim.address, table, who) as line:
            sent = [self._message(line, name) for _ in range(BATCH)]
            alone = [[message] for message in sent if hostile_json.ends_a_connection(message)]
            self._check(line, name, [message for message in sent if [message] not in alone])
        for messages in alone:
            with Line(self.victim.address, table, who) as line:
                self._check(line, name, messages)
        return BATCH

    def _check(self, line, name, messages, kind="socket"):
        try:
            line.send(*messages)
            answers = line.answers(len(messages))
        finally:
            self.receipts[line.name] += line.receipts
        for told in answers:
            self.answered[kind, told.get("code", told["is"])] += 1
        self.wrong += [f"{name} was told {told}" for told in answers if told.get("code") in FAILED]
        if len(answers) < len(messages) and not line.closed:
            self.wrong.append(f"{name} was answered {len(answers)} times to {messages}")
        self.answered[kind, "closed"] += line.closed

    def _message(self, line, name):
        shapes = self._of_staff if is_staff(name) else self._shapes
        order = shapes.fitting(GIVE) | {"id": next(self._ids)}
        if self.dice.random() < 0.8:
            order = self._order(line, order["command"])
        if self.dice.random() < 0.4:
            self.tried["socket", "order"] += 1
            return json.dumps(order).encode()
        if self.dice.random() < 0.5:
            self.tried["socket", "wrong type"] += 1
            return json.dumps(shapes.spoiled(order)).encode()
        way = self.dice.choice(hostile_json.WAYS)
        self.tried["socket", way.__name__] += 1
        return way(self.dice, json.dumps(order).encode())

    def frames(self, times):
        """Broken ones, each on a connection of its own; it ends, or goes on as if nothing were."""
        for _ in range(times):
            way = self.dice.choice(hostile_frames.WAYS)
            self.tried["frames", way.__name__] += 1
            table, name = self.dice.choice(TABLES).id, self.dice.choice(("nobody", "display", "dee.dealer"))
            with Line(self.victim.address, table, self.victim.callers[name]) as line:
                line.say(way(self.dice) + frame(TEXT, ALIVE))
                line.socket.shutdown(socket.SHUT_WR)
                try:
                    while line.told() is not None:
                        pass
                except TimeoutError:
                    self.wrong.append(f"a connection stays after {way.__name__}")
            self.answered["frames", "closed"] += 1

    def ask(self, times):
        """Requests that are broken, and requests of every route with wrong values."""
        for _ in range(times):
            if self.dice.random() < 0.5:
                way = self.dice.choice(hostile_http.WAYS)
                self._ask(way.__name__, way(self.dice), FAR)
            else:
                self._ask("route", *self._routes.request())

    def _ask(self, kind, request, source):
        self.tried["http", kind] += 1
        with Stranger(self.victim.address, source) as stranger:
            try:
                stranger.say(request)
                stranger.socket.shutdown(socket.SHUT_WR)
                heard = stranger.rest()
            except ConnectionError:
                heard = b""
            except TimeoutError:
                self.wrong.append(f"a connection stays after {kind}: {request[:200]!r}")
                return
        status = int(heard.split()[1]) if heard.startswith(b"HTTP/1.1 ") else 0
        self.answered["http", status] += 1
        if status >= 500 or b"Traceback" in heard or (source == FAR and str(self.victim.folder).encode() in heard):
            self.wrong.append(f"{request[:300]!r} was answered {heard[:500]!r}")
