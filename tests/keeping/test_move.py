"""A house moved into a database and back: nothing is lost, nothing is changed, and nothing half happens."""

import asyncio
from contextlib import closing, suppress

import psycopg
import pytest
from click.testing import CliRunner
from nodes.test_one_node import credit_of, played
from server.making import house, settings_of

from taisai.cli.journals import keys_beside
from taisai.cli.move import command
from taisai.house.settings_writer import written
from taisai.journal.place import Place
from taisai.journal.refusals import JournalRefusal
from taisai.journal.rows import COLUMNS, digest_of
from taisai.journal.sqlite_open import open_for_reading
from taisai.journal.sqlite_rows import read_rows
from taisai.keeping import move
from taisai.keeping.move import move_to_database, move_to_file
from taisai.people.significant_events import Happening
from taisai.rules.refusals import Refused

AT = "2026-11-16T12:00:00+00:00"


class KilledError(BaseException):
    """As when the process ends here."""


@pytest.fixture
def database(postgres):
    postgres.database("moved")
    return postgres.uri("moved")


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """A house that has played, in its file."""
    folder = tmp_path_factory.mktemp("evening")

    async def play():
        async with house(folder) as server:
            await server.open("H", 1)
            await played(server)

    asyncio.run(play())
    return folder


@pytest.fixture
def folder(evening, tmp_path):
    """A copy of it."""
    from shutil import copytree

    copytree(evening, tmp_path / "house")
    return tmp_path / "house"


def quiet(*_):
    pass


def rows_of(path):
    with closing(open_for_reading(path, keys_beside(path))) as file:
        return {table: digest_of(read_rows(file, table)).hex() for table in COLUMNS}


def asked(database, query):
    with psycopg.connect(database) as connection:
        return connection.execute(query).fetchall()


def heads(place):
    with closing(place.open_for_reading()) as journals:
        return {name: journals.store(name).verify() for name in journals.tables()}


def refused(action, *given):
    with pytest.raises(Refused) as caught:
        action(*given)
    return caught.value


def test_there_and_back_again_every_row_is_the_same(folder, database):
    settings = settings_of(folder, nodes_database=database)
    before, ends = rows_of(settings.journal), heads(Place(str(settings.journal), str(settings.keys_folder)))
    moved = move_to_database(settings, AT, quiet)
    assert (moved.journals["H"], settings.journal.exists()) == (ends["H"].seq, False)
    assert rows_of(folder / moved.aside) == before
    assert heads(settings.place) == ends
    move_to_file(settings, AT, quiet)
    assert rows_of(settings.journal) == before
    assert refused(settings.place.open_for_writing).code is JournalRefusal.ELSEWHERE, "it was left"


async def test_a_house_plays_on_where_it_was_moved_to_and_writes_the_move_down(folder, database, bus):
    settings = settings_of(folder, nodes_database=database)
    move_to_database(settings, AT, quiet)

    async def play(**changes):
        async with house(folder, **changes) as server:
            credit = credit_of(server)
            await played(server)
            assert server.register.last(Happening.DATA_MOVED) is not None
            assert server.register.last(Happening.DATA_MOVED).seq > 0
            return credit, credit_of(server)

    _, credit = await play(nodes_database=database, nodes_bus=(bus,))
    move_to_file(settings, AT, quiet)
    assert (await play())[0] == credit


def ends_at(monkeypatch, function, *, before):
    """The process ends as it comes to a step, or when that is done."""
    real = getattr(move, function)

    def killed(*given, **named):
        if not before:
            real(*given, **named)
        raise KilledError

    monkeypatch.setattr(move, function, killed)


STEPS = [(name, before) for name in ("arrive", "_set_aside", "write_secret", "set_state") for before in (True, False)]
BACK = [(name, before) for name in ("copy_out", "write_secret", "set_state", "sync_folder") for before in (True, False)]


@pytest.mark.parametrize(("function", "before"), STEPS)
def test_a_move_that_ends_midway_leaves_one_place_that_serves_and_is_gone_on_with(
    folder, database, monkeypatch, function, before
):
    settings = settings_of(folder, nodes_database=database)
    ends = heads(Place(str(settings.journal), str(settings.keys_folder)))
    with monkeypatch.context() as patched:
        ends_at(patched, function, before=before)
        with pytest.raises(KilledError):
            move_to_database(settings, AT, quiet)
    is_done = (function, before) == ("set_state", False)
    if not is_done:
        assert served(settings) == (["file"] if settings.journal.exists() else []), "at most one, and never two"
        move_to_database(settings, AT, quiet)
    assert served(settings) == ["database"]
    assert heads(settings.place) == ends


