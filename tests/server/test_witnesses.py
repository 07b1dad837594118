"""A house asks its witnesses and plays on without them; one that has seen another history says so."""

import asyncio
from shutil import copytree

import pytest
from patience import PATIENCE_S
from server.making import HAND, house, settings_of, until
from server.test_logs import Outsider, play, signed
from witness.running import Listening, listening

from taisai.journal.keys import load_private
from taisai.log.checkpoints import opened
from taisai.log.cosignatures import check_policy
from taisai.log.notes import parse
from taisai.people.significant_events import Happening
from taisai.server import logs
from taisai.server import witnesses as asking
from taisai.server.logs import log_key
from taisai.witness.folder import evidence_in


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    monkeypatch.setattr(asking, "AGAIN_S", 0.3)
    monkeypatch.setattr(logs, "EVERY_S", 0.05)


@pytest.fixture
def lost_soon(monkeypatch):
    monkeypatch.setattr(asking, "LOST_AFTER_S", 1)


async def founded(tmp_path, *witnesses):
    """A house whose logs the witnesses know."""
    folder = tmp_path / "house"

    async with house(folder, HAND):
        pass
    settings = settings_of(folder, HAND)
    private = load_private(settings.keys_folder)
    for one in witnesses:
        one.knows(*(log_key(settings, private, name) for name in ("house", "H")))
    return folder


async def cosigned(server, log="H"):
    one = server.house.logs.log(log)
    await until(lambda: one.cosigned and one.cosigned[0].size >= server.house.logs._head(one).seq)


def noted(server, code):
    return server.register.last(Happening(code))


async def test_a_checkpoint_is_cosigned_soon_after_its_round(tmp_path):
    witness = Listening(tmp_path / "w")
    folder = await founded(tmp_path, witness)

    with listening(witness) as settings:
        async with house(folder, HAND, witness=tuple(settings)) as server:
            await server.open("H", 1)
            for _ in range(2):
                await play(server)
                await cosigned(server)
            outsider = await Outsider.of(server)
            told = (await server.get("/api/logs/H/checkpoint")).body
            checkpoint, note = opened(told, outsider.keys["H"])
            assert [seen.witness for seen in check_policy(note, [witness.key], 1)] == ["regulator.example/w1"]
            assert (await outsider.tree("H", checkpoint.size)).root() == checkpoint.root
        before = checkpoint
        after = await go_on(folder, settings)
        assert after >= before.size
    assert evidence_in(tmp_path / "w") == []


async def go_on(folder, settings):
    async with house(folder, HAND, witness=tuple(settings)) as server:
        await play(server)
        await cosigned(server)
        return server.house.logs.log("H").cosigned[0].size


@pytest.mark.usefixtures("lost_soon")
async def test_a_house_plays_on_without_its_witness_and_says_so(tmp_path):
    witness = Listening(tmp_path / "w")
    folder = await founded(tmp_path, witness)
    with listening(witness) as settings:
        witness.go()

        async def away():
            async with house(folder, HAND, witness=tuple(settings)) as server:
                await server.open("H", 1)
                await play(server)
                await signed(server)
                await until(lambda: noted(server, "witness-lost"))
                assert noted(server, "witness-lost").value == "regulator.example/w1"
                assert server.house.logs.log("H").cosigned is None
                await play(server)
                await asyncio.to_thread(witness.come)
                await until(lambda: noted(server, "witness-back"))
                await cosigned(server)

        await away()


async def test_so_many_witnesses_as_the_house_wants_must_have_seen_the_same_checkpoint(tmp_path):
    one, other = Listening(tmp_path / "w1", "w1"), Listening(tmp_path / "w2", "w2")
    folder = await founded(tmp_path, one, other)
    with listening(one, other) as settings:
        other.go()

        async def go():
            async with house(folder, HAND, witness=tuple(settings), witnesses_least=2) as server:
                await server.open("H", 1)
                await signed(server)
                asked = server.house.witnesses._asked[0]
                await until(lambda: asked.sizes.get("H") == server.house.logs.log("H").size)
                assert server.house.logs.log("H").cosigned is None
                await asyncio.to_thread(other.come)
                await cosigned(server)
                _, note = server.house.logs.log("H").cosigned
                assert len(check_policy(note, [one.key, other.key], 2)) == 2

        await go()


