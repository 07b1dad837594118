"""The logs of a running house: signs a checkpoint of each journal after every round, and serves tiles and receipts."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from taisai.house.journal_log import begun, newest
from taisai.house.tables import HOUSE
from taisai.journal.entry import Head
from taisai.journal.sqlite import SqliteStore
from taisai.journal.tree import Kept
from taisai.log.checkpoints import Checkpoint
from taisai.log.notes import Key, Note, key_of
from taisai.log.receipts import Receipt
from taisai.log.tiles import Tile, parse
from taisai.log.tree import WIDTH, Tree
from taisai.people.happenings import Happening
from taisai.rules.refusals import Refused, did_you_mean
from taisai.server.log_readings import (
    AskConsistency,
    AskGrowth,
    AskInclusion,
    AskRoundInclusion,
    AskTile,
    Growth,
    grown,
    growth_of,
    included_of,
    path_of,
)
from taisai.server.reader import Reader
from taisai.server.refusals import ServerRefusal

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from taisai.house.settings import Settings
    from taisai.server.house import House

EVERY_S: Final = 1.0
REST_S: Final = 60.0  # of a round that takes longer, so that no wager waits for its end to be in a checkpoint
HERE_MOST: Final = 500  # entries that are hashed in this process; more are hashed by another one
LAST_MOST: Final = 200_000  # entries that are hashed while the house stops; more wait for the next start
TILES_KEPT: Final = 1_024

Wanted = Callable[[str, str, int], AskInclusion | AskRoundInclusion]
"""A question about a journal's log, up to a size."""

log = logging.getLogger(__name__)


def log_key(settings: "Settings", private: "Ed25519PrivateKey", journal: str) -> Key:
    """A log's name is the house's and the table's; a house without a log name is called by its key."""
    public = private.public_key().public_bytes_raw().hex()
    return key_of(f"{settings.log_name or f'taisai/{public[:16]}'}/{journal}", private)


class Log:
    """One journal as a log. `signed` is its newest checkpoint, `cosigned` the newest that enough witnesses saw."""

    def __init__(self, name: str, key: Key, store: SqliteStore) -> None:
        self.name, self.key, self.store = name, key, store
        self.tree: Tree | None = None
        self.signed, self.cosigned = newest(store), newest(store, Kept.COSIGNED)
        self.rounds_over, self.signed_s = 0, time.monotonic()

    @property
    def size(self) -> int:
        return self.signed[0].size if self.signed else 0

    @property
    def told(self) -> tuple[Checkpoint, Note] | None:
        """What is shown to whoever asks for the newest checkpoint."""
        return self.cosigned or self.signed

    def covering(self, seq: int) -> tuple[Checkpoint, Note] | None:
        """A checkpoint that an entry is in, one with witnesses where there is such a one."""
        found = (one for one in (self.cosigned, self.signed) if one and one[0].size >= seq)
        return next(found, None)


def copied(tree: Tree) -> Tree:
    """One that grows while the other stays as it was stored."""
    return Tree(tree.edge, tree.size)


