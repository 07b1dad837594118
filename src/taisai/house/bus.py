"""Delivers published messages to subscribers, in this process or across a cluster."""

from collections.abc import Callable
from typing import Protocol

Listener = Callable[[bytes], None]
Ending = Callable[[], None]


class Bus(Protocol):
    """Delivers at most once and in order. A subscriber that missed a message asks for the whole view."""

    def publish(self, topic: str, message: bytes) -> None: ...

    def subscribe(self, topic: str, listener: Listener) -> Ending:
        """Return a function that ends the subscription."""

    def is_heard(self, topic: str) -> bool:
        """Return False only if there is certainly no subscriber, so that unheard messages need not be built."""


class LocalBus:
    """Delivers within one process: every subscriber has the message when `publish` returns."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = {}

    def publish(self, topic: str, message: bytes) -> None:
        for listener in tuple(self._listeners.get(topic, ())):
            listener(message)

    def subscribe(self, topic: str, listener: Listener) -> Ending:
        self._listeners.setdefault(topic, []).append(listener)
        return lambda: self._end(topic, listener)

    def is_heard(self, topic: str) -> bool:
        return topic in self._listeners

    def _end(self, topic: str, listener: Listener) -> None:
        """End a subscription. Ending it twice does nothing."""
        listeners = self._listeners.get(topic, [])
        if listener in listeners:
            listeners.remove(listener)
        if not listeners:
            self._listeners.pop(topic, None)
