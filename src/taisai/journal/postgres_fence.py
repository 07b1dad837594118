"""The epoch under which a journal in PostgreSQL is written. A write under any other epoch changes nothing."""

from typing import Any, Final

from taisai.journal.postgres_database import Database
from taisai.journal.refusals import JournalRefusal
from taisai.journal.store import check_held
from taisai.rules.refusals import Refused

# Taking a journal and writing to it lock the same row, so one comes first. A write that waited for a take finds
# another epoch and changes nothing.
HELD: Final = "WITH held AS (SELECT number FROM journal WHERE number = %(n)s AND epoch = %(epoch)s FOR UPDATE)"
# Only PostgreSQL's clock decides when a lease is over. A process without a lease, such as a command, may take what
# nobody holds. A node that lost track of its own journal may take it again.
_LIVES: Final = "EXISTS (SELECT FROM node WHERE id = {} AND until > clock_timestamp())"
# An epoch that was set back under that of the last batch would make the next one unbelievable.
_TAKE: Final = f"""UPDATE journal SET epoch = 1 + greatest(epoch, (SELECT epoch FROM batch WHERE journal = %(n)s
        ORDER BY first DESC LIMIT 1)), holder = %(life)s, since = clock_timestamp()
    WHERE number = %(n)s
    AND (%(life)s = '' OR {_LIVES.format("%(life)s")}) AND (holder = %(life)s OR NOT {_LIVES.format("holder")})
    RETURNING epoch"""
_TAKE_AGAIN: Final = "UPDATE journal SET epoch = epoch + 1 WHERE number = %(n)s AND epoch = %(epoch)s RETURNING epoch"
_HOLDER: Final = """SELECT journal.name, node.name FROM journal LEFT JOIN node ON node.id = holder
    WHERE number = %(n)s"""


class Fence:
    """The fence of one journal, by its number."""

    def __init__(self, database: Database, number: int) -> None:
        self.epoch = 0
        self._database, self._number = database, number

    def take(self) -> int:
        for (epoch,) in self._database.changed(_TAKE, self._told({"life": self._database.life})):
            self.epoch = int(epoch)
            return self.epoch
        ((journal, node),) = self._database.rows(_HOLDER, self._told({}))
        words = (
            f"{journal} is held by the node {node or '(unknown)'}, or our own lease expired; stop that node, or wait"
        )
        raise Refused(JournalRefusal.TAKEN, words, journal)

    def take_again(self) -> int:
        for (epoch,) in self._database.changed(_TAKE_AGAIN, self._told({})):
            self.epoch = int(epoch)
            return self.epoch
        self.check()
        raise AssertionError(self._number)

    def change(self, statement: str, told: dict[str, Any]) -> int:
        """Return how many rows a statement changed. The statement must begin with `HELD`."""
        return self._database.change(statement, self._told(told))

    def change_held(self, statement: str, told: dict[str, Any]) -> None:
        """Run a statement and refuse if another took the journal. The statement may have nothing to change."""
        if not self.change(statement, told):
            self.check()

    def check(self) -> None:
        ((epoch,),) = self._database.rows("SELECT epoch FROM journal WHERE number = %(n)s", self._told({}))
        check_held(self.epoch, int(epoch))

    def _told(self, told: dict[str, Any]) -> dict[str, Any]:
        return {"n": self._number, "epoch": self.epoch} | told
