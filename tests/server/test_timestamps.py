"""The checkpoint of a table that was closed is stamped by an authority outside; what it did not stamp is not kept."""

import asyncio
import subprocess
from io import BytesIO
from zipfile import ZipFile

import pytest
from server.making import HAND, house, until
from server.stamping import Authority, stamping
from server.test_logs import play, signed
from server.test_witnesses import noted

from taisai.keeping import timestamps
from taisai.keeping.timestamps import StampRefusal, asked, checked, read_roots
from taisai.log.checkpoints import opened
from taisai.log.notes import parse_key
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role
from taisai.server import timestamps as running
from taisai.table import commands as c


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("authority") / "own")


@pytest.fixture(autouse=True)
def honest(authority):
    yield
    authority.lies, authority.asked = b"", []


async def closed(server):
    await server.open("H")
    await server.do("H", c.CloseTable(), Role.CASINO_SUPERVISOR)
    await signed(server)


def by(authority, url, **changes):
    return {"timestamp_url": url, "timestamp_roots": str(authority.roots)} | changes


def test_a_table_that_is_closed_has_its_checkpoint_stamped_and_openssl_takes_it(authority, tmp_path):
    async def go(url):
        async with house(tmp_path, HAND, **by(authority, url)) as server:
            await closed(server)
            size = server.house.logs.log("H").size
            await until(lambda: server.house.timestamps.folder.has("H", size))
            await until(lambda: noted(server, "time-stamped"))
            told = await server.get("/api/logs/H/timestamp")
            key = next(one["key"] for one in (await server.get("/api/logs")).json["logs"] if one["log"] == "H")
            return size, parse_key(key), told.body

    with stamping(authority) as url:
        size, key, archive = asyncio.run(go(url))
    with ZipFile(BytesIO(archive)) as kept:
        checkpoint, reply = kept.read("checkpoint"), kept.read("checkpoint.tsr")
    assert opened(checkpoint, key)[0].size == size
    authority.takes(checkpoint, reply)
    with pytest.raises(subprocess.CalledProcessError):
        authority.takes(checkpoint.replace(b"\n%d\n" % size, b"\n%d\n" % (size + 1)), reply)


def test_a_table_that_is_open_is_not_stamped(authority, tmp_path):
    async def go(url):
        async with house(tmp_path, HAND, **by(authority, url)) as server:
            await server.open("H", 1)
            await until(lambda: not server.house.timestamps._waiting)
            before = len(authority.asked)
            await play(server, 2)
            await signed(server)
            assert len(authority.asked) == before

    with stamping(authority) as url:
        asyncio.run(go(url))


def test_a_house_plays_on_without_its_authority_says_so_and_is_stamped_after_the_next_start(
    authority, tmp_path, monkeypatch
):
    monkeypatch.setattr(running, "AGAIN_S", 0.05)

    async def alone():
        async with house(tmp_path, HAND, **by(authority, "http://127.0.0.1:9/", witness_late_s=1)) as server:
            await closed(server)
            await until(lambda: noted(server, "time-stamp-late"))
            assert (await server.get("/api/logs/H/timestamp")).status == 404

    async def again(url):
        async with house(tmp_path, HAND, **by(authority, url)) as server:
            await until(lambda: noted(server, "time-stamped"))

    asyncio.run(alone())
    with stamping(authority) as url:
        asyncio.run(again(url))


def test_an_answer_to_something_else_is_not_kept(authority, tmp_path, monkeypatch):
    monkeypatch.setattr(running, "AGAIN_S", 0.05)
    authority.lies = authority.answer(asked(b"another checkpoint").content)

    async def go(url):
        async with house(tmp_path, HAND, **by(authority, url, witness_late_s=1)) as server:
            await closed(server)
            await until(lambda: noted(server, "time-stamp-late"))
            assert "not a time stamp of this checkpoint" in noted(server, "time-stamp-late").words
            assert (await server.get("/api/logs/H/timestamp")).status == 404

    with stamping(authority) as url:
        asyncio.run(go(url))


def test_another_authoritys_stamp_rubbish_and_a_replayed_one_are_refused(authority, tmp_path):
    other = Authority(tmp_path / "other")
    question, roots = asked(b"a checkpoint"), read_roots(authority.roots)
    reply = authority.answer(question.content)
    assert checked(reply, question, roots).startswith("20")
    for forged in (other.answer(question.content), b"rubbish", b"", authority.answer(asked(b"a checkpoint").content)):
        with pytest.raises(Refused) as caught:
            checked(forged, question, roots)
        assert caught.value.code is StampRefusal.INVALID


def test_roots_that_are_none_are_told(tmp_path):
    (tmp_path / "roots").write_text("nothing")
    for path in (tmp_path / "roots", tmp_path / "none"):
        with pytest.raises(Refused) as caught:
            read_roots(path)
        assert caught.value.code is StampRefusal.ROOTS_INVALID


def test_where_the_package_is_missing_it_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "rfc3161_client", None)
    with pytest.raises(Refused) as caught:
        timestamps.asked(b"x")
    assert caught.value.code is StampRefusal.LIBRARY_MISSING
