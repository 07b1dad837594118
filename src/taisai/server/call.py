"""One request as a route handler sees it, and the handler's answer."""

from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple

import msgspec

from taisai.house.floor_table import FloorTable
from taisai.house.tables import TableSettings
from taisai.people.rights import Right
from taisai.people.state import Device
from taisai.rules.refusals import Refusal, Refused, did_you_mean
from taisai.server.addresses import network
from taisai.server.callers import Caller, device_of, source_of
from taisai.server.house import House
from taisai.server.turns import Asker, Rank
from taisai.wire.bodies import Done

JSON: Final = "application/json"


class Call(NamedTuple):
    """A decoded request.

    `body` and `query` have the types that the route declares; `path` holds its path parameters. `by_two`: a second
    person approved. `relayed`: another node asks for what this node has."""

    house: House
    caller: Caller
    path: dict[str, str]
    query: Any
    body: Any
    secure: bool
    peer: str
    cookies: Mapping[str, str]
    by_two: bool = False
    relayed: bool = False

    @property
    def source(self) -> str:
        return source_of(self.house.register, self.cookies, self.peer)

    @property
    def asker(self) -> Asker:
        """Whose turn a long question takes."""
        if self.caller.session:
            return Asker(self.caller.name, Rank.STAFF)
        if self.caller.device or self.caller.feed:
            return Asker(self.caller.name or f"feed {self.caller.feed and self.caller.feed.name}", Rank.DEVICE)
        return Asker(network(self.peer))

    @property
    def device(self) -> Device | None:
        return device_of(self.house.register, self.cookies)

    @property
    def place(self) -> str:
        """The name of the place for the record: the device id, or the address."""
        return self.device.id if self.device else self.peer

    @property
    def named(self) -> TableSettings:
        """The settings of the named table, whichever node runs it."""
        tables, name = {table.id: table for table in self.house.settings.tables}, self.path["table"]
        if name not in tables:
            words = f"no table {name!r} on this floor{did_you_mean(name, tables)}"
            raise Refused(Refusal.TABLE_UNKNOWN, words, name)
        return tables[name]

    @property
    def table(self) -> FloorTable:
        tables, name = self.house.floor.tables, self.path["table"]
        if name not in tables:
            words = f"no table {name!r} on this floor{did_you_mean(name, tables)}"
            raise Refused(Refusal.TABLE_UNKNOWN, words, name)
        return tables[name]


class Answer(NamedTuple):
    """A handler's answer.

    `content` is encoded as JSON unless it is bytes; `pieces` are streamed instead. `lasts`: the content never
    changes and may be cached for good. `policy` replaces the default Content-Security-Policy."""

    content: Any = Done()
    cookies: tuple[str, ...] = ()
    media: str = JSON
    filename: str = ""
    pieces: AsyncIterator[bytes] | None = None
    lasts: bool = False
    policy: str = ""


class Access(StrEnum):
    """Access without a specific right: everyone, or everyone who is signed in."""

    ANYBODY = "anybody"
    SIGNED_IN = "signed-in"


Handler = Callable[[Call], Coroutine[Any, Any, Answer]]


class Route(NamedTuple):
    """One HTTP route. `access` is the right that it needs, or an `Access`.

    Everything that changes state is POST or DELETE.
    `proves`: it checks a secret; the hash is slow by design, so the rate limit is lower.
    `acts`: the request counts as activity and keeps the session awake; background polling does not.
    `long`: it may take long and is cancelled when the client disconnects.
    `two`: a second person must approve.
    `besides_seat`: the right that a caller needs unless it is the terminal of a seat at that table.
    `demo`: it exists in demo houses only.
    `anywhere`: any node can answer; `where` finds the table in the body.
    `feed`: programs with a feed key have access, too."""

    method: str
    path: str
    handler: Handler
    summary: str
    access: Right | Access
    gives: Any = Done
    takes: Any = None
    query: type[msgspec.Struct] | None = None
    media: tuple[str, ...] = (JSON,)
    proves: bool = False
    acts: bool = True
    long: bool = False
    two: bool = False
    besides_seat: Right | None = None
    demo: bool = False
    anywhere: bool = False
    where: Callable[[House, Any], str] | None = None
    feed: bool = False
