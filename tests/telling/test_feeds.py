"""A program outside follows the journal of a table: with a key, for its tables, and without losing or doubling."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest
from attack.rights_by_hand import ALLOWED
from server.making import HAND, NOBODY, SELF, Who, house, until

from taisai.house.feed_settings import FeedSettings
from taisai.people.significant_events import Happening
from taisai.server import feeds
from taisai.server.callers import SESSION
from taisai.table import commands as c

FOLLOW = Path(__file__).parents[2] / "examples" / "feed" / "follow.py"
COPY = FeedSettings("copy")
ONLY_E = FeedSettings("only-e", tables=("E",))


def key_of(server, name="copy"):
    return (server.house.settings.keys_folder / f"feed-{name}.key").read_text(encoding="utf-8").strip()


def bearer(key):
    return {"Authorization": f"Bearer {key}"}


async def asked(server, query="", table="H", *, key="", who=NOBODY):
    headers = bearer(key).items() if key else ()
    return await server.http("GET", f"/api/tables/{table}/entries{query}", who, headers=headers)


def stored(server, table="H"):
    return [(one.seq, one.seal.hex(), one.body.decode()) for one in server.table(table).desk.store.read()]


def told(answer):
    return [(one["seq"], one["seal"], one["body"]) for one in answer.json["entries"]]


async def test_a_feed_reads_what_is_stored_from_any_number_on(tmp_path):
    async with house(tmp_path, HAND, feed=(COPY,)) as server:
        await server.open("H", 1, 2)
        key, everything = key_of(server), stored(server)
        first = await asked(server, key=key)
        assert (told(first), first.json["head"]) == (everything, len(everything))
        assert told(await asked(server, "?after=3&limit=2", key=key)) == everything[3:5]
        assert told(await asked(server, f"?after={len(everything)}", key=key)) == []
        seal = everything[2][1]
        assert told(await asked(server, f"?after=3&seal={seal}", key=key)) == everything[3:]
        noted = server.register.last(Happening.DATA_EXPORTED)
        assert (noted.by, noted.table) == ("feed copy", "H")


async def test_names_are_pseudonyms_there_as_in_an_export(tmp_path):
    async with house(tmp_path, HAND, feed=(COPY,)) as server:
        await server.open("H", 1)
        boss = server.sign_in("shi.manager")
        order = {"id": "x", "round": 0, "command": {"do": "x"}}
        await server.post("/api/tables/H/orders", boss, order)
        body = (await asked(server, key=key_of(server))).body
        assert body
        assert b"shi.manager" not in body


async def test_whoever_has_no_key_or_another_tables_reads_nothing(tmp_path):
    async with house(tmp_path, HAND, SELF, feed=(COPY, ONLY_E)) as server:
        key = key_of(server, "only-e")
        assert (await asked(server, table="E", key=key)).status == 200
        other = await asked(server, key=key)
        assert (other.status, other.json["code"]) == (403, "right-missing")
        for wrong in ("0" * 64, key[:-1], f"{key}0", "é"):
            answer = await asked(server, key=wrong)
            assert (answer.status, answer.json["code"]) == (401, "session-unknown")
        basic = await server.http("GET", "/api/tables/H/entries", headers={"Authorization": f"Basic {key}"}.items())
        assert basic.status == 401
        assert (await asked(server)).status == 401
        assert (await asked(server, table="house", key=key_of(server))).json["code"] == "table-unknown"


async def test_a_feeds_key_opens_nothing_else(tmp_path):
    async with house(tmp_path, HAND, feed=(COPY,)) as server:
        key = key_of(server)
        anybody = {path for (method, path), who in ALLOWED.items() if "-" in who}
        for method, path in ALLOWED:
            if method == "GET" and path not in anybody and not path.endswith("/entries"):
                named = path.format(table="H", name="x", device="x", seq=1, log="H", level=0, tile="0", number="1")
                answer = await server.http("GET", named, headers=bearer(key).items())
                assert answer.status in {400, 401, 403}, path
        post = await server.http("POST", "/api/self-test", headers=bearer(key).items())
        assert post.status == 401
        carried = await server.get("/api/tables/H/entries", Who({SESSION: key}))
        assert carried.status == 401


async def test_staff_who_may_read_journals_read_it_too(tmp_path):
    async with house(tmp_path, HAND) as server:
        assert (await asked(server, who=server.sign_in("aud.auditor"))).status == 200
        assert (await asked(server, who=server.sign_in("dee.dealer"))).json["code"] == "right-missing"


@pytest.mark.parametrize(
    "query", ["?after=-1", "?after=x", "?limit=0", "?limit=1001", "?wait_s=31", "?seal=zz", "?a=1"]
)
async def test_a_question_that_makes_no_sense_is_refused(tmp_path, query):
    async with house(tmp_path, HAND, feed=(COPY,)) as server:
        answer = await asked(server, query, key=key_of(server))
        assert (answer.status, answer.json["code"]) == (400, "message-invalid")


async def test_whoever_has_another_history_is_told_so(tmp_path):
    async with house(tmp_path, HAND, feed=(COPY,)) as server:
        await server.open("H", 1)
        key, head = key_of(server), len(stored(server))
        for query in (f"?after={head + 1}", f"?after=2&seal={'0' * 64}", f"?after=2&seal={stored(server)[2][1]}"):
            answer = await asked(server, query, key=key)
            assert (answer.status, answer.json["code"]) == (409, "entry-unknown")


async def test_a_long_answer_comes_in_parts_that_join_without_a_gap(tmp_path):
    async with house(tmp_path, HAND, feed=(COPY,)) as server:
        await server.open("H", 1, credit=10_000_000)
        for _ in range(300):
            await server.do("H", c.BuyIn(1, 100))
        key, found = key_of(server), []
        while len(found) < len(stored(server)):
            answer = await asked(server, f"?after={len(found)}", key=key)
            assert 0 < len(answer.body) < 64 * 1024
            found += told(answer)
        assert found == stored(server)


async def test_whoever_waits_is_told_when_there_is_an_entry(tmp_path):
    async with house(tmp_path, HAND, feed=(COPY,)) as server:
        await server.open("H", 1)
        head = len(stored(server))
        waiting = asyncio.create_task(asked(server, f"?after={head}&wait_s=30", key=key_of(server)))
        await until(server.house.feeds._waiting.total)
        assert not waiting.done()
        await server.do("H", c.BuyIn(1, 100))
        assert told(await waiting) == stored(server)[head:]
        assert server.house.feeds._waiting.total() == 0


async def test_nobody_waits_in_crowds(tmp_path, monkeypatch):
    monkeypatch.setattr(feeds, "WAITING_OF_ONE", 2)

    async with house(tmp_path, HAND, feed=(COPY,)) as server:
        await server.open("H", 1)
        query, key = f"?after={len(stored(server))}&wait_s=30", key_of(server)
        waiting = [asyncio.create_task(asked(server, query, key=key)) for _ in range(2)]
        await until(lambda: server.house.feeds._waiting.total() == 2)
        third = await asked(server, query, key=key)
        assert (third.status, third.json["code"]) == (429, "too-many-requests")
        await server.do("H", c.BuyIn(1, 100))
        assert {answer.status for answer in await asyncio.gather(*waiting)} == {200}


def lines(copy):
    return copy.read_bytes().splitlines() if copy.exists() else []


async def test_a_follower_that_is_killed_again_and_again_has_every_entry_once(tmp_path):
    """As a program of its own, killed while entries come, and once in the middle of a line."""
    copy = tmp_path / "copy.jsonl"

    def start(server):
        settings = server.house.settings
        key = settings.keys_folder / "feed-copy.key"
        return subprocess.Popen([sys.executable, FOLLOW, server.address, "H", key, copy], stderr=subprocess.PIPE)

    async def go():
        async with house(tmp_path / "house", HAND, feed=(COPY,)) as server:
            await server.open("H", 1, credit=10_000_000)
            for turn in range(5):
                follower = start(server)
                before = len(lines(copy))
                for _ in range(20):
                    await server.do("H", c.BuyIn(1, 100))
                await until(lambda before=before: len(lines(copy)) > before)
                follower.kill()
                follower.communicate()
                if turn == 2:
                    copy.write_bytes(copy.read_bytes()[:-7])
            follower = start(server)
            await until(lambda: len(lines(copy)) >= len(stored(server)))
            follower.kill()
            follower.communicate()
            kept = [json.loads(line) for line in lines(copy)]
            assert [(one["seq"], one["seal"], one["body"]) for one in kept] == stored(server)

    await go()


async def test_a_follower_of_another_history_stops_and_says_so(tmp_path):
    copy = tmp_path / "copy.jsonl"
    copy.write_text(json.dumps({"seq": 1, "seal": "0" * 64, "body": ""}) + "\n", encoding="utf-8")

    async with house(tmp_path / "house", HAND, feed=(COPY,)) as server:
        key = server.house.settings.keys_folder / "feed-copy.key"
        command = [sys.executable, FOLLOW, server.address, "H", key, copy]
        ended = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "entry-unknown" in ended.stderr


TWICE = 'feed = [{ name = "copy" }, { name = "copy" }]'
NO_TABLE = 'feed = [{ name = "copy", tables = ["X"] }]'


@pytest.mark.parametrize(
    ("text", "words"), [(TWICE, "two feeds have this name"), (NO_TABLE, "no such table for copy: X")]
)
def test_feeds_that_do_not_fit_are_refused(tmp_path, text, words):
    from telling.test_receiver_settings import problems

    assert any(words in one for one in problems(tmp_path, text))
