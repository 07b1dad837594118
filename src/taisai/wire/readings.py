"""The progress of long tasks, for the people who wait for them."""

from taisai.wire.bodies import Body


class Reading(Body, frozen=True):
    """A running task and its progress; it waits or has just begun if `of` is 0."""

    what: str
    table: str = ""
    done: int = 0
    of: int = 0


class Readings(Body, frozen=True):
    """The oldest first."""

    readings: tuple[Reading, ...]
