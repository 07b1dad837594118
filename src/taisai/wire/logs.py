"""What outsiders are told of the logs of a house."""

from taisai.wire.bodies import Body


class LogInfo(Body, frozen=True):
    """A journal as a log: `origin` is its name outside, `key` verifies its checkpoints, `size` is the newest's."""

    log: str
    origin: str
    key: str
    size: int


class Logs(Body, frozen=True):
    logs: tuple[LogInfo, ...]


class ReceiptLink(Body, frozen=True):
    """`path` is an address in this house: whoever has it sees the receipt. `proved`: a checkpoint has it, otherwise it
    is only signed yet; `key` is that of the log."""

    path: str
    proved: bool
    key: str
