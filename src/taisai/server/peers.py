"""The interface of a node that works with others. A house of one process has none."""

from typing import TYPE_CHECKING, Final, Protocol

RELAYED: Final = "taisai.relayed"  # in a request's scope: another node of this house sent it

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp

    from taisai.server.callers import Caller
    from taisai.server.transport import Peer
    from taisai.wire.bodies import TableInfo


class Asker(Protocol):
    """Whoever sent a request to this node."""

    @property
    def cookies(self) -> "Mapping[str, str]": ...

    @property
    def secure(self) -> bool: ...

    @property
    def peer(self) -> str: ...


class Beside(Protocol):
    infos: "dict[str, TableInfo]"
    """The last known state of tables at other nodes."""

    def answer_by(self, app: "ASGIApp") -> None:
        """Set the application that answers requests of other nodes."""

    def peer(self, caller: "Caller", cookies: dict[str, str]) -> "Peer": ...

    def hear_people(self) -> None:
        """Apply changes to people and sessions that other nodes made."""

    async def node_of(self, journal: str) -> str:
        """Return the node that must answer for the journal; empty for this one. Waits briefly while no node has it."""

    async def relayed(self, node: str, request: "Request", body: bytes) -> "Response": ...

    def node_named(self, name: str) -> str:
        """Return the address of the named node; empty for this one."""

    async def gathered(self, asker: "Asker", path: str, query: str = "") -> list[bytes]:
        """What the other nodes answer to the same question, as far as they do."""
