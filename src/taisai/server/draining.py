"""A node that is asked to hand its tables over ends between two rounds."""

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from taisai.server.house import House


class HandingOver:
    """Ends a node once it is asked to. A round that takes too long is left to the next node."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._until_s = 0.0

    def is_due(self) -> bool:
        house = self._house
        if house.lease is None or not house.lease.is_draining:
            return False
        if not house.floor.is_draining:
            self._until_s = time.monotonic() + house.settings.nodes.drain_s
            house.floor.drain()
        return house.floor.is_between_rounds() or time.monotonic() >= self._until_s
