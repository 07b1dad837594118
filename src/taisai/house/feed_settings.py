"""Settings of an outside program that reads the journals of tables."""

from typing import Annotated

import msgspec

from taisai.house.receiver_settings import NAME


class FeedSettings(msgspec.Struct, frozen=True):
    """The house creates its key in the folder keys. Without `tables` it may read all of them. With `metrics` it reads
    the figures for Prometheus instead, and no journal."""

    name: Annotated[str, msgspec.Meta(pattern=NAME)]
    tables: tuple[str, ...] = ()
    metrics: bool = False

    def may_read(self, table: str) -> bool:
        return not self.tables or table in self.tables
