"""The transparency logs of a running house: checkpoints of each journal after every round, tiles and receipts."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from taisai.house.clock import now
from taisai.house.journal_checkpoints import checkpoint_at
from taisai.house.journal_log import begun, newest
from taisai.house.rotations import house_name
from taisai.house.tables import HOUSE
from taisai.journal.entry import Head
from taisai.journal.store import Store
from taisai.journal.tree import Kept, TreeStore
from taisai.log.checkpoints import Checkpoint
from taisai.log.heads import SignedHead
from taisai.log.notes import Key, Note, key_of
from taisai.log.receipts import Receipt
from taisai.log.tiles import Tile, parse
from taisai.log.tree import HASH_BYTES, WIDTH, Tree
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused, did_you_mean
from taisai.server.log_readings import (
    AskConsistency,
    AskGrowth,
    AskInclusion,
    AskRoundInclusion,
    AskSessionInclusion,
    AskTile,
    AskTiles,
    Growth,
    Included,
    grown,
    growth_of,
    included_of,
    path_of,
)
from taisai.server.reader import Reader
from taisai.server.refusals import ServerRefusal
from taisai.server.turns import Asker

if TYPE_CHECKING:
    from taisai.house.settings import Settings
    from taisai.server.household import Household
    from taisai.signing.signer import Signer

EVERY_S: Final = 1.0
REST_S: Final = 60.0  # during a long round, so that a wager is in a checkpoint before the round ends
HERE_MOST: Final = 500  # entries hashed in this process; a separate process hashes larger batches
LAST_MOST: Final = 200_000  # entries hashed at shutdown; more are left for the next start
TILES_KEPT: Final = 1_024
TILES_AT_ONCE: Final = 16
TILE_BYTES: Final = WIDTH * HASH_BYTES  # of a full tile

Wanted = Callable[..., AskInclusion | AskRoundInclusion | AskSessionInclusion]
"""A question about a log that still lacks the place, the log, the sizes of its checkpoints and `later`."""

log = logging.getLogger(__name__)


def log_key(settings: "Settings", private: "Signer", journal: str) -> Key:
    """Return the log's key. Its name joins the house's name and the journal's."""
    return key_of(f"{house_name(settings, private.public_key().public_bytes_raw())}/{journal}", private)


class Log:
    """One journal as a log, read from its `store`. Only the holder of the journal writes to `kept`.

    `signed` is its newest checkpoint, `cosigned` the newest that enough witnesses cosigned."""

    def __init__(self, name: str, key: Key, store: Store, kept: TreeStore) -> None:
        self.name, self.key, self.store, self.kept = name, key, store, kept
        self.tree: Tree | None = None
        self.signed, self.cosigned = newest(store), newest(store, Kept.COSIGNED)
        self.rounds_over, self.signed_s = 0, time.monotonic()

    @property
    def size(self) -> int:
        return self.signed[0].size if self.signed else 0

    @property
    def told(self) -> tuple[Checkpoint, Note] | None:
        """The checkpoint that is published as the newest."""
        return self.cosigned or self.signed

    def covering(self, seq: int) -> tuple[Checkpoint, Note] | None:
        """Return a checkpoint that covers the entry, preferably a cosigned one."""
        found = (one for one in (self.cosigned, self.signed) if one and one[0].size >= seq)
        return next(found, None)


def copied(tree: Tree) -> Tree:
    """Return a copy that may grow while the original stays as it was stored."""
    return Tree(tree.edge, tree.size)


