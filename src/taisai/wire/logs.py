"""The logs of a house, as outsiders see them."""

from taisai.wire.bodies import Body


class LogInfo(Body, frozen=True):
    """A journal as a log: `origin` is its public name, `key` verifies its checkpoints, `size` is that of the newest."""

    log: str
    origin: str
    key: str
    size: int


class Logs(Body, frozen=True):
    logs: tuple[LogInfo, ...]


class ReceiptLink(Body, frozen=True):
    """`path` is an address in this house; anyone who has it sees the receipt. `proved`: a checkpoint includes it,
    otherwise it is only signed so far. `key` is that of the log."""

    path: str
    proved: bool
    key: str
