"""Creates a node of a house, ready to start."""

import asyncio

from taisai.house.at_rest import node_of
from taisai.house.node_lease import NodeLease
from taisai.house.settings import Settings
from taisai.journal.leases import Doing
from taisai.journal.place import OpenPlace
from taisai.keeping.build import build
from taisai.people.secret_hashes import Hasher
from taisai.server.house_setup import prepare
from taisai.server.nodes.house import NodeHouse


async def node_house(settings: Settings, hasher: Hasher | None, term_s: float, stopping: asyncio.Event) -> NodeHouse:
    """Return the node. `term_s` must be the same for all nodes of a house."""
    journals = prepare(settings)
    lease: NodeLease | None = None
    try:
        lease = _lease(settings, journals, term_s)
        lease.keep()
        if await lease.admitted(stopping):  # the command may have changed keys and marks
            journals.close()
            journals = prepare(settings)
        return NodeHouse(settings, journals, hasher, lease)
    except BaseException:
        if lease is not None:
            await asyncio.to_thread(lease.end)
        journals.close()
        raise


def _lease(settings: Settings, journals: OpenPlace, term_s: float) -> NodeLease:
    leases = journals.leases()
    assert leases is not None, "a bus is only taken with a database"
    leases.term_s = term_s
    node = node_of(settings, Doing.STARTING)._replace(version=build())
    return NodeLease(leases, node, (table.id for table in settings.tables))
