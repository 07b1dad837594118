"""Entries of a journal for programs outside."""

from taisai.wire.bodies import Body


class FeedEntry(Body, frozen=True):
    """As it is stored, to the byte, so that its seal can be checked; people stand in it under pseudonyms."""

    seq: int
    seal: str
    body: str


class Feed(Body, frozen=True):
    """The entries after a number, as many as an answer has room for; `head` is the newest that there is."""

    table: str
    head: int
    entries: tuple[FeedEntry, ...]
