"""What the processes of a house share, in PostgreSQL."""

from collections.abc import Collection
from typing import Final

from taisai.journal.postgres_database import Database
from taisai.journal.shared import SharedRow

GONE_S: Final = 24 * 3600  # how long a deletion is reported
LONG_S: Final = 100 * 365 * 24 * 3600

# The counter's row stays locked until the change is visible, so nobody sees a later version before an earlier one.
_NEXT: Final = "WITH head AS (UPDATE shared_head SET version = version + 1 RETURNING version)"
_PUT: Final = f"""{_NEXT} INSERT INTO shared (kind, key, version, gone, body, until)
    SELECT %s, %s, version, %s, %s, clock_timestamp() + make_interval(secs => %s) FROM head
    ON CONFLICT (kind, key) DO UPDATE
    SET version = excluded.version, gone = excluded.gone, body = excluded.body, until = excluded.until"""
_PUT_NEW: Final = f"{_PUT} WHERE shared.gone"
_CHANGE: Final = f"""{_NEXT} UPDATE shared SET version = head.version, body = %s FROM head
    WHERE kind = %s AND key = %s AND NOT gone"""
_SINCE: Final = """SELECT kind, key, version, gone, body FROM shared WHERE version > %s AND kind = ANY(%s)
    ORDER BY version"""


class PostgresShared:
    """Each change is one statement."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._database.change("DELETE FROM shared WHERE until < clock_timestamp()")

    def put(self, kind: str, key: str, body: bytes, lasts_s: float) -> None:
        self._database.change(_PUT, (kind, key, False, body, lasts_s))

    def change(self, kind: str, key: str, body: bytes) -> None:
        self._database.change(_CHANGE, (body, kind, key))

    def put_new(self, kind: str, key: str, body: bytes) -> bytes:
        self._database.change(_PUT_NEW, (kind, key, False, body, LONG_S))
        query = "SELECT body FROM shared WHERE kind = %s AND key = %s"
        ((found,),) = self._database.rows(query, (kind, key))
        return bytes(found)

    def drop(self, kind: str, key: str, body: bytes = b"") -> None:
        self._database.change(_PUT, (kind, key, True, body, GONE_S))

    def since(self, kinds: Collection[str], version: int) -> list[SharedRow]:
        rows = self._database.rows(_SINCE, (version, list(kinds)))
        return [SharedRow(kind, key, number, gone, bytes(body)) for kind, key, number, gone, body in rows]

    def close(self) -> None:
        self._database.close()
