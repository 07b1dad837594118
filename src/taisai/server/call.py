"""One request as a route sees it, and what a route answers."""

from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple

import msgspec

from taisai.house.floor_table import FloorTable
from taisai.house.tables import TableSettings
from taisai.people.rights import Right
from taisai.people.state import Device
from taisai.rules.refusals import Refusal, Refused, did_you_mean
from taisai.server.callers import Caller, device_of, source_of
from taisai.server.house import House
from taisai.wire.bodies import Done

JSON: Final = "application/json"


class Call(NamedTuple):
    """`body` and `query` are of the types that the route names; `path` holds what stands in its braces; `by_two`: a
    second person agreed; `relayed`: another node asks, for what is here."""

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
    def device(self) -> Device | None:
        return device_of(self.house.register, self.cookies)

    @property
    def place(self) -> str:
        """As the record names it: the device, or the address."""
        return self.device.id if self.device else self.peer

    @property
    def named(self) -> TableSettings:
        """The table as it is set up, whichever node has it."""
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
    """`content` is encoded unless it is bytes; `pieces` are sent instead as they come; what `lasts` is never
    another; `policy` is what a page may load, where that is other than usual."""

    content: Any = Done()
    cookies: tuple[str, ...] = ()
    media: str = JSON
    filename: str = ""
    pieces: AsyncIterator[bytes] | None = None
    lasts: bool = False
    policy: str = ""


class Access(StrEnum):
    """Who needs no right for a route: anybody, or anybody who has signed in."""

    ANYBODY = "anybody"
    SIGNED_IN = "signed-in"


Handler = Callable[[Call], Coroutine[Any, Any, Answer]]


class Route(NamedTuple):
    """`access` is a right, or who needs none. Whatever changes something is a POST or DELETE; `proves` says that it
    checks a secret, which is slow by design and therefore allowed less often; `acts` that whoever asks is at work, so
    that their session stays awake, which is not so of what a screen asks by itself; `long` that it may take so long
    that it ends when whoever asked has left; `two` that a second person must agree. `besides_seat` is the right of
    whoever is not the terminal of a seat there; `demo` is only for trying out; `anywhere`: any node answers it; `where`
    finds the table that a body is about; `feed` is open to programs with a key of their own, too."""

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
