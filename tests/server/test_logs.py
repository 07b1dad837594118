"""An outsider follows the logs of a running house with nothing but its addresses and its keys."""

import asyncio
import sqlite3
from contextlib import closing

import pytest
from server.making import HAND, SELF, house, until

from taisai.log.checkpoints import opened
from taisai.log.notes import parse_key
from taisai.log.proofs import check_consistency, check_inclusion, consistency, inclusion
from taisai.log.tiles import TiledTree, cut, tiles_of, unbundled
from taisai.log.tree import leaf_hash
from taisai.server import logs as running_logs
from taisai.server.checks import SelfTestFailed
from taisai.table import commands as c


class Outsider:
    """Trusts the keys that it was given, and nothing that it is told."""

    def __init__(self, server, keys):
        self.server, self.keys = server, keys

    @classmethod
    async def of(cls, server):
        told = (await server.get("/api/logs")).json["logs"]
        return cls(server, {one["log"]: parse_key(one["key"]) for one in told})

    async def checkpoint(self, log):
        answer = await self.server.get(f"/api/logs/{log}/checkpoint")
        assert answer.header("content-type") == "text/plain; charset=utf-8"
        return opened(answer.body, self.keys[log])[0]

    async def tiles(self, log, size):
        """All of them, each asked for by its own path."""
        found = {}
        for tile in tiles_of(size):
            if not tile.is_bundle:
                answer = await self.server.get(f"/api/logs/{log}/tile/{tile.path}")
                assert answer.status == 200, (tile, answer)
                assert "immutable" in answer.header("cache-control")
                found[tile] = cut(answer.body)
        return found

    async def tree(self, log, size):
        return TiledTree(size, (await self.tiles(log, size)).__getitem__)


async def signed(server, log="H"):
    """Up to the head."""
    one = server.house.logs.log(log)
    await until(lambda: one.size and one.size >= server.house.logs._head(one).seq)


async def play(server, times=1, wagers=1):
    for _ in range(times):
        await server.do("H", c.TumbleDice(3))
        await server.do("H", c.OpenBets())
        for _ in range(wagers):
            await server.do("H", c.PlaceWager(1, "big", 100), seat=1)
        await server.enter("H", (1, 2, 3))
        await server.settle("H")


