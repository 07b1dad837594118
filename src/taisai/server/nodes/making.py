"""Creates a node of a house, ready to start."""

import socket
from importlib.metadata import version

from taisai.house.node_lease import NodeLease
from taisai.house.settings import Settings
from taisai.journal.leases import Node
from taisai.journal.place import OpenPlace
from taisai.people.secret_hashes import Hasher
from taisai.server.nodes.house import NodeHouse


def node_house(settings: Settings, journals: OpenPlace, hasher: Hasher | None, term_s: float) -> NodeHouse:
    """Return the node. `term_s` must be the same for all nodes of a house."""
    try:
        leases = journals.leases()
        assert leases is not None, "a bus is only taken with a database"
        leases.term_s = term_s
        node = Node("", settings.node or socket.gethostname(), settings.site, version("taisai"))
        return NodeHouse(settings, journals, hasher, NodeLease(leases, node))
    except BaseException:
        journals.close()
        raise
