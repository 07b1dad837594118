"""Sockets of other nodes that joined a table of this one. Each is served as if it were local."""

from collections.abc import Callable, Iterable
from typing import Final

from taisai.people.refusals import PeopleRefusal
from taisai.rules.refusals import Refused
from taisai.server.callers import caller_of
from taisai.server.house import House
from taisai.server.hub import POLICY
from taisai.server.nodes import items as i
from taisai.server.nodes.post import Post
from taisai.server.sockets import SocketPeer
from taisai.server.statuses import for_strangers
from taisai.server.transport import Connection

GUESTS_MOST: Final = 200_000


class FarConnection(Connection):
    """A socket at another node.

    Messages travel there over the bus in packets; only that node knows whether it is behind."""

    __slots__ = ("_link", "_node", "_post")

    def __init__(self, post: Post, node: str, link: int, peer: str) -> None:
        self._post, self._node, self._link, self.peer = post, node, link, peer
        self.open, self.behind, self.missed = True, False, False

    def send(self, message: bytes) -> bool:
        if self.open:
            self._post.tell(self._node, self._link, message)
        return self.open

    def send_all(self, messages: Iterable[bytes]) -> bool:
        for message in messages:
            self.send(message)
        return self.open

    def close(self, code: int, reason: str) -> None:
        if self.open:
            self.open = False
            self._post.say(self._node, i.End(self._link, code, reason))

    violated = close


class Guest:
    def __init__(self, table: str, peer: SocketPeer, connection: FarConnection) -> None:
        self.table, self.peer, self.connection = table, peer, connection


class Guests:
    def __init__(self, house: House, post: Post, hear_people: Callable[[], None]) -> None:
        self._house, self._post, self._hear_people = house, post, hear_people
        self._guests: dict[str, dict[int, Guest]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._guests.values()))

    def came(self, node: str, said: i.Open) -> None:
        """Accept a remote socket. If the table is not here, the other node is told to look elsewhere."""
        house = self._house
        if said.table not in house.streams or len(self) >= GUESTS_MOST:
            self._post.say(node, i.Away(said.link))
            return
        connection = FarConnection(self._post, node, said.link, said.peer)
        try:
            self._hear_people()
            caller = caller_of(house.register, said.cookies, acting=False)
        except Refused as refused:
            self._refuse(connection, node, said.link, refused)
            return
        guest = Guest(said.table, SocketPeer(house, caller, said.cookies), connection)
        self._guests.setdefault(node, {})[said.link] = guest
        guest.peer.connected(connection)
        guest.peer.received(said.join)

    def _refuse(self, connection: FarConnection, node: str, link: int, refused: Refused) -> None:
        """Close the socket of an unknown caller.

        If the database does not answer, the caller is not yet known and the other node retries."""
        if isinstance(refused.code, PeopleRefusal):
            connection.close(POLICY, for_strangers(refused).words)
        else:
            self._post.say(node, i.Away(link))

    def said(self, node: str, link: int, message: bytes) -> None:
        guest = self._guests.get(node, {}).get(link)
        if guest is None:
            self._post.say(node, i.Away(link))
        elif guest.connection.open:
            guest.peer.received(message)

    def has_room(self, node: str, link: int) -> None:
        guest = self._guests.get(node, {}).get(link)
        if guest is not None:
            guest.peer.drained()

    def left(self, node: str, link: int) -> None:
        guest = self._guests.get(node, {}).pop(link, None)
        if guest is not None:
            guest.connection.open = False
            guest.peer.gone()

    def move_on(self, table: str) -> None:
        """Tell the nodes of all guests at this table to look for it elsewhere."""
        for node, guests in self._guests.items():
            for link in [link for link, guest in guests.items() if guest.table == table]:
                guest = guests.pop(link)
                guest.connection.open = False
                guest.peer.leave()
                self._post.say(node, i.Away(link))

    def forget(self, node: str) -> None:
        """Drop the guests of a node that is gone; they reconnect through another."""
        for link in tuple(self._guests.get(node, ())):
            self.left(node, link)
        self._guests.pop(node, None)

    def nodes(self) -> tuple[str, ...]:
        return tuple(self._guests)
