"""The index of one table's journal, in the same database and the same statements."""

from collections.abc import Iterable
from typing import Any, Final

from taisai.journal.index import Additions, Milestone, Pointer
from taisai.journal.postgres_database import Database
from taisai.journal.postgres_fence import HELD, Fence

ADDING: Final = """
    pointing AS (INSERT INTO pointer SELECT number, what, about, seq FROM fits, unnest(%(whats)s::text[],
        %(abouts)s::bigint[], %(seqs)s::bigint[]) AS one(what, about, seq) ON CONFLICT DO NOTHING),
    passing AS (INSERT INTO milestone SELECT number, seq, known FROM fits, unnest(%(miles)s::bigint[],
        %(knowns)s::bytea[]) AS one(seq, known) ON CONFLICT (journal, seq) DO UPDATE SET known = excluded.known),
    indexing AS (INSERT INTO indexed SELECT number, %(upto)s FROM fits
        ON CONFLICT (journal) DO UPDATE SET upto = greatest(indexed.upto, excluded.upto)),"""
"""A part of a statement with rows `fits`, one for each journal whose number it is."""

_ALONE = f"{HELD}, fits AS (SELECT number FROM held), {ADDING.strip().rstrip(',')} SELECT FROM fits"
_CLEAR = f"""{HELD}, pointers AS (DELETE FROM pointer USING held WHERE journal = held.number),
    milestones AS (DELETE FROM milestone USING held WHERE journal = held.number),
    upto AS (DELETE FROM indexed USING held WHERE journal = held.number) SELECT FROM held"""
_FIND = """SELECT what, number, seq FROM pointer WHERE journal = %s AND what = %s AND number BETWEEN %s AND %s
    ORDER BY number, seq"""
_BEFORE = """SELECT what, number, seq FROM pointer WHERE journal = %s AND what = %s AND number < %s
    ORDER BY number DESC, seq DESC LIMIT 1"""
_MILESTONE = "SELECT seq, known FROM milestone WHERE journal = %s AND seq <= %s ORDER BY seq DESC LIMIT 1"


def values(additions: Additions, upto: int) -> dict[str, Any]:
    whats, abouts, seqs = map(list, zip(*additions.pointers, strict=True)) if additions.pointers else ([], [], [])
    miles, knowns = map(list, zip(*additions.milestones, strict=True)) if additions.milestones else ([], [])
    return {"whats": whats, "abouts": abouts, "seqs": seqs, "miles": miles, "knowns": knowns, "upto": upto}


class PostgresIndex:
    def __init__(self, database: Database, number: int, fence: Fence) -> None:
        self._database, self._number, self._fence = database, number, fence

    def upto(self) -> int:
        found = self._database.rows("SELECT upto FROM indexed WHERE journal = %s", (self._number,))
        return int(found[0][0]) if found else 0

    def find(self, what: str, low: int = 0, high: int | None = None) -> list[Pointer]:
        found = self._database.rows(_FIND, (self._number, what, low, low if high is None else high))
        return [Pointer(*row) for row in found]

    def before(self, what: str, number: int) -> Pointer | None:
        return next((Pointer(*row) for row in self._database.rows(_BEFORE, (self._number, what, number))), None)

    def milestone(self, seq: int) -> Milestone | None:
        found = self._database.rows(_MILESTONE, (self._number, seq))
        return next((Milestone(at, bytes(known)) for at, known in found), None)

    def pointers(self) -> Iterable[Pointer]:
        query = "SELECT what, number, seq FROM pointer WHERE journal = %s"
        return (Pointer(*row) for row in self._database.rows(query, (self._number,)))

    def milestones(self) -> Iterable[Milestone]:
        query = "SELECT seq, known FROM milestone WHERE journal = %s ORDER BY seq"
        return (Milestone(seq, bytes(known)) for seq, known in self._database.rows(query, (self._number,)))

    def add(self, additions: Additions, upto: int) -> None:
        self._fence.change_held(_ALONE, values(additions, upto))

    def clear(self) -> None:
        self._fence.change_held(_CLEAR, {})
