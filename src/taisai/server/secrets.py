"""The threads that check passwords and PINs. Each check is slow by design, so those of strangers have a thread of their
own: nothing else waits for them, and the house's devices wait for no stranger."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")


class SecretThreads:
    def __init__(self) -> None:
        self._ours, self._strangers = ThreadPoolExecutor(1, "secrets"), ThreadPoolExecutor(1, "strangers' secrets")

    async def run(self, check: Callable[..., Result], *given: object, ours: bool) -> Result:
        """`ours`: a device of the house, or somebody who is signed in, sent the secret."""
        threads = self._ours if ours else self._strangers
        return await asyncio.get_running_loop().run_in_executor(threads, check, *given)

    def close(self) -> None:
        for threads in (self._ours, self._strangers):
            threads.shutdown(wait=False, cancel_futures=True)
