"""Settings of an outside program that reads the journals of tables."""

from typing import Annotated

import msgspec

from taisai.house.receiver_settings import NAME
from taisai.house.setting_rows import row


class FeedSettings(msgspec.Struct, frozen=True):
    name: Annotated[
        str,
        msgspec.Meta(pattern=NAME),
        row(
            "1 to 40 lower-case letters, digits and hyphens; each feed needs its own name. Its key is created in"
            " the folder keys."
        ),
    ]
    tables: Annotated[tuple[str, ...], row("The tables that it reads; empty for all.")] = ()
    metrics: Annotated[bool, row("true or false: it reads metrics for Prometheus instead of journals.")] = False

    def may_read(self, table: str) -> bool:
        return not self.tables or table in self.tables
