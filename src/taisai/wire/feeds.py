"""Journal entries for outside programs."""

from taisai.wire.bodies import Body


class FeedEntry(Body, frozen=True):
    """The stored bytes, so that the seal can be checked. People appear under pseudonyms."""

    seq: int
    seal: str
    body: str


class Feed(Body, frozen=True):
    """The entries after a number, as many as fit into an answer; `head` is the newest one."""

    table: str
    head: int
    entries: tuple[FeedEntry, ...]
