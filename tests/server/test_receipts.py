"""A player leaves with receipts; the stand-alone verifier checks them with the keys of the log and its witnesses."""

import asyncio
import json
import os
import subprocess
import sys
from io import BytesIO
from zipfile import ZipFile

import pytest
from server.making import HAND, house
from server.test_logs import play, signed
from server.test_witnesses import cosigned, founded
from witness.running import Listening, listening

from taisai.journal import verify_taisai
from taisai.log.receipts import parse_receipt
from taisai.table import commands as c


def verified(path, *arguments):
    """By the file alone, in a process that cannot see the package."""
    command = (sys.executable, "-I", verify_taisai.__file__, path, *arguments)
    done = subprocess.run(
        [*map(str, command)], capture_output=True, text=True, cwd="/", env={**os.environ}, check=False
    )
    return done.returncode, done.stdout + done.stderr


async def evening(folder, **changes):
    """Two players, two rounds; what the first one asks for."""
    async with house(folder, HAND, **changes) as server:
        await server.open("H", 1, 2)
        for _ in range(2):
            await server.do("H", c.TumbleDice(3))
            await server.do("H", c.OpenBets())
            placed = await server.do("H", c.PlaceWager(1, "small", 100), seat=1)
            other = await server.do("H", c.PlaceWager(2, "big", 200), seat=2)
            await server.enter("H", (1, 2, 3))
            await server.settle("H")
        await signed(server)
        if changes:
            await cosigned(server)
        terminal = server.terminal("H", 1)
        keys = {one["log"]: one["key"] for one in (await server.get("/api/logs")).json["logs"]}
        own = await server.get(f"/api/tables/H/receipt?entry={placed.first}", terminal)
        theirs = await server.get(f"/api/tables/H/receipt?entry={other.first}", terminal)
        archive = await server.get("/api/tables/H/receipts?round=2", terminal)
        return keys["H"], own, theirs, archive


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    return asyncio.run(evening(tmp_path_factory.mktemp("house")))


def test_a_player_gets_a_receipt_of_their_own_wager_and_not_of_anothers(told, tmp_path):
    key, own, theirs, _ = told
    assert own.status == 200
    assert own.header("content-disposition").endswith('.tlog-proof"')
    assert (theirs.status, theirs.json["code"]) == (403, "right-missing")
    (tmp_path / "receipt").write_bytes(own.body)
    code, words = verified(tmp_path / "receipt", "--log", key)
    assert code == 0, words
    assert "seat 1 wagered 100 on small in round 2" in words


def test_the_archive_of_a_round_says_what_was_wagered_rolled_and_due(told, tmp_path):
    key, _, _, archive = told
    with ZipFile(BytesIO(archive.body)) as opened:
        assert opened.read("keys.txt").decode() == f"log {key}\n"
        proofs = [opened.read(name).decode() for name in opened.namelist() if name.endswith(".tlog-proof")]
    events = [json.loads(parse_receipt(text).entry)["event"] for text in proofs]
    assert {event["is"] for event in events} >= {"table-installed", "wager-placed", "roll-entered", "round-settled"}
    assert {event["seat"] for event in events if "seat" in event} == {1}
    assert not {"losers-collected", "area-paid"} & {event["is"] for event in events}
    (tmp_path / "round.zip").write_bytes(archive.body)
    code, words = verified(tmp_path / "round.zip", "--log", key)
    assert code == 0, words
    assert "seat 1 wagered 100 on small in round 2; 1-2-3 was rolled: 200 is due" in words


def changed(text, place, new):
    lines = text.split("\n")
    lines[place] = new(lines[place])
    return "\n".join(lines)


