"""A program outside that reads the journals of tables, as the settings name it."""

from typing import Annotated

import msgspec

from taisai.house.receiver_settings import NAME


class FeedSettings(msgspec.Struct, frozen=True):
    """Its key is made in the folder keys. Without `tables` it reads all of them; one for `metrics` reads the figures
    for Prometheus instead, and no journal."""

    name: Annotated[str, msgspec.Meta(pattern=NAME)]
    tables: tuple[str, ...] = ()
    metrics: bool = False

    def may_read(self, table: str) -> bool:
        return not self.tables or table in self.tables
