"""Metrics for monitoring, in Prometheus format."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

LOOK_S = 0.5
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)

Rows = Callable[[], Iterable[tuple[Sequence[str], float]]]
"""Label values, each with a figure."""


class _Table(Collector):
    def __init__(self, name: str, meaning: str, labels: Sequence[str], read: Rows) -> None:
        self._name, self._meaning, self._labels, self._read = name, meaning, labels, read

    def collect(self) -> Iterator[GaugeMetricFamily]:
        family = GaugeMetricFamily(self._name, self._meaning, labels=self._labels)
        for labels, value in self._read():
            family.add_metric(labels, value)
        yield family


class Metrics:
    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._entries = Counter("taisai_entries", "Entries written", ["table"], registry=self._registry)
        self._refusals = Counter("taisai_refusals", "Refusals", ["code"], registry=self._registry)
        self._told = Counter("taisai_alerts_told", "Alerts told", ["receiver"], registry=self._registry)
        self._requests = Histogram(
            "taisai_request_seconds", "HTTP requests", ["method", "status"], buckets=SECONDS, registry=self._registry
        )
        self._delays = Histogram(
            "taisai_loop_delay_seconds", "How late the event loop is", buckets=SECONDS, registry=self._registry
        )
        self._looking: asyncio.TimerHandle | None = None
        ProcessCollector(namespace="taisai", registry=self._registry)  # by a name of its own, as every program has one

    def entries(self, table: str) -> Callable[[float], None]:
        """Return the function that counts a table's entries."""
        return self._entries.labels(table).inc

    def told(self, receiver: str) -> None:
        self._told.labels(receiver).inc()

    def refused(self, code: str) -> None:
        self._refusals.labels(code).inc()

    def request(self, method: str, status: int, seconds: float) -> None:
        self._requests.labels(method, str(status)).observe(seconds)

    def gauge(self, name: str, meaning: str, read: Callable[[], float]) -> None:
        Gauge(name, meaning, registry=self._registry).set_function(read)

    def table(self, name: str, meaning: str, labels: Sequence[str], read: Rows) -> None:
        """Register a gauge that is read on each scrape, so that rows that are gone disappear."""
        self._registry.register(_Table(name, meaning, labels, read))

    def watch_loop(self) -> None:
        """Begin to measure how late the running event loop is, until `unwatch_loop`."""
        loop = asyncio.get_running_loop()

        def look(due_s: float) -> None:
            self._delays.observe(max(loop.time() - due_s, 0))
            wait()

        def wait() -> None:
            self._looking = loop.call_later(LOOK_S, look, loop.time() + LOOK_S)

        wait()

    def unwatch_loop(self) -> None:
        if self._looking:
            self._looking.cancel()

    def text(self) -> bytes:
        return generate_latest(self._registry)
