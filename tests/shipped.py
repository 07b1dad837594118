"""The pay tables of the rule documents, compiled once for all that are asked about each of them."""

from taisai.books.files import book_ids
from taisai.books.load import paytables

TABLES = tuple(table for book in book_ids() for table in paytables(book))
REFS = [table.id for table in TABLES]
