"""Alerts that could not be delivered to outside receivers, as staff see them."""

from taisai.people.state import Happened
from taisai.wire.bodies import Body


class DeadLetterInfo(Body, frozen=True):
    """An event that could not be delivered to an outside receiver; `at` is when delivery was given up."""

    receiver: str
    event: Happened
    at: str
    tries: int
    why: str


class DeadLetters(Body, frozen=True):
    """As many as fit into an answer; each one sent again makes room. `waiting` are still being tried."""

    letters: tuple[DeadLetterInfo, ...]
    more: bool
    waiting: int
