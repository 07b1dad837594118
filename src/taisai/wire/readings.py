"""How far long readings are, for whoever waits for them."""

from taisai.wire.bodies import Body


class Reading(Body, frozen=True):
    """What is read for somebody, and how far it is; it waits for its turn, or has just begun, where `of` is 0."""

    what: str
    table: str = ""
    done: int = 0
    of: int = 0


class Readings(Body, frozen=True):
    """The oldest first."""

    readings: tuple[Reading, ...]
