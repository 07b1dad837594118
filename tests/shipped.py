"""The shipped pay tables, compiled once for all that are asked about each of them."""

from taisai.books.load import shipped_paytables

TABLES = shipped_paytables()
REFS = [table.id for table in TABLES]
