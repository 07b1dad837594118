"""Which processes serve a house, as it is told to people and programs."""

from taisai.wire.bodies import Body


class NodeInfo(Body, frozen=True):
    """A process that serves the house. `heartbeat_s` ago its lease was last renewed; it ends in `lease_s` unless it is
    renewed again. `here`: the one that answers; `chair`: the one that signs and publishes the house's journal."""

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
    """Which node has a table, since when; `served` where that node lives. `epoch` grows each time that it is taken."""

    table: str
    node: str
    since: str
    epoch: int
    served: bool


class Nodes(Body, frozen=True):
    """As the node that answers saw it `age_s` ago; empty for a house that one process serves from a file. `clock_off_s`
    is by how much its clock is ahead of the database's."""

    nodes: tuple[NodeInfo, ...]
    tables: tuple[HeldTable, ...]
    age_s: float
    clock_off_s: float