class Logs:
    def __init__(self, house: "House", private: "Ed25519PrivateKey") -> None:
        self._house, self._private = house, private
        self._reader, self._hasher = Reader(), Reader("play_first")  # whoever asks much holds no checkpoint up
        self._tiles: OrderedDict[tuple[str, Tile], bytes] = OrderedDict()
        self._readers: set[tuple[str, str, str]] = set()
        self._keeping: asyncio.Task[None] | None = None
        self._busy = asyncio.Lock()
        self.listeners: list[Callable[[Log], None]] = []
        self.logs: dict[str, Log] = {}

    def start(self) -> None:
        """After the self-test, which has compared the newest checkpoints with the entries."""
        names = (HOUSE, *self._house.floor.tables)
        stores = {name: SqliteStore(self._house.file, name) for name in names}
        settings, private = self._house.settings, self._private
        self.logs = {name: Log(name, log_key(settings, private, name), store) for name, store in stores.items()}
        self._keeping = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        """With a last checkpoint of all that was written."""
        if self._keeping is not None:
            self._keeping.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeping
        await asyncio.gather(self._reader.stop(), self._hasher.stop())
        few = [one for one in self.logs.values() if self._head(one).seq - one.size <= LAST_MOST]
        with suppress(Refused):
            self._publish([(one, grown(one.store, begun(one.store))) for one in few if self._head(one).seq > one.size])

    def log(self, name: str) -> Log:
        if name not in self.logs:
            words = f"no log {name!r} in this house{did_you_mean(name, self.logs)}"
            raise Refused(ServerRefusal.LOG_UNKNOWN, words, name)
        return self.logs[name]

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(EVERY_S)
            try:
                await self.checkpoint(one for one in self.logs.values() if self._is_due(one))
            except Refused as refused:
                log.warning("no checkpoint could be signed", extra={"why": refused.words})
            except Exception:
                log.exception("no checkpoint could be signed")

    def _head(self, one: Log) -> Head:
        house = self._house
        return house.register.head if one.name == HOUSE else house.floor.tables[one.name].desk.head

    def _is_due(self, one: Log) -> bool:
        """After each round, and sooner where it takes long; the register whenever something was written."""
        if self._head(one).seq <= one.size:
            return False
        if one.name == HOUSE or time.monotonic() - one.signed_s >= REST_S:
            return True
        return self._house.floor.tables[one.name].desk.table.current is None or self._rounds_over(one) > one.rounds_over

    def _rounds_over(self, one: Log) -> int:
        table = self._house.floor.tables[one.name].desk.table if one.name != HOUSE else None
        return table.round - (table.current is not None) if table else 0

    async def checkpoint(self, logs: Iterable[Log]) -> None:
        """Hashed elsewhere where there is much, stored with one commit, and only then told."""
        async with self._busy:
            found = [(one, await self._grown(one)) for one in list(logs)]
            if found:
                await self._house.floor.written(lambda: self._publish(found))
                for one, _ in found:
                    for listener in self.listeners:
                        listener(one)

    async def _grown(self, one: Log) -> Growth:
        one.rounds_over = self._rounds_over(one)
        tree = await asyncio.to_thread(begun, one.store) if one.tree is None else one.tree
        if self._head(one).seq - tree.size <= HERE_MOST:
            return await asyncio.to_thread(grown, one.store, copied(tree))
        question = AskGrowth(str(self._house.settings.journal), one.name, tree.size, tree.edge)
        return growth_of(await self._hasher.read(question, "logs"))

    def _publish(self, found: list[tuple[Log, Growth]]) -> None:
        """In the thread that writes."""
        notes = [self._signed(one, growth) for one, growth in found]
        with self._house.file.together():
            for (one, growth), (_, note) in zip(found, notes, strict=True):
                one.store.tree.add(growth.roots)
                one.store.tree.save_checkpoint(Kept.SIGNED, str(note).encode())
        for (one, growth), signed in zip(found, notes, strict=True):
            one.tree, one.signed, one.signed_s = growth.tree, signed, time.monotonic()

    def _signed(self, one: Log, growth: Growth) -> tuple[Checkpoint, Note]:
        checkpoint = Checkpoint(one.key.name, growth.size, growth.root)
        return checkpoint, checkpoint.note.signed(one.key, self._private)

    async def tile(self, one: Log, path: str, by: str) -> bytes:
        """A full tile is the same for ever, so many of them are kept at hand."""
        tile, size = parse(path), one.size
        if not tile.is_in(size):
            words = f"the log {one.name} has {size} entries and no tile {path} yet; ask for its checkpoint first"
            raise Refused(ServerRefusal.TILE_UNKNOWN, words, path)
        if (one.name, tile) in self._tiles:
            self._tiles.move_to_end((one.name, tile))
            return self._tiles[one.name, tile]
        content = await self._reader.read(AskTile(str(self._house.settings.journal), one.name, *tile), by)
        if tile.width == WIDTH and not tile.is_bundle:
            self._tiles[one.name, tile] = content
            while len(self._tiles) > TILES_KEPT:
                self._tiles.popitem(last=False)
        return content

    def note_reader(self, by: str, name: str, day: str) -> None:
        """Once a day, for whoever follows a log asks every second."""
        if (by, name, day) not in self._readers:
            self._readers = {one for one in self._readers if one[2] == day} | {(by, name, day)}
            words, table = f"the log of {name}, by bundles", "" if name == HOUSE else name
            self._house.register.note(Happening.DATA_EXPORTED, words, table=table, by=by)

    async def receipts(self, one: Log, wanted: Wanted, seq: int, by: str) -> list[Receipt]:
        """Of what is `wanted`, up to a checkpoint that has the entry `seq` at least; none before the next one."""
        covering = one.covering(seq)
        if covering is None:
            return []
        checkpoint, note = covering
        question = wanted(str(self._house.settings.journal), one.name, checkpoint.size)
        found = included_of(await self._reader.read(question, by))
        return [Receipt(each.body, each.seq - 1, tuple(each.path), note) for each in found]

    async def consistency(self, one: Log, old: int, new: int, by: str) -> list[bytes]:
        question = AskConsistency(str(self._house.settings.journal), one.name, old, new)
        return path_of(await self._hasher.read(question, by))

    async def keep_cosigned(self, one: Log, checkpoint: Checkpoint, note: Note) -> None:
        """What enough witnesses have seen; stored, and never taken back by an older one."""
        if one.cosigned is None or one.cosigned[0].size <= checkpoint.size:
            await self._house.floor.written(lambda: one.store.tree.save_checkpoint(Kept.COSIGNED, str(note).encode()))
            one.cosigned = checkpoint, note
