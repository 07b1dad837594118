"""Metrics about this node and the other nodes."""

from collections.abc import Callable, Iterator, Sequence

from taisai.house.node_lease import NodeLease
from taisai.server.metrics import Metrics


def count_nodes(metrics: Metrics, lease: NodeLease, held: Callable[[], int], is_up: Callable[[], bool]) -> None:
    def leases() -> Iterator[tuple[Sequence[str], float]]:
        seen = lease.seen()
        return (((one.name,), seen.lease_s(one)) for one in seen.nodes)

    def heartbeats() -> Iterator[tuple[Sequence[str], float]]:
        seen = lease.seen()
        return (((one.name,), one.renewed_s + seen.age_s) for one in seen.nodes)

    def epochs() -> Iterator[tuple[Sequence[str], float]]:
        return (((one.journal, one.name), one.epoch) for one in lease.seen().tables() if one.lives)

    metrics.gauge("taisai_nodes", "Live nodes of the house", lambda: len(lease.living()))
    metrics.gauge("taisai_tables_held", "Tables that this node serves", held)
    metrics.gauge("taisai_tables_unserved", "Tables that no live node serves", lambda: lease.seen().unserved())
    metrics.gauge("taisai_bus_up", "Whether the bus is connected", lambda: int(is_up()))
    metrics.gauge("taisai_clock_off_seconds", "Seconds this clock is ahead of the database's", lease.clock_off_s)
    metrics.gauge("taisai_nodes_seen_seconds", "Seconds since this node saw the others", lambda: lease.seen().age_s)
    metrics.table("taisai_node_lease_seconds", "Seconds until a node's lease ends", ("node",), leases)
    metrics.table("taisai_node_heartbeat_seconds", "Seconds since a node's lease was renewed", ("node",), heartbeats)
    metrics.table("taisai_table_epoch", "Epoch under which a node serves a table", ("table", "node"), epochs)
