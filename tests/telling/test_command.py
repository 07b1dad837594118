"""`taisai alerts`: who is told, what was given up, and the secret that a receiver needs."""

import asyncio
import json

import pytest
from click.testing import CliRunner
from server.making import HAND, house, settings_of, until
from telling.receiver import receiving

from taisai.cli.main import app
from taisai.house.receiver_settings import ReceiverSettings
from taisai.house.settings_writer import written
from taisai.people.events import AlertGivenUp
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused

URL = "http://127.0.0.1:9/alerts"


@pytest.fixture
def folder(tmp_path):
    """Of a house with a dead letter."""
    receivers = (ReceiverSettings("pager", url=URL), ReceiverSettings("new", url=URL))

    async def go():
        async with house(tmp_path, HAND, receiver=receivers[:1]) as server:
            number = server.register.note(Happening.DISK_LOW, "12 MB are left")
            server.register.letters_given_up([AlertGivenUp("pager", number, number, 9, "no answer")])

    asyncio.run(go())
    (tmp_path / "taisai.toml").write_text(written(settings_of(tmp_path, HAND, receiver=receivers)), encoding="utf-8")
    return tmp_path


def ran(*arguments):
    return CliRunner().invoke(app, ["alerts", *map(str, arguments)], catch_exceptions=False).stdout


def test_it_lists_receivers_and_dead_letters(folder):
    said = ran(folder)
    assert f"pager: {URL}, processed up to event" in said
    assert "9 tries: no answer" in said
    assert f"new: {URL}, not started" in said
    pager, new = json.loads(ran(folder, "--json"))["receivers"]
    assert [(one["tries"], one["why"]) for one in pager["dead"]] == [(9, "no answer")]
    assert (new["upto"], new["dead"]) == (None, [])


async def test_the_secret_is_the_one_that_bodies_are_signed_with(folder):
    with receiving() as receiver:

        async def go():
            hook = ReceiverSettings("pager", url=receiver.url)
            async with house(folder, HAND, receiver=(hook,)) as server:
                number = server.register.note(Happening.DISK_LOW, "11 MB are left")
                await until(lambda: number in [one.data["number"] for one in receiver.taken])

        await go()
        secret = ran(folder, "--secret", "pager").strip()
        assert secret.startswith("whsec_")
        assert json.loads(ran(folder, "--secret", "pager", "--json")) == {"receiver": "pager", "secret": secret}
        assert receiver.taken[-1].checked(secret)


def test_there_is_no_secret_of_a_receiver_that_is_none(folder):
    with pytest.raises(Refused, match="no webhook with this name"):
        ran(folder, "--secret", "nobody")


async def test_a_house_without_receivers_says_so(tmp_path):
    async with house(tmp_path, HAND):
        pass
    (tmp_path / "taisai.toml").write_text(written(settings_of(tmp_path, HAND)), encoding="utf-8")
    assert "alerts have no receivers" in ran(tmp_path)
