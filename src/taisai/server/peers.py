"""What a node that serves beside others is asked for; a house that one process serves has nobody to ask."""

from typing import TYPE_CHECKING, Final, Protocol

RELAYED: Final = "taisai.relayed"  # in a request's scope: whoever asks is a node of this house

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp

    from taisai.server.call import Call
    from taisai.server.callers import Caller
    from taisai.server.transport import Peer
    from taisai.wire.bodies import TableInfo


class Beside(Protocol):
    infos: "dict[str, TableInfo]"
    """What was last known of tables that others have."""

    def answer_by(self, app: "ASGIApp") -> None:
        """What other nodes ask."""

    def peer(self, caller: "Caller", cookies: dict[str, str]) -> "Peer": ...

    def hear_people(self) -> None:
        """Whatever of people began, changed or ended at another node."""

    async def node_of(self, journal: str) -> str:
        """The node that must answer for it; empty for this one. Whoever asks waits a little while nobody has it."""

    async def relayed(self, node: str, request: "Request", body: bytes) -> "Response": ...

    def node_named(self, name: str) -> str:
        """The address of the node of that name; empty for this one."""

    async def gathered(self, call: "Call", path: str, query: str = "") -> list[bytes]:
        """What the other nodes answer to the same question, as far as they do."""
