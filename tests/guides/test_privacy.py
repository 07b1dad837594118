"""Two people erase a person, a dispute and a rated player with the commands that the guides show, word for word."""

import asyncio
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from attack.kit.clocks import Time
from guides.shown import command, run
from server.making import APART, BOSS, WORD, house, settings_of

from taisai.house.settings_writer import written
from taisai.house.tables import TableSettings
from taisai.people.significant_events import Happening
from taisai.server.offline_people import resting_register
from taisai.table import commands as c

TABLE = TableSettings("T1", "rws-6/2", seats=4, limits=APART)
CLAIMS = [f"the lady in red moved my chips {number} times" for number in range(1, 8)]
DAY_S = 86_400


async def evening(folder):
    """Seven players are rated and claim something."""
    async with house(folder, TABLE) as server:
        await server.open("T1", *range(1, TABLE.seats + 1))
        for number, claim in enumerate(CLAIMS, 1):
            seat = 1 + number % TABLE.seats
            await server.do("T1", c.OpenDispute(seat, 0, claim), seat=seat)
            given = {"name": f"Rated {number}", "table": "T1", "seat": seat, "after": 0}
            rating = server.register.begin_rating("gus.supervisor", f"C-{number}", **given)
            server.register.end_rating("gus.supervisor", rating, upto=0)


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    """A house that rests, and whose people were employed the day before: today they count as two."""
    folder = tmp_path_factory.mktemp("privacy") / "taisai-house"
    folder.mkdir(mode=0o700)
    settings = settings_of(folder, TABLE)
    settings.file.write_text(written(settings), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        Time(patch).at_s = time.time() - DAY_S - 60
        asyncio.run(evening(folder))
    return settings


@pytest.fixture
def erased(settings, monkeypatch):
    """Gives a command to two people, in the folder above the house's, and opens what the house then knows."""
    monkeypatch.chdir(Path(settings.folder).parent)

    @contextmanager
    def erased(words):
        what = words[words.index("--by") - 1]
        assert run(*words, answers=f"{WORD}\n{WORD}\n{what}\n").endswith("the house has recorded it\n")
        with resting_register(settings) as register:
            yield register

    return erased


def told(register):
    return " ".join(f"{one.by} {one.words} {one.value}" for one in register.search(limit=1000).happenings)


def test_a_person_is_erased_by_two(erased):
    with erased(command("privacy", "dee.dealer")) as register:
        assert register.last(Happening.PERSON_ERASED).by == BOSS
        assert "dee.dealer" not in told(register)
        assert "gus.supervisor" in register.state.people
        assert "dee.dealer" not in register.state.people


def test_what_a_player_claimed_is_erased_and_other_claims_stay(erased):
    with erased(command("privacy", "--dispute")) as register:
        assert CLAIMS[6] not in told(register)
        assert CLAIMS[5] in told(register)


def test_a_rated_player_is_erased_and_the_others_stay(erased):
    with erased(command("floor", "--player")) as register:
        assert list(register.state.players) == [f"P{number}" for number in range(1, 7)]
