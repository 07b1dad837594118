"""The leases of a house's processes, by PostgreSQL's clock alone: which of them are alive, and who holds what."""

from typing import Final

from taisai.journal.leases import TERM_S, Doing, Holding, Node
from taisai.journal.postgres_database import Database

_ENROL: Final = """INSERT INTO node (id, name, site, version, doing, until)
    VALUES (%s, %s, %s, %s, %s, clock_timestamp() + make_interval(secs => %s))"""
_TIDY: Final = """DELETE FROM node WHERE until < clock_timestamp() - interval '1 day'
    AND NOT EXISTS (SELECT FROM journal WHERE holder = node.id)"""
_RENEW: Final = """UPDATE node SET renewed = clock_timestamp(), until = clock_timestamp() + make_interval(secs => %s)
    WHERE id = %s AND until > clock_timestamp()"""
_END: Final = "UPDATE node SET until = clock_timestamp() WHERE id = %s AND until > clock_timestamp()"
_AT: Final = """to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')"""
_LIVING: Final = f"""SELECT id, name, site, version, draining, hears_bus, {_AT.format("began")},
    extract(epoch FROM clock_timestamp() - renewed)::float8,
    extract(epoch FROM until - clock_timestamp())::float8, doing FROM node
    WHERE until > clock_timestamp() ORDER BY name, id"""
_HOLD: Final = """WITH was AS (SELECT number, holder FROM journal WHERE name = %(journal)s FOR UPDATE)
    UPDATE journal SET holder = %(life)s,
    since = CASE WHEN was.holder = %(life)s THEN since ELSE clock_timestamp() END
    FROM was WHERE journal.number = was.number
    AND EXISTS (SELECT FROM node WHERE id = %(life)s AND until > clock_timestamp())
    AND NOT EXISTS (SELECT FROM node WHERE id = was.holder AND id <> %(life)s AND until > clock_timestamp())
    RETURNING journal.number"""
_HOLDINGS: Final = f"""SELECT journal.name, holder, coalesce(node.name, ''),
    coalesce(until > clock_timestamp(), false), epoch, coalesce({_AT.format("since")}, '')
    FROM journal LEFT JOIN node ON node.id = holder"""
_GIVE_BACK: Final = "UPDATE journal SET holder = '' WHERE name = %s AND holder = %s AND epoch = %s"


class PostgresLeases:
    """Each call is one statement, except `enrol` and `hold`. A life is a process from its enrolment on. Once it is
    over, it is over for good."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.term_s = TERM_S

    def enrol(self, node: Node) -> None:
        self._database.change(_TIDY)
        self._database.change(_ENROL, (*node[:4], node.doing, self.term_s))

    def renew(self, life: str) -> bool:
        return bool(self._database.change(_RENEW, (self.term_s, life)))

    def serve(self, life: str) -> None:
        self._database.change("UPDATE node SET doing = %s WHERE id = %s", (Doing.SERVING, life))

    def end(self, life: str) -> None:
        self._database.change(_END, (life,))

    def hear_bus(self, life: str, *, hears: bool) -> None:
        self._database.change("UPDATE node SET hears_bus = %s WHERE id = %s", (hears, life))

    def living(self) -> list[Node]:
        return [Node(*row)._replace(doing=Doing(row[-1])) for row in self._database.rows(_LIVING)]

    def holdings(self) -> list[Holding]:
        return [Holding(*row) for row in self._database.rows(_HOLDINGS)]

    def give_back(self, journal: str, life: str, epoch: int) -> None:
        self._database.change(_GIVE_BACK, (journal, life, epoch))

    def clock_s(self) -> float:
        ((at_s,),) = self._database.rows("SELECT extract(epoch FROM clock_timestamp())::float8")
        return float(at_s)

    def hold(self, journal: str, life: str) -> bool:
        self._database.use(journal)
        return bool(self._database.changed(_HOLD, {"journal": journal, "life": life}))

    def drain(self, life: str) -> None:
        self._database.change("UPDATE node SET draining = true WHERE id = %s", (life,))

    def close(self) -> None:
        self._database.close()
