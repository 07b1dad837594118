"""A socket of a house, held by somebody who may break every rule of it."""

import json
from contextlib import suppress

from attack.kit.strangers import Stranger
from attack.kit.victims import cookie
from server.transport.running import CLOSE, TEXT, frame

ANSWERS = ("taken", "declined", "pong")


class Line(Stranger):
    """Joined to a table. `receipts` are what it was told of orders that were taken."""

    def __init__(self, address, table, who, source="127.0.0.1"):
        super().__init__(address, source)
        self.name, self.receipts = table, []
        self.seat, self.table, self.closed = None, {}, False
        headers = {"Cookie": cookie(who)} if who.cookies else {}
        assert self.join(**headers) == 101
        self.say(frame(TEXT, json.dumps({"is": "join", "table": table}).encode()))
        while not self.table:
            assert self.told() is not None, "it was let in and not told anything"

    def send(self, *messages):
        """In one go, whatever they are."""
        self.say(b"".join(frame(TEXT, message) for message in messages))

    def answers(self, count):
        """To so many messages; fewer where the house ends the connection."""
        found = []
        while len(found) < count and (told := self.told()) is not None:
            if told["is"] in ANSWERS:
                found.append(told)
        return found

    def told(self):
        """The next message, or nothing at the end."""
        while (read := self.read()) is not None:
            opcode, payload = read
            if opcode == CLOSE:
                break
            if opcode == TEXT:
                return self._heard(json.loads(payload))
        self.closed = True
        return None

    def read(self):
        """Opcode and payload of the next frame."""
        with suppress(ConnectionError):
            head = self._stream.read(2)
            if len(head) == 2:
                size = head[1]
                if size > 125:
                    size = int.from_bytes(self._stream.read(2 if size == 126 else 8))
                return head[0] & 15, self._stream.read(size)
        return None

    def _heard(self, told):
        match told["is"]:
            case "view":
                self.table, self.seat = told["table"], told["seat"]
            case "change":
                self.table |= told["table"]
            case "taken":
                self.receipts.append(told)
        return told
