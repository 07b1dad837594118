"""Whoever manages a house and cannot sign in gets in again, at the machine and on record."""

import json
import re
from contextlib import closing

import pytest
from click.testing import CliRunner
from server.making import BOSS, HAND, WORD, house

from taisai.cli.journals import keys_beside
from taisai.cli.rescue import command as rescue
from taisai.journal.refusals import JournalRefusal
from taisai.journal.sqlite import SqliteStore
from taisai.journal.sqlite_open import open_for_reading
from taisai.people.refusals import PeopleRefusal
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role

NEW = "violets grow behind the mill"


def run(*args):
    told = CliRunner().invoke(rescue, [str(one) for one in args], catch_exceptions=False)
    assert told.exit_code == 0, told.output
    return told.stdout


async def live(folder, *acts):
    """A house that runs for a while."""

    async with house(folder, HAND) as server:
        for act in acts:
            act(server)


async def test_a_manager_whose_password_is_lost_sets_another(tmp_path):
    await live(tmp_path)
    told = json.loads(run(tmp_path, BOSS, "--json"))
    assert told["name"] == BOSS

    def sign_in(server):
        old = server.register.challenge(BOSS)
        with pytest.raises(Refused):
            server.register.signed_in(old, old.verify(WORD), "making", 0)
        server.set_password(BOSS, told["code"], NEW)
        (noted,) = [one for one in server.register.waiting() if one.code == Happening.PERSON_RESCUED]
        assert "on the server itself by user" in noted.words

    await live(tmp_path, sign_in)


async def test_whoever_the_first_account_or_a_rescue_is_for_has_an_id_and_no_name_in_the_journal(tmp_path):
    await live(tmp_path, lambda server: server.employ("eve.dealer", Role.DEALER))
    before = json.loads(run(tmp_path, BOSS, "--json"))["name"]
    with closing(open_for_reading(tmp_path / "journal.sqlite", keys_beside(tmp_path / "journal.sqlite"))) as file:
        bodies = [entry.body for entry in SqliteStore(file, "house").read()]
    added = [json.loads(body)["event"] for body in bodies if b'{"is":"person-added"' in body]
    assert len(added) > 1
    assert all(re.fullmatch(r"~?[a-z0-9]{10}", one["id"]) for one in added), added
    assert not [body for body in bodies if before.encode() in body or b"eve.dealer" in body]


async def test_a_running_house_is_left_alone(tmp_path):
    def try_it(_):
        with pytest.raises(Refused) as refused:
            run(tmp_path, BOSS)
        assert refused.value.code is JournalRefusal.LOCKED

    await live(tmp_path, try_it)


async def test_nobody_is_rescued_by_mistake(tmp_path):
    await live(tmp_path)
    for name, code in (("", PeopleRefusal.PERSON_UNKNOWN), ("dee.dealer", PeopleRefusal.RIGHT_MISSING)):
        with pytest.raises(Refused) as refused:
            run(tmp_path, *([name] if name else []))
        assert refused.value.code is code
    assert BOSS in run(tmp_path, BOSS)


def test_a_folder_without_a_house_stays_without_one(tmp_path):
    with pytest.raises(Refused) as refused:
        run(tmp_path / "nowhere")
    assert refused.value.code is JournalRefusal.MISSING
    assert not (tmp_path / "nowhere").exists()


async def test_where_only_one_person_manages_they_need_not_be_named(tmp_path):
    await live(tmp_path, lambda server: server.register.deactivate(BOSS, "shi.manager"))
    assert BOSS in run(tmp_path)
