"""The caretaker of a house: a task that fails keeps no other from being done."""

import pytest
from server.making import HAND, house, until

from taisai.people.event_log import Note
from taisai.people.significant_events import Happening


def wrong():
    raise OSError("an error of the program")


@pytest.mark.parametrize("task", ["_take_slips", "_watch_mirror", "_watch_marks", "_mark"])
async def test_a_task_that_fails_keeps_no_note_from_being_written(tmp_path, task, caplog):
    async with house(tmp_path, HAND) as server:
        caretaker = server.house.caretaker
        setattr(caretaker, task, wrong)
        caretaker._done_s["mark"] = 0
        await until(lambda: "a caretaker task failed" in caplog.text)
        caretaker.note_soon(Note(Happening.DISK_LOW, "little is left"))
        await until(lambda: server.register.search(code=Happening.DISK_LOW).happenings)
