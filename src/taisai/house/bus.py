"""How what is published reaches whoever listens: in this process, or across a cluster."""

from collections.abc import Callable
from typing import Protocol

Listener = Callable[[bytes], None]
Ending = Callable[[], None]


class Bus(Protocol):
    """At most once and in order: whoever missed something asks for the whole view."""

    def publish(self, topic: str, message: bytes) -> None: ...

    def subscribe(self, topic: str, listener: Listener) -> Ending:
        """Gives back what ends the subscription."""

    def is_heard(self, topic: str) -> bool:
        """False only where certainly nobody listens, so that what nobody hears need not be made."""


class LocalBus:
    """One process: a message has reached everybody when `publish` returns."""

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
        """Once ended, ending it again does nothing."""
        listeners = self._listeners.get(topic, [])
        if listener in listeners:
            listeners.remove(listener)
        if not listeners:
            self._listeners.pop(topic, None)
