"""What nodes say to each other, packed: all that came up in one turn of a loop for one node is one packet."""

import msgspec


class Item(msgspec.Struct, frozen=True, array_like=True):
    """`link` names a socket at the node that has it."""


class Open(Item, frozen=True, tag="open"):
    """A socket wants to join a table of the node that is told."""

    link: int
    table: str
    cookies: dict[str, str]
    peer: str
    join: bytes


class Say(Item, frozen=True, tag="say"):
    link: int
    message: bytes


class Room(Item, frozen=True, tag="room"):
    """It missed something and has room again."""

    link: int


class Gone(Item, frozen=True, tag="gone"):
    link: int


class Tell(Item, frozen=True, tag="tell"):
    """The same to several sockets."""

    links: list[int]
    message: bytes


class End(Item, frozen=True, tag="end"):
    link: int
    code: int
    reason: str


class Away(Item, frozen=True, tag="away"):
    """The table is not here, or no longer."""

    link: int


class Beat(Item, frozen=True, tag="beat"):
    """I live, and hear the bus."""


class Lost(Item, frozen=True, tag="lost"):
    """Something that you sent did not arrive: open your links here anew."""


class Ask(Item, frozen=True, tag="ask"):
    """A request, as ASGI tells it."""

    number: int
    method: str
    path: str
    query: bytes
    headers: list[tuple[bytes, bytes]]
    client: str
    scheme: str
    body: bytes


class Part(Item, frozen=True, tag="part"):
    """Of the answer; `status` is 0 in all but the first."""

    number: int
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    last: bool


class Spent(Item, frozen=True, tag="spent"):
    """A voucher was redeemed: whoever has the table that issued it looks."""

    voucher: str


Any = Open | Say | Room | Gone | Tell | End | Away | Beat | Lost | Ask | Part | Spent


class Packet(msgspec.Struct, frozen=True, array_like=True):
    """`number` grows by one from packet to packet between the same two nodes."""

    sender: str
    to: str
    number: int
    items: list[Any]
