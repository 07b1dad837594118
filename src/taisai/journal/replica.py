"""Which second server to read from, and how far it must be."""

import msgspec


class Replica(msgspec.Struct, frozen=True):
    """A second server that receives what the primary wrote, with some delay. `position` is how far the primary was at
    the request; `mark` identifies the house."""

    address: str
    position: str
    mark: str
