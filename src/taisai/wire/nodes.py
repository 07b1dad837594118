"""The processes that serve a house, for people and programs."""

from taisai.wire.bodies import Body


class NodeInfo(Body, frozen=True):
    """A process that serves the house. Its lease was renewed `heartbeat_s` ago and ends in `lease_s` unless it is
    renewed. `here`: this one answers; `chair`: this one signs and publishes the house's journal."""

    name: str
    site: str
    version: str
    since: str
    heartbeat_s: float
    lease_s: float
    draining: bool
    hears_bus: bool
    here: bool
    chair: bool
    tables: int


class HeldTable(Body, frozen=True):
    """The node that has a table, and since when; `served`: that node is alive. `epoch` grows with each change."""

    table: str
    node: str
    since: str
    epoch: int
    served: bool


class Nodes(Body, frozen=True):
    """As the answering node saw them `age_s` ago; empty for a house that one process serves from a file. `clock_off_s`
    is how far its clock is ahead of the database's."""

    nodes: tuple[NodeInfo, ...]
    tables: tuple[HeldTable, ...]
    age_s: float
    clock_off_s: float
