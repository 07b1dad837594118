"""A house that is killed while it tells: nothing is lost, and what may have been told is told under the same id."""

import os
import signal
import time

import pytest
from patience import PATIENCE_S
from telling.receiver import receiving
from warm import WarmHouse

from taisai.client.web import Web, WebRefused
from taisai.house.receiver_settings import ReceiverSettings
from taisai.house.settings import Settings
from taisai.house.tables import DEMO_TABLES


def child_of(folder, url):
    pager = ReceiverSettings("pager", url=url, kinds=("sign-in-failed",))
    return WarmHouse(folder, Settings(port=0, demo=True, tables=DEMO_TABLES[:1], receiver=(pager,)))


async def fail_to_sign_in(house, name):
    web = Web(house.address)
    with pytest.raises(WebRefused):
        await web.post("/api/sign-in", {"name": name, "password": "wrong"})
    web.close()


def wait_until(is_so):
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.02)


async def test_an_alert_survives_a_killed_house_and_is_told_once(tmp_path):
    with receiving() as receiver:
        house = child_of(tmp_path, receiver.url)
        receiver.answer = lambda _: 503
        house.start()
        await fail_to_sign_in(house, "mallory")
        wait_until(lambda: receiver.got)
        house.kill()
        receiver.answer = lambda _: 204
        for _ in range(2):
            house.start()
            wait_until(lambda: receiver.taken)
            house.stop()
        (taken,) = receiver.taken
        assert {one.id for one in receiver.got} == {taken.id}


async def test_a_house_killed_before_it_hears_the_answer_tells_it_again_so_that_it_can_be_recognised(tmp_path):
    with receiving() as receiver:
        house = child_of(tmp_path, receiver.url)
        house.start()

        def kill(_):
            os.kill(house.pid, signal.SIGKILL)
            receiver.answer = lambda _: 204
            return 204

        receiver.answer = kill
        await fail_to_sign_in(house, "mallory")
        wait_until(lambda: receiver.got)
        house.kill()
        house.start()
        wait_until(lambda: len(receiver.taken) == 2)
        await fail_to_sign_in(house, "trudy")
        wait_until(lambda: len(receiver.taken) == 3)
        house.stop()
        first, again, other = (one.id for one in receiver.taken)
        assert first == again
        assert other != first
        assert receiver.taken[0].body == receiver.taken[1].body
