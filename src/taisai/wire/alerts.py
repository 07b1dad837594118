"""What staff are told of alerts that could not be told outside."""

from taisai.people.state import Happened
from taisai.wire.bodies import Body


class DeadLetterInfo(Body, frozen=True):
    """An event that could not be told to a receiver outside; `at` is when that was given up."""

    receiver: str
    event: Happened
    at: str
    tries: int
    why: str


class DeadLetters(Body, frozen=True):
    """As many as an answer has room for; each that is sent again makes room. `waiting` are those still tried."""

    letters: tuple[DeadLetterInfo, ...]
    more: bool
    waiting: int