FORGED = {
    "another entry": lambda text: changed(
        text, 1, lambda line: line[:40] + ("A" if line[40] != "A" else "B") + line[41:]
    ),
    "another place": lambda text: changed(text, 2, lambda line: f"index {int(line[6:]) - 1}"),
    "another proof": lambda text: changed(text, 3, lambda line: "A" * 43 + "="),
    "a shorter proof": lambda text: text.replace(text.split("\n")[3] + "\n", "", 1),
    "another size": lambda text: text.replace(*_size(text)),
    "another signature": lambda text: text[:-8] + ("AAAA" if text[-8:-4] != "AAAA" else "BBBB") + text[-4:],
}


def _size(text):
    lines = text.split("\n\n")[1].split("\n")
    return f"\n{lines[1]}\n", f"\n{int(lines[1]) + 1}\n"


@pytest.mark.parametrize("what", FORGED)
def test_a_receipt_that_was_changed_is_not_sound(told, tmp_path, what):
    key, own, _, _ = told
    text = own.body.decode()
    forged = FORGED[what](text)
    assert forged != text
    (tmp_path / "receipt").write_text(forged)
    code, words = verified(tmp_path / "receipt", "--log", key)
    assert code == 1, words
    assert "NOT SOUND" in words


def test_a_receipt_of_a_log_that_is_not_trusted_or_that_nobody_saw_is_not_sound(told, tmp_path):
    key, own, _, _ = told
    (tmp_path / "receipt").write_bytes(own.body)
    other = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
    assert verified(tmp_path / "receipt", "--log", other)[0] == 1
    assert verified(tmp_path / "receipt")[0] == 1
    witness = str(Listening(tmp_path / "w").key)
    code, words = verified(tmp_path / "receipt", "--log", key, "--cosigned-by", witness)
    assert (code, "0 trusted witnesses have seen it (required: 1)" in words) == (1, True)
    assert verified(tmp_path / "receipt", "--log", key, "--cosigned-by", witness, "--witnesses", "0")[0] == 0
    assert verified(tmp_path / "receipt", "--log", key, "--max-age", "100000000")[0] == 0
    code, words = verified(tmp_path / "receipt", "--log", key, "--max-age", "-1")
    assert (code, words.startswith("NOT ENOUGH: the newest proof, of entry ")) == (3, True)
    assert verified(tmp_path / "receipt", "--log", key, "--require", "reveals")[0] == 2
    assert verified(tmp_path / "receipt", "--log", "nonsense")[0] == 2


async def test_a_receipt_says_which_witness_saw_it(tmp_path):
    witness = Listening(tmp_path / "w")
    folder = await founded(tmp_path, witness)
    with listening(witness) as settings:
        key, own, _, _ = await evening(folder, witness=tuple(settings))
    (tmp_path / "receipt").write_bytes(own.body)
    code, words = verified(tmp_path / "receipt", "--log", key, "--cosigned-by", str(witness.key))
    assert code == 0, words
    assert "seen by regulator.example/w1 at 20" in words


async def test_there_is_no_receipt_before_the_next_checkpoint_nor_of_what_is_not_there(tmp_path):
    async with house(tmp_path, HAND) as server:
        await server.open("H", 1)
        await play(server)
        await signed(server)
        await server.do("H", c.TumbleDice(3))
        await server.do("H", c.OpenBets())
        placed = await server.do("H", c.PlaceWager(1, "small", 100), seat=1)
        terminal = server.terminal("H", 1)
        expected = {
            f"receipt?entry={placed.first}": (409, "receipt-not-yet"),
            "receipt?entry=99999": (404, "round-unknown"),
            "receipt?entry=0": (400, "message-invalid"),
            "signed-head?entry=99999": (404, "round-unknown"),
            "receipt-link?entry=99999": (404, "round-unknown"),
            "receipt-link": (400, "message-invalid"),
            "receipt-link?entry=1&round=1": (400, "message-invalid"),
            "receipts?round=2": (409, "receipt-not-yet"),
            "receipts?round=99": (409, "receipt-not-yet"),
        }
        for path, told in expected.items():
            answer = await server.get(f"/api/tables/H/{path}", terminal)
            assert (answer.status, answer.json["code"]) == told, path