@pytest.mark.parametrize(("function", "before"), BACK)
def test_a_move_back_that_ends_midway_leaves_one_place_that_serves_and_is_gone_on_with(
    folder, database, monkeypatch, function, before
):
    settings = settings_of(folder, nodes_database=database)
    ends = heads(Place(str(settings.journal), str(settings.keys_folder)))
    move_to_database(settings, AT, quiet)
    with monkeypatch.context() as patched:
        ends_at(patched, function, before=before)
        with pytest.raises(KilledError):
            move_to_file(settings, AT, quiet)
    assert len(served(settings)) <= 1
    if not settings.journal.exists():
        move_to_file(settings, AT, quiet)
    assert served(settings) == ["file"]
    assert heads(Place(str(settings.journal), str(settings.keys_folder))) == ends


def served(settings):
    """Where a house could be served from now."""
    found = ["file"] if settings.journal.exists() else []
    with suppress(Refused), closing(settings.place.open_for_writing()) as journals:
        found += ["database"] if journals.tables() else []
    return found


def test_one_that_ends_while_rows_are_on_their_way_leaves_nothing_behind(folder, database):
    settings = settings_of(folder, nodes_database=database)

    def progress(what, done, _):
        if (what, done) == ("copying", 4):
            raise KilledError

    with pytest.raises(KilledError):
        move_to_database(settings, AT, progress)
    assert asked(database, "SELECT count(*) FROM batch") == [(0,)]
    assert served(settings) == ["file"]


async def test_a_house_that_went_on_in_its_file_after_half_a_move_is_moved_as_it_is_then(folder, database, monkeypatch):
    settings = settings_of(folder, nodes_database=database)
    with monkeypatch.context() as patched:
        ends_at(patched, "_set_aside", before=True)
        with pytest.raises(KilledError):
            move_to_database(settings, AT, quiet)

    async with house(folder) as server:
        await played(server)
        seq = server.table("H").desk.head.seq
    assert move_to_database(settings, AT, quiet).journals["H"] >= seq


def test_a_damaged_file_is_not_moved(folder, database):
    settings = settings_of(folder, nodes_database=database)
    import sqlite3

    with closing(sqlite3.connect(settings.journal)) as file:
        file.execute("UPDATE batch SET seals = zeroblob(length(seals)) WHERE key = (SELECT max(key) FROM batch)")
        file.commit()
    refused(move_to_database, settings, AT, quiet)
    assert asked(database, "SELECT to_regclass('journal')") == [(None,)]
    assert settings.journal.exists()


async def test_nothing_is_moved_over_another_house(folder, database, tmp_path, bus):
    async with house(tmp_path / "other", nodes_database=database, nodes_bus=(bus,)):
        pass
    there = Place(database, str(tmp_path / "other" / "keys"))
    heads_of_other = heads(there)
    refusal = refused(move_to_database, settings_of(folder, nodes_database=database), AT, quiet)
    assert (refusal.code, "choose an empty database" in refusal.words) == (JournalRefusal.NOT_OURS, True)
    assert (
        refused(move_to_file, settings_of(folder, nodes_database=database), AT, quiet).code is JournalRefusal.ELSEWHERE
    )
    assert heads(there) == heads_of_other


async def test_a_house_that_runs_is_not_moved(folder, database, bus):
    settings = settings_of(folder, nodes_database=database)

    async def play_in_file():
        async with house(folder):
            return await asyncio.to_thread(refused, move_to_database, settings, AT, quiet)

    assert (await play_in_file()).code is JournalRefusal.LOCKED
    move_to_database(settings, AT, quiet)

    async def play_in_database():
        async with house(folder, nodes_database=database, nodes_bus=(bus,)):
            return await asyncio.to_thread(refused, move_to_file, settings, AT, quiet)

    assert (await play_in_database()).code is JournalRefusal.LOCKED


def test_the_command_says_what_it_moved_and_what_to_do_next(folder, database):
    (folder / "taisai.toml").write_text(written(settings_of(folder)))
    there = CliRunner().invoke(command, [str(folder), "--to", database])
    assert there.exit_code == 0, there.output
    assert "every seal is valid" in there.output
    back = CliRunner().invoke(command, [str(folder), "--to", "file", "--from", database, "--json"])
    assert back.exit_code == 0, back.output
    assert (folder / "journal.sqlite").exists()
