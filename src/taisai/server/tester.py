"""Runs the full self-test beside the play: this process tests its own code, a separate one reads the history."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import msgspec

from taisai.house.settings import Settings
from taisai.keeping.selftest import Check, process_test
from taisai.rules.refusals import Refused
from taisai.server.reader import Reader
from taisai.server.readings import AskWholeTest

LONGEST_S: Final = 12 * 3600.0
NAME: Final = "self-test"
_check_of = msgspec.json.Decoder(Check).decode


class Tester:
    """Runs one test at a time. Callers during a test share its result, and it continues when they leave."""

    def __init__(self, settings: Settings, reader: Reader) -> None:
        self._settings, self._reader = settings, reader
        self._task: asyncio.Task[list[Check]] | None = None

    async def run(self, test: Callable[[], Awaitable[list[Check]]]) -> list[Check]:
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(test())
            self._task.add_done_callback(_looked_at)
        return await asyncio.shield(self._task)

    async def stop(self) -> None:
        """Cancel the test. Partial results are dropped, because they prove nothing."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def checks(self, recorded_files: Mapping[str, str]) -> list[Check]:
        """Return all checks. This process is tested first, because the other process starts from the same files."""
        here = await asyncio.to_thread(lambda: list(process_test(recorded_files, whole=True)))
        return here + await self._elsewhere()

    async def _elsewhere(self) -> list[Check]:
        found: list[Check] = []
        try:
            async with asyncio.timeout(LONGEST_S):
                pieces = await self._reader.stream(AskWholeTest(self._settings))
                found.extend([_check_of(piece) async for piece in pieces])
        except TimeoutError:
            return [*found, Check(NAME, False, f"not finished after {LONGEST_S / 3600:.0f} hours; find out why")]
        except OSError:
            words = "its process was stopped before it finished; run it again, and find out who stopped it"
            return [*found, Check(NAME, False, words)]
        except Refused as refused:
            return [*found, Check(NAME, False, refused.words, str(refused.value))]
        return found


def _looked_at(task: "asyncio.Task[list[Check]]") -> None:
    """Retrieve the exception even if all callers have left; the failure itself is recorded."""
    if not task.cancelled():
        task.exception()
