"""Messages between nodes. Everything for one node from one turn of the event loop is one packet."""

import msgspec

from taisai.journal.entry import Head


class Item(msgspec.Struct, frozen=True, array_like=True):
    """One message. `link` names a socket at the node that has it."""


class Open(Item, frozen=True, tag="open"):
    """A socket wants to join a table of the receiving node."""

    link: int
    table: str
    cookies: dict[str, str]
    peer: str
    join: bytes


class Say(Item, frozen=True, tag="say"):
    link: int
    message: bytes


class Room(Item, frozen=True, tag="room"):
    """The socket skipped messages and has room again."""

    link: int


class Gone(Item, frozen=True, tag="gone"):
    link: int


class Tell(Item, frozen=True, tag="tell"):
    """One message for several sockets."""

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
    """Heartbeat: this node is alive and hears the bus. `heads` are durable: whoever takes or reads such a journal must
    find them in it."""

    heads: dict[str, Head]


class Lost(Item, frozen=True, tag="lost"):
    """A packet of yours was lost: open your links here again."""


class Ask(Item, frozen=True, tag="ask"):
    """A relayed HTTP request, in ASGI terms."""

    number: int
    method: str
    path: str
    query: bytes
    headers: list[tuple[bytes, bytes]]
    client: str
    scheme: str
    body: bytes


class Part(Item, frozen=True, tag="part"):
    """A part of the answer; `status` is 0 in all but the first."""

    number: int
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    last: bool


class Inquiry(Item, frozen=True, tag="inquiry"):
    """A question about a voucher."""

    number: int
    question: bytes


class Finding(Item, frozen=True, tag="finding"):
    """The answer to a question about a voucher."""

    number: int
    answer: bytes


class News(Item, frozen=True, tag="news"):
    """What a table has to tell the table that issued a voucher, wherever that is."""

    news: bytes


Any = Open | Say | Room | Gone | Tell | End | Away | Beat | Lost | Ask | Part | Inquiry | Finding | News


class Packet(msgspec.Struct, frozen=True, array_like=True):
    """`number` grows by one per packet between the same two nodes."""

    sender: str
    to: str
    number: int
    items: list[Any]