async def test_a_house_that_goes_on_from_an_old_copy_is_caught_by_its_witness(tmp_path):
    """Somebody puts an old backup back and plays another evening from there, with the right key."""
    witness = Listening(tmp_path / "w")
    folder = await founded(tmp_path, witness)

    async def evening(settings, rounds):
        async with house(folder, HAND, witness=tuple(settings)) as server:
            if not server.table("H").desk.table.seats[1].credit:
                await server.open("H", 1)
            await play(server, rounds)
            await cosigned(server)

    async def another_evening(settings):
        async with house(folder, HAND, witness=tuple(settings)) as server:
            await until(lambda: noted(server, "log-disputed"))
            size = server.house.logs.log("H").cosigned[0].size
            await play(server, 6)
            await signed(server)
            assert server.house.logs.log("H").cosigned[0].size == size

    with listening(witness) as settings:
        await evening(settings, 1)
        copytree(folder, tmp_path / "copy")
        await evening(settings, 2)
        for path in sorted(folder.rglob("*"), reverse=True):
            path.unlink() if path.is_file() else path.rmdir()
        folder.rmdir()
        copytree(tmp_path / "copy", folder)
        await another_evening(settings)
        await past_the_witness(folder, settings)
    found = [one for one in evidence_in(tmp_path / "w") if one.origin.endswith("/H")]
    assert found, "the witness has both heads"
    for one in found:
        seen, told = parse(one.seen), parse(one.told)
        assert check_policy(seen, [witness.key], 1)
        assert {signature.name for signature in told.signatures} == {one.origin}


async def past_the_witness(folder, settings):
    """It has more entries than the witness saw, so that a proof is wanted, and there is none."""
    async with house(folder, HAND, witness=tuple(settings)) as server:
        await play(server)
        await signed(server)
        await until(lambda: "H" in server.house.witnesses._asked[0].disputed)


@pytest.mark.usefixtures("lost_soon")
async def test_a_witness_that_does_not_know_the_log_is_told_of_as_one_that_is_away(tmp_path):
    witness = Listening(tmp_path / "w")
    folder = await founded(tmp_path)

    with listening(witness) as settings:
        async with house(folder, HAND, witness=tuple(settings)) as server:
            await server.open("H", 1)
            await until(lambda: noted(server, "witness-lost"))
            assert "404" in noted(server, "witness-lost").words


@pytest.mark.usefixtures("lost_soon")
async def test_a_log_that_a_witness_does_not_know_holds_up_no_other(tmp_path):
    witness = Listening(tmp_path / "w")
    folder = await founded(tmp_path)
    settings = settings_of(folder, HAND)
    witness.knows(log_key(settings, load_private(settings.keys_folder), "H"))

    with listening(witness) as told:
        async with house(folder, HAND, witness=tuple(told)) as server:
            assert next(iter(server.house.logs.logs)) == "house", "the unknown log is asked about first"
            await server.open("H", 1)
            await play(server)
            await cosigned(server)
            assert server.house.logs.log("house").cosigned is None
            await until(lambda: noted(server, "witness-lost"))


@pytest.mark.usefixtures("lost_soon")
async def test_a_cosignature_by_another_key_is_not_taken(tmp_path):
    honest, other = Listening(tmp_path / "w1", "w"), Listening(tmp_path / "w2", "w")
    folder = await founded(tmp_path, other)

    with listening(other) as (settings,):
        mixed = type(settings)(str(honest.key), settings.url)
        async with house(folder, HAND, witness=(mixed,)) as server:
            await server.open("H", 1)
            await until(lambda: noted(server, "witness-lost"))
            assert "no cosignature of its key" in noted(server, "witness-lost").words
            assert server.house.logs.log("H").cosigned is None


async def test_a_house_that_stops_just_as_news_comes_waits_for_no_witness(tmp_path):
    """The news and the end come in one turn of the loop: the end is not taken for the news."""
    witness = Listening(tmp_path / "w")
    folder = await founded(tmp_path)

    async with house(folder, HAND, witness=(witness.settings,)) as server:
        waiting = asking.Witnesses(server.house.settings, server.house.logs, server.house.caretaker.note_soon)
        task = asyncio.create_task(waiting._ask_on(waiting._asked[0]))
        await asyncio.sleep(0)
        waiting._asked[0].news.set()
        task.cancel()
        await asyncio.wait([task], timeout=PATIENCE_S)
        assert task.cancelled()