async def test_an_outsider_follows_a_table_from_checkpoint_to_checkpoint(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        await signed(server)
        outsider = await Outsider.of(server)
        first = await outsider.checkpoint("H")
        await play(server, 2)
        await signed(server)
        second = await outsider.checkpoint("H")
        assert second.size > first.size
        tree = await outsider.tree("H", second.size)
        assert tree.root() == second.root
        path = consistency(tree.hash, first.size, second.size)
        check_consistency(first.size, first.root, second.size, second.root, path)


async def test_an_auditor_reads_the_entries_and_finds_each_in_the_log(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        await play(server)
        await signed(server)
        outsider, auditor = await Outsider.of(server), server.sign_in("aud.auditor")
        checkpoint = await outsider.checkpoint("H")
        tree = await outsider.tree("H", checkpoint.size)
        (bundle,) = [tile for tile in tiles_of(checkpoint.size) if tile.is_bundle]
        told = await server.get(f"/api/logs/H/tile/{bundle.path}", auditor)
        entries = unbundled(told.body)
        assert entries == [entry.body for entry in server.table("H").desk.store.read()][: checkpoint.size]
        for index, entry in enumerate(entries):
            path = inclusion(tree.hash, index, checkpoint.size)
            check_inclusion(leaf_hash(entry), index, checkpoint.size, checkpoint.root, path)
        for _ in range(3):
            await server.get(f"/api/logs/H/tile/{bundle.path}", auditor)
        told = (await server.get("/api/events?code=data-exported", auditor)).json["page"]["happenings"]
        assert [one["words"] for one in told] == ["the log of H, in bundles of entries"]


async def test_the_register_and_an_electronic_table_are_logs_too(tmp_path):
    async with house(tmp_path, HAND, SELF) as server:
        outsider = await Outsider.of(server)
        assert set(outsider.keys) == {"house", "H", "E"}
        for log in ("house", "E"):
            one = server.house.logs.log(log)
            await until(lambda one=one: one.size)
            checkpoint = await outsider.checkpoint(log)
            assert (await outsider.tree(log, checkpoint.size)).root() == checkpoint.root


async def test_a_log_is_named_by_the_settings_and_its_table(tmp_path):
    async with house(tmp_path, HAND, witnesses_log_name="tables.example/floor") as server:
        told = (await server.get("/api/logs")).json["logs"]
        assert [one["origin"] for one in told] == ["tables.example/floor/house", "tables.example/floor/H"]


async def test_while_a_round_is_under_way_nothing_is_signed_and_after_it_all_is(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        await signed(server)
        size = server.house.logs.log("H").size
        await server.do("H", c.TumbleDice(3))
        await server.do("H", c.OpenBets())
        await server.do("H", c.PlaceWager(1, "big", 100), seat=1)
        await asyncio.sleep(2.2)
        assert server.house.logs.log("H").size == size
        await server.enter("H", (1, 2, 3))
        await server.settle("H")
        await signed(server)


async def test_a_round_that_takes_long_is_signed_meanwhile(tmp_path, monkeypatch):
    monkeypatch.setattr(running_logs, "REST_S", 1.5)
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        await server.do("H", c.TumbleDice(3))
        await server.do("H", c.OpenBets())
        await server.do("H", c.PlaceWager(1, "big", 100), seat=1)
        await signed(server)
        assert server.table("H").desk.table.current


@pytest.mark.parametrize("here", [0, 10**6])
async def test_many_entries_are_hashed_by_another_process_and_few_here(tmp_path, monkeypatch, here):
    monkeypatch.setattr(running_logs, "HERE_MOST", here)
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        await play(server, 1, wagers=300)
        await signed(server)
        assert (server.house.logs._hasher.processes() == []) is bool(here)
        outsider = await Outsider.of(server)
        checkpoint = await outsider.checkpoint("H")
        assert checkpoint.size > 300
        tree = await outsider.tree("H", checkpoint.size)
        assert tree.root() == checkpoint.root
        assert tree.tree().edge == server.house.logs.log("H").tree.edge


async def test_the_last_checkpoint_of_a_house_that_stopped_has_all_that_was_written(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        await play(server)
        first = {name: server.house.logs.log(name) for name in ("H", "house")}
    async with house(tmp_path, HAND) as server:
        for name, before in first.items():
            assert server.house.logs.log(name).size == before.size >= 10
        outsider = await Outsider.of(server)
        await play(server)
        await signed(server)
        old, new = first["H"].signed[0], await outsider.checkpoint("H")
        path = consistency((await outsider.tree("H", new.size)).hash, old.size, new.size)
        check_consistency(old.size, old.root, new.size, new.root, path)


ABSENT = {
    "/api/logs/nobody/checkpoint": (404, "log-unknown"),
    "/api/logs/H/tile/0/001": (404, "tile-unknown"),
    "/api/logs/H/tile/0/000": (404, "tile-unknown"),
    "/api/logs/H/tile/0/000.p/255": (404, "tile-unknown"),
    "/api/logs/H/tile/7/000.p/1": (404, "tile-unknown"),
    "/api/logs/H/tile/64/000": (400, "tile-invalid"),
    "/api/logs/H/tile/0/0": (400, "tile-invalid"),
    "/api/logs/H/tile/0/../../../../etc/passwd": (400, "tile-invalid"),
    "/api/logs/H/tile/entries/000.p/1": (401, "session-unknown"),
}


async def test_what_is_not_there_yet_or_never_can_be_is_refused(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        await signed(server)
        for path, expected in ABSENT.items():
            answer = await server.get(path)
            assert (answer.status, answer.json["code"]) == expected, path


async def test_a_house_whose_checkpoint_was_forged_does_not_start(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as file, file:
        (note,) = file.execute("SELECT note FROM kept_checkpoint WHERE journal = 2").fetchone()
        lines = note.split(b"\n")
        lines[1] = str(int(lines[1]) - 1).encode()
        file.execute("UPDATE kept_checkpoint SET note = ? WHERE journal = 2", (b"\n".join(lines),))
    with pytest.raises(SelfTestFailed, match="log of H"):
        async with house(tmp_path, HAND):
            pass
