"""The rights of a node's role in the database: journals can only grow, even if someone takes over a node."""

from typing import Final

import psycopg
from psycopg.sql import SQL, Identifier

from taisai.journal.postgres_database import Database

GROWS: Final = "SELECT, INSERT"
CHANGES: Final = "SELECT, INSERT, UPDATE"
DERIVED: Final = "SELECT, INSERT, UPDATE, DELETE"  # rebuilt from the entries if wrong
RIGHTS: Final = {
    "taisai": "SELECT",
    "journal": "SELECT, INSERT, UPDATE (epoch, holder, since)",
    "batch": GROWS,
    "claim": GROWS,
    "checkpoint": GROWS,
    "house_key": GROWS,
    "snapshot": CHANGES,
    "node": DERIVED,
    "shared": DERIVED,
    "shared_head": "SELECT, UPDATE",
    "pointer": DERIVED,
    "milestone": DERIVED,
    "indexed": DERIVED,
    "tile": DERIVED,
    "kept_checkpoint": DERIVED,
}


def grant(address: str, role: str) -> None:
    """Grant a role its rights, as the owner of the tables. Missing tables are created."""
    database = Database(address)
    try:
        with database.refusing(), psycopg.connect(address) as connection:
            for table, rights in RIGHTS.items():
                connection.execute(SQL("REVOKE ALL ON {} FROM {}").format(Identifier(table), Identifier(role)))
                granted = SQL(f"GRANT {rights} ON {{}} TO {{}}")
                connection.execute(granted.format(Identifier(table), Identifier(role)))
    finally:
        database.close()
