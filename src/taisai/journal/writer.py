"""Group commit: whatever is waiting is made durable in one go, and acknowledged only then and in order."""

from collections.abc import Sequence
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Final, NamedTuple, Self

from taisai.journal.entry import Head, Sealed
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import head_of
from taisai.journal.store import Store
from taisai.rules.refusals import Refused

GROUP_MOST: Final = 1024  # submissions a commit, so that the first of a flood does not wait for the last


class _Submission(NamedTuple):
    after: Head
    entries: Sequence[Sealed]
    claims: Sequence[str]
    done: "Future[Head]"

    @property
    def head(self) -> Head:
        return head_of(self.entries[-1])


class Writer:
    """The only one to append to its store. A submission follows the one before it, committed or not: if that one
    fails, those that were decided upon it are refused too."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: SimpleQueue[_Submission | None] = SimpleQueue()
        self._submitting = Lock()
        self._stopped = False
        self._thread = Thread(target=self._work, name="journal writer", daemon=True)
        self._thread.start()

    def submit(self, after: Head, entries: Sequence[Sealed], claims: Sequence[str] = ()) -> "Future[Head]":
        """The future gives the new head once the entries are durable, or raises what `Store.append` refused."""
        submission = _Submission(after, entries, claims, Future())
        submission.done.set_running_or_notify_cancel()  # what may be durable already cannot be cancelled
        with self._submitting:
            if self._stopped:
                words = "the journal's writer has stopped, nothing was written; open the journal again"
                raise Refused(JournalRefusal.STOPPED, words, after.seq)
            self._waiting.put(submission)
        return submission.done

    def stop(self) -> None:
        """Returns when all that was submitted is answered."""
        with self._submitting:
            if not self._stopped:
                self._stopped = True
                self._waiting.put(None)
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _work(self) -> None:
        while (submission := self._waiting.get()) is not None:
            group = [submission]
            while len(group) < GROUP_MOST and not self._waiting.empty():
                following = self._waiting.get()
                if following is None:
                    self._waiting.put(None)
                    break
                group.append(following)
            self._commit(group)

    def _commit(self, group: list[_Submission]) -> None:
        while group:
            length = _run_length(group)
            self._append(group[:length])
            group = group[length:]

    def _append(self, run: list[_Submission]) -> None:
        entries = [entry for submission in run for entry in submission.entries]
        claims = [claim for submission in run for claim in submission.claims]
        try:
            self._store.append(run[0].after, entries, claims)
        except Exception as error:  # noqa: BLE001 - a writer that died would leave every desk waiting for ever
            self._fail(run, error)
        else:
            for submission in run:
                submission.done.set_result(submission.head)

    def _fail(self, run: list[_Submission], error: Exception) -> None:
        """A claim is the fault of one submission alone; a disk is the fault of none."""
        if isinstance(error, Refused) and error.code is JournalRefusal.CLAIMED and len(run) > 1:
            for submission in run:
                self._append([submission])
            return
        for submission in run:
            submission.done.set_exception(error)


def _run_length(group: list[_Submission]) -> int:
    """How many at the front follow one another."""
    length = 1
    while length < len(group) and group[length].after == group[length - 1].head:
        length += 1
    return length
