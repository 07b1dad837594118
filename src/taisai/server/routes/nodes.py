"""Which nodes serve the house, and which node has which table."""

from collections import Counter

from taisai.house.nodes_seen import NOBODY_SEEN, NodesSeen
from taisai.journal.leases import Holding, Node
from taisai.people.rights import Right
from taisai.server.call import Answer, Call, Route
from taisai.wire import nodes as n


async def nodes(call: Call) -> Answer:
    lease = call.house.lease
    seen = lease.seen() if lease else NOBODY_SEEN
    age_s = round(seen.age_s, 3) if seen.nodes else 0.0
    off_s = round(lease.clock_off_s(), 3) if lease else 0.0
    return Answer(n.Nodes(_nodes(seen), tuple(map(_held, seen.tables())), age_s, off_s))


def _nodes(seen: NodesSeen) -> tuple[n.NodeInfo, ...]:
    many = Counter(one.life for one in seen.tables())
    return tuple(_node(seen, one, many[one.id]) for one in seen.nodes)


def _node(seen: NodesSeen, one: Node, tables: int) -> n.NodeInfo:
    return n.NodeInfo(
        one.name, one.site, one.version, one.began, round(one.renewed_s + seen.age_s, 3), round(seen.lease_s(one), 3),
        one.draining, one.hears_bus, here=one.id == seen.life, chair=one.id == seen.chair(), tables=tables,
    )  # fmt: skip


def _held(one: Holding) -> n.HeldTable:
    return n.HeldTable(one.journal, one.name, one.since, one.epoch, one.lives)


ROUTES = (
    Route("GET", "/api/nodes", nodes, "List the nodes and the tables that each serves", Right.READ_METRICS,
          n.Nodes, acts=False),
)  # fmt: skip
