"""What the role of a node may do in the database: journals only grow, whoever gets hold of a node."""

from typing import Final

import psycopg
from psycopg.sql import SQL, Identifier

from taisai.journal.postgres_database import Database

GROWS: Final = "SELECT, INSERT"
CHANGES: Final = "SELECT, INSERT, UPDATE"
DERIVED: Final = "SELECT, INSERT, UPDATE, DELETE"  # made anew from the entries where it is wrong
RIGHTS: Final = {
    "taisai": "SELECT",
    "journal": "SELECT, INSERT, UPDATE (epoch, holder, since)",
    "batch": GROWS,
    "claim": GROWS,
    "anchor": GROWS,
    "house_key": GROWS,
    "snapshot": CHANGES,
    "node": DERIVED,
    "shared": DERIVED,
    "shared_head": "SELECT, UPDATE",
    "pointer": DERIVED,
    "milestone": DERIVED,
    "indexed": DERIVED,
    "tile": DERIVED,
    "checkpoint": DERIVED,
}


def grant(address: str, role: str) -> None:
    """By whoever owns the tables, which are made where they are missing."""
    database = Database(address)
    try:
        with database.refusing(), psycopg.connect(address) as connection:
            for table, rights in RIGHTS.items():
                connection.execute(SQL("REVOKE ALL ON {} FROM {}").format(Identifier(table), Identifier(role)))
                granted = SQL(f"GRANT {rights} ON {{}} TO {{}}")
                connection.execute(granted.format(Identifier(table), Identifier(role)))
    finally:
        database.close()