class Logs:
    def __init__(self, house: "Household", private: "Signer") -> None:
        self._house, self._private = house, private
        self._hasher = Reader("play_first")  # its own, so that readers never delay a checkpoint
        self._tiles: OrderedDict[tuple[str, Tile], bytes] = OrderedDict()
        self._readers: set[tuple[str, str, str]] = set()
        self._keeping: asyncio.Task[None] | None = None
        self._busy = asyncio.Lock()
        self.listeners: list[Callable[[Log], None]] = []
        self.logs: dict[str, Log] = {}

    def start(self) -> None:
        """Open all logs. The self-test must have compared the newest checkpoints with the entries before."""
        for name in (HOUSE, *self._house.floor.tables):
            self.open(name)
        self.keep()

    def keep(self) -> None:
        """Start signing checkpoints of all logs that are open, now or later."""
        self._keeping = asyncio.create_task(self._keep())

    def open(self, name: str) -> None:
        self.logs[name] = self._opened(name)

    def close(self, name: str) -> None:
        """Stop serving a log whose journal moved to another node."""
        self.logs.pop(name, None)

    def _opened(self, name: str) -> Log:
        house = self._house
        held = house.register.store if name == HOUSE else house.floor.tables[name].desk.store
        return Log(name, log_key(house.settings, self._private, name), house.journals.store(name), held.tree)

    async def stop(self) -> None:
        """Stop, with a last checkpoint of each log unless too many entries are left."""
        if self._keeping is not None:
            self._keeping.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeping
        await self._hasher.stop()
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
                await self.checkpoint([one for one in self.logs.values() if self._is_due(one)])
            except Refused as refused:
                log.warning("no checkpoint could be signed", extra={"why": refused.words})
            except Exception:
                log.exception("no checkpoint could be signed")

    def _head(self, one: Log) -> Head:
        house = self._house
        return house.register.head if one.name == HOUSE else house.floor.tables[one.name].desk.head

    def _is_here(self, one: Log) -> bool:
        """Return whether the log is still ours: a table may move at any moment."""
        return self.logs.get(one.name) is one and (one.name == HOUSE or one.name in self._house.floor.tables)

    def _is_due(self, one: Log) -> bool:
        """Return whether a checkpoint is due: after each round, or every minute of a long one.

        The house journal needs one after every write."""
        if not self._is_here(one) or self._head(one).seq <= one.size:
            return False
        if one.name == HOUSE or time.monotonic() - one.signed_s >= REST_S:
            return True
        return self._house.floor.tables[one.name].desk.table.current is None or self._rounds_over(one) > one.rounds_over

    def _rounds_over(self, one: Log) -> int:
        table = self._house.floor.tables[one.name].desk.table if one.name != HOUSE else None
        return table.round - (table.current is not None) if table else 0

    async def checkpoint(self, logs: Iterable[Log]) -> None:
        """Hash, store and announce new checkpoints.

        One commit stores all of them; listeners hear of them only after it."""
        async with self._busy:
            found = [(one, await self._grown(one)) for one in list(logs) if self._is_here(one)]
            if found:
                await self._house.floor.written(lambda: self._publish(found))
                for one, _ in found:
                    for listener in self.listeners:
                        listener(one)

    async def _grown(self, one: Log) -> Growth:
        one.rounds_over, head = self._rounds_over(one), self._head(one)
        tree = await asyncio.to_thread(begun, one.store) if one.tree is None else one.tree
        if head.seq - tree.size <= HERE_MOST:
            return await asyncio.to_thread(grown, one.store, copied(tree))
        question = AskGrowth(self._house.settings.place, one.name, tree.size, tree.edge)
        return growth_of(await self._hasher.read(question, "logs"))

    def _publish(self, found: list[tuple[Log, Growth]]) -> None:
        """Sign and store checkpoints. Runs in the thread that writes."""
        notes = [self._signed(one, growth) for one, growth in found]
        with self._house.journals.together():
            for (one, growth), (_, note) in zip(found, notes, strict=True):
                one.kept.add(growth.roots)
                one.kept.save_checkpoint(Kept.SIGNED, str(note).encode())
        for (one, growth), signed in zip(found, notes, strict=True):
            one.tree, one.signed, one.signed_s = growth.tree, signed, time.monotonic()

    def _signed(self, one: Log, growth: Growth) -> tuple[Checkpoint, Note]:
        checkpoint = checkpoint_at(one.key, Head(growth.size, growth.seal), growth.root, now())
        return checkpoint, checkpoint.note.signed(one.key, self._private)

    async def tile(self, one: Log, path: str, by: Asker) -> bytes:
        """Return a tile. Full tiles of hashes never change, so many are cached."""
        tile, size = parse(path), one.size
        if not tile.is_in(size):
            words = f"the log {one.name} has {size} entries and no tile {path} yet; request its checkpoint first"
            raise Refused(ServerRefusal.TILE_UNKNOWN, words, path)
        if (one.name, tile) in self._tiles:
            self._tiles.move_to_end((one.name, tile))
            return self._tiles[one.name, tile]
        if tile.width < WIDTH or tile.is_bundle:
            return await self._house.reader.read(AskTile(self._house.settings.place, one.name, *tile), *by)
        return await self._several(one, tile, size, by)

    async def _several(self, one: Log, tile: Tile, size: int, by: Asker) -> bytes:
        """Return a full tile of hashes, and cache those that follow it: a mirror asks for them in sequence."""
        following = (tile._replace(number=tile.number + more) for more in range(TILES_AT_ONCE))
        tiles = [other for other in following if other.is_in(size)]
        question = AskTiles(self._house.settings.place, one.name, tile.level, tile.number, len(tiles))
        content = await self._house.reader.read(question, *by)
        for place, other in enumerate(tiles):
            self._tiles[one.name, other] = content[place * TILE_BYTES : (place + 1) * TILE_BYTES]
        while len(self._tiles) > TILES_KEPT:
            self._tiles.popitem(last=False)
        return content[:TILE_BYTES]

    def note_reader(self, by: str, name: str, day: str) -> None:
        """Record who reads a log, once a day: a follower asks every second."""
        if (by, name, day) not in self._readers:
            self._readers = {one for one in self._readers if one[2] == day} | {(by, name, day)}
            words, table = f"the log of {name}, in bundles of entries", "" if name == HOUSE else name
            self._house.register.note(Happening.DATA_EXPORTED, words, table=table, by=by)

    async def receipts(self, one: Log, wanted: Wanted, by: Asker, *, later: bool = False) -> list[Receipt | SignedHead]:
        """Return a receipt per entry, proved by a cosigned checkpoint if possible, else by the newest.

        If `later`, entries that neither covers get a signed head."""
        notes = {known[0].size: known[1] for known in (one.signed, one.cosigned) if known}
        found = await self._included(one, wanted, by, sizes=tuple(sorted(notes)), later=later)
        return [self._receipt(one, each, notes) for each in found]

    async def signed_heads(self, one: Log, wanted: Wanted, by: Asker) -> list[SignedHead]:
        """Return signed heads at once, whatever the checkpoints cover."""
        return [self._promised(one, each) for each in await self._included(one, wanted, by, sizes=(), later=True)]

    async def _included(
        self, one: Log, wanted: Wanted, by: Asker, *, sizes: tuple[int, ...], later: bool
    ) -> list[Included]:
        question = wanted(place=self._house.settings.place, log=one.name, sizes=sizes, later=later)
        return included_of(await self._house.reader.read(question, *by))

    def _receipt(self, one: Log, each: Included, notes: Mapping[int, Note]) -> Receipt | SignedHead:
        if not each.size:
            return self._promised(one, each)
        return Receipt(each.body, each.seq - 1, tuple(each.path), notes[each.size])

    def _promised(self, one: Log, each: Included) -> SignedHead:
        """Sign an entry that is durable but not yet in a checkpoint."""
        return SignedHead(one.key.name, each.seq, each.before, each.body).signed(one.key, self._private)

    async def consistency(self, one: Log, old: int, new: int, by: str) -> list[bytes]:
        question = AskConsistency(self._house.settings.place, one.name, old, new)
        return path_of(await self._hasher.read(question, by))

    async def keep_cosigned(self, one: Log, checkpoint: Checkpoint, note: Note) -> None:
        """Store a checkpoint that enough witnesses cosigned. An older one never replaces it."""
        if one.cosigned is None or one.cosigned[0].size <= checkpoint.size:
            await self._house.floor.written(lambda: one.kept.save_checkpoint(Kept.COSIGNED, str(note).encode()))
            one.cosigned = checkpoint, note
