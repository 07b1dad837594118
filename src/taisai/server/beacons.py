"""Fetches values from a public randomness beacon (drand) in the background.

Tables use what has arrived and never wait."""

import asyncio
import logging
import time
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

import msgspec

from taisai.outside import web
from taisai.outside.connections import Connections, UnansweredError
from taisai.people.event_log import Note
from taisai.people.significant_events import Happening
from taisai.signing.beacon import SCHEME, check_library, is_of_beacon
from taisai.table.beacons import Beacon, chain_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from taisai.house.settings import Settings

TURN_S: Final = 0.2
WAIT_S: Final = 30.0  # a table waits so long for a late value; then the round is void
HEAD_START_S: Final = 0.3  # of each relay before the next one in the settings is asked as well
ANSWER_BYTES_MAX: Final = 16 * 1024
KEPT: Final = 1_000  # values, over all tables

log = logging.getLogger(__name__)


class _Metadata(msgspec.Struct):
    beaconID: str = "default"  # noqa: N815 - drand's name


class _Info(msgspec.Struct):
    public_key: str
    period: int
    genesis_time: int
    groupHash: str  # noqa: N815 - drand's name
    schemeID: str  # noqa: N815 - drand's name
    metadata: _Metadata = msgspec.field(default_factory=_Metadata)


class _Told(msgspec.Struct):
    round: int
    signature: str


class BeaconClient:
    """Client of the beacon. It verifies every answer, so it does not matter which relay sends it. No relay waits for
    another: each has a task.

    The chain info is checked against the hash in the settings, the values against the beacon's public key."""

    def __init__(self, settings: "Settings") -> None:
        self._urls, self._chain = settings.beacon.urls, settings.beacon.chain
        self.wait_s = WAIT_S
        self._known = Beacon()
        self._wanted: dict[int, Beacon] = {}
        self._signatures: dict[int, str] = {}
        self._why, self._is_lost = "no request was sent yet", False
        self._connections = Connections()
        self._tasks: list[asyncio.Task[None]] = []
        self._note_soon: Callable[[Note], None] | None = None

    def is_wanted(self) -> bool:
        return bool(self._urls)

    def known(self) -> Beacon:
        return self._known

    def now_s(self) -> float:
        return time.time()

    def signature(self, beacon: Beacon, number: int) -> str:
        found = self._signatures.get(number, "")
        if not found and beacon.chain == self._chain:
            self._wanted[number] = beacon
        return found

    def missed(self, table: str, number: int) -> None:
        self._wanted.pop(number, None)
        words = f"beacon round {number} did not arrive within {self.wait_s:.0f} s: {self._why}; the round is void"
        self._note(Note(Happening.BEACON_LOST, words, table=table, value=str(number)))
        self._is_lost = True

    def start(self, note_soon: "Callable[[Note], None]", tables: "Iterable[Beacon]") -> None:
        """What a journal has of the beacon need not be asked for again."""
        self._note_soon = note_soon
        if self._urls:
            check_library()
            self._known = next((one for one in tables if one.chain == self._chain), Beacon())
            self._known = msgspec.structs.replace(self._known, named=0)
            self._tasks = [asyncio.create_task(self._ask_on(place)) for place in range(len(self._urls))]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _ask_on(self, place: int) -> None:
        await asyncio.sleep(place * HEAD_START_S)
        while True:
            try:
                await self.turn(place)
            except Exception:
                log.exception("a request to the beacon failed")
            await asyncio.sleep(TURN_S)

    async def turn(self, place: int = 0) -> None:
        """Ask one relay for everything that is still wanted of it."""
        if not self._known.chain:
            await self._learn(self._urls[place])
        for number, beacon in list(self._wanted.items()):
            if number in self._wanted and self.now_s() >= beacon.told_s(number) + place * HEAD_START_S:
                await self._ask(self._urls[place], beacon, number)

    async def _learn(self, url: str) -> None:
        try:
            known = beacon_of(await self._fetched(f"{url}/{self._chain}/info"), self._chain)
        except (UnansweredError, ValueError) as error:
            self._failed(url, error)
        else:
            self._known = self._known if self._known.chain else known

    async def _ask(self, url: str, beacon: Beacon, number: int) -> None:
        try:
            content = await self._fetched(f"{url}/{beacon.chain}/public/{number}")
            found = await asyncio.to_thread(_signature, content, beacon, number)
        except (UnansweredError, ValueError) as error:
            self._failed(url, error)
        else:
            self._take(number, found)

    async def _fetched(self, url: str) -> bytes:
        answer = await web.get(self._connections, url, bytes_max=ANSWER_BYTES_MAX)
        if answer.status != HTTPStatus.OK:
            raise ValueError(f"it answers {answer.status}")
        return answer.body

    def _take(self, number: int, found: str) -> None:
        self._wanted.pop(number, None)
        self._signatures[number] = found
        for old in list(self._signatures)[:-KEPT]:
            del self._signatures[old]
        if self._is_lost:
            self._is_lost = False
            self._note(Note(Happening.BEACON_BACK, f"the beacon answers again, with its round {number}"))

    def _failed(self, url: str, error: Exception) -> None:
        self._why = f"{url}: {error}"

    def _note(self, note: Note) -> None:
        assert self._note_soon is not None
        self._note_soon(note)


def beacon_of(content: bytes, chain: str) -> Beacon:
    """Return the beacon that this chain info describes. Its hash must equal the chain in the settings."""
    told = msgspec.json.decode(content, type=_Info)
    if told.schemeID != SCHEME:
        raise ValueError(f"its scheme is {told.schemeID}, not {SCHEME}")
    name = told.metadata.beaconID
    beacon = Beacon(chain, told.public_key, told.period, told.genesis_time, told.groupHash, name)
    if chain_of(beacon) != chain or told.period < 1:
        raise ValueError("it serves another chain than the one in the settings")
    return beacon


def _signature(content: bytes, beacon: Beacon, number: int) -> str:
    told = msgspec.json.decode(content, type=_Told)
    signature = told.signature.lower()
    if told.round != number or not is_of_beacon(beacon.public_key, number, signature):
        raise ValueError(f"its value is not its own signature of round {number}")
    return signature
