"""Keys that outsiders share with the house: the same at every node, whichever created them first."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from taisai.house.key_files import made_key, write_secret
from taisai.journal.shared import SealedShared
from taisai.server.feeds import feed_key
from taisai.telling.tellers import key_of

if TYPE_CHECKING:
    from taisai.house.settings import Settings
    from taisai.journal.place import OpenPlace

KIND: Final = "outside-key"


def share_keys(settings: "Settings", journals: "OpenPlace", secret: bytes) -> None:
    """Share the keys of feeds and of webhook receivers."""
    shared = journals.shared()
    assert shared is not None, "only a database is shared"
    sealed = SealedShared(shared, secret)
    feeds = [feed_key(settings, one.name) for one in settings.feed]
    for path in (*feeds, *(key_of(settings, one.name) for one in settings.receiver if one.url)):
        _share(sealed, path)


def _share(shared: SealedShared, path: Path) -> None:
    ours = made_key(path)
    first = shared.put_new(KIND, path.name, ours)
    if first != ours:
        write_secret(path, f"{first.hex()}\n".encode())
