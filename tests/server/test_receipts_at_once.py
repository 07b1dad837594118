"""A player has something in hand at once: a signed head, a short link, and an archive of the whole session."""

from io import BytesIO
from zipfile import ZipFile

from msgspec.structs import replace
from server.making import HAND, NOBODY, house
from server.test_logs import signed
from server.test_receipts import verified

from taisai.log.heads import opened_head
from taisai.log.notes import parse_key
from taisai.server import verify_page
from taisai.table import commands as c


async def betting(server, *seats):
    await server.open("H", *seats)
    await server.do("H", c.TumbleDice(3))
    await server.do("H", c.OpenBets())


async def round_over(server, *wagers):
    """Of a table that is open."""
    await server.do("H", c.TumbleDice(3))
    await server.do("H", c.OpenBets())
    placed = [await server.do("H", c.PlaceWager(seat, spot, 100), seat=seat) for seat, spot in wagers]
    await server.enter("H", (1, 2, 3))
    await server.settle("H")
    return placed


async def key_of(server):
    return next(one["key"] for one in (await server.get("/api/logs")).json["logs"] if one["log"] == "H")


def names(archive):
    with ZipFile(BytesIO(archive)) as opened:
        return [name for name in opened.namelist() if name != "keys.txt"]


def written(path, archive):
    path.write_bytes(archive)
    return path


async def test_a_wager_is_signed_at_once_and_its_player_alone_gets_it(tmp_path):
    async with house(tmp_path / "house", HAND) as server:
        await betting(server, 1, 2)
        placed = await server.do("H", c.PlaceWager(1, "small", 100), seat=1)
        size = server.house.logs.log("H").size
        told = await server.get(f"/api/tables/H/signed-head?entry={placed.first}", server.terminal("H", 1))
        assert size < placed.first, "no checkpoint has it yet"
        head = opened_head(told.body, parse_key(await key_of(server)))
        stored = next(server.table("H").desk.store.read(placed.first - 1))
        assert (head.seq, head.entry, head.seal) == (placed.first, stored.body, stored.seal)
        refused = await server.get(f"/api/tables/H/signed-head?entry={placed.first}", server.terminal("H", 2))
        assert (refused.status, refused.json["code"]) == (403, "right-missing")
        stranger = await server.get(f"/api/tables/H/signed-head?entry={placed.first}")
        assert stranger.status in (401, 403)
        code, words = verified(written(tmp_path / "head", told.body), "--log", await key_of(server))
        assert code == 0, words
        assert "seat 1 wagered 100 on small in round 1" in words
        assert "signed when it was written" in words


async def test_the_export_of_a_house_must_have_what_it_signed_at_once(tmp_path):
    async def go():
        async with house(tmp_path / "house", HAND) as server:
            await betting(server, 1)
            placed = await server.do("H", c.PlaceWager(1, "small", 100), seat=1)
            head = await server.get(f"/api/tables/H/signed-head?entry={placed.first}", server.terminal("H", 1))
            export = await server.get("/api/tables/H/export", server.sign_in("aud.auditor"))
            return await key_of(server), head.body, export.body

    key, head, export = await go()
    kept = written(tmp_path / "head", head)
    good, cut, other = tmp_path / "good", tmp_path / "cut", tmp_path / "other"
    assert verified(written(good, export), "--checkpoint", kept, "--log", key)[0] == 0
    lines = export.splitlines(keepends=True)
    entries = [line for line in lines if line.startswith(b"e ")]
    header = lines[0].replace(b'"entries":%d' % len(entries), b'"entries":%d' % (len(entries) - 1))
    code, words = verified(written(cut, b"".join([header, *entries[:-1]])), "--checkpoint", kept, "--log", key)
    assert (code, "the end is cut off" in words) == (1, True), words

    async def again():
        async with house(tmp_path / "another", HAND) as server:
            await betting(server, 1)
            await server.do("H", c.PlaceWager(1, "big", 100), seat=1)
            return (await server.get("/api/tables/H/export", server.sign_in("aud.auditor"))).body

    code, words = verified(written(other, await again()), "--checkpoint", kept, "--log", key)
    assert (code, "is not trusted" in words) == (1, True), "another house's checkpoints"


async def test_a_session_is_one_archive_of_what_the_player_did_since_they_sat_down(tmp_path):
    async with house(tmp_path / "house", HAND) as server:
        await server.open("H", 1, 2)
        before = await round_over(server, (1, "small"))
        await server.do("H", c.CashOut(1), seat=1)
        own = await round_over(server, (2, "big"))
        await round_over(server)
        await signed(server)
        late = await server.do("H", c.BuyIn(2, 5_000))
        told = await server.get("/api/tables/H/session-receipts", server.terminal("H", 2))
        assert told.status == 200, told.body
        found = names(told.body)
        seqs = {int(name.split("-")[1].split(".")[0]) for name in found}
        assert own[0].first in seqs
        assert before[0].first not in seqs
        assert [name for name in found if name.endswith(".signed-head")] == [f"H-{late.first:09}.signed-head"]
        path = written(tmp_path / "session.zip", told.body)
        code, words = verified(path, "--log", await key_of(server))
        assert code == 0, words
        assert "seat 2 wagered 100 on big in round 2; 1-2-3 was rolled: 0 is due" in words
        assert "round 3" not in words, "the seat had no wager there"
        assert "seat 1" not in words
        refused = await server.get("/api/tables/H/session-receipts?seat=9", server.sign_in("shi.manager"))
        assert (refused.status, refused.json["code"]) == (404, "seat-unknown")


async def test_a_link_shows_its_own_receipt_to_whoever_has_it_and_no_other_can_be_made_up(tmp_path, monkeypatch):
    monkeypatch.setattr(verify_page, "FILE", tmp_path / "not built")
    async with house(tmp_path / "house", HAND) as server:
        await server.open("H", 1, 2)
        own, other = await round_over(server, (1, "small"), (2, "big"))
        terminal = server.terminal("H", 1)
        await signed(server)
        entry = (await server.get(f"/api/tables/H/receipt-link?entry={own.first}", terminal)).json["path"]
        whole = (await server.get("/api/tables/H/receipt-link?round=1", terminal)).json["path"]
        theirs = (await server.get(f"/api/tables/H/receipt-link?entry={other.first}", terminal)).json["path"]
        assert names((await server.get(entry)).body) == [f"H-{own.first:09}.tlog-proof"]
        told = await server.get(whole, NOBODY)
        code, words = verified(written(tmp_path / "round.zip", told.body), "--log", await key_of(server))
        assert code == 0, words
        assert "seat 1 wagered 100 on small in round 1; 1-2-3 was rolled: 200 is due" in words
        assert "seat 2" not in words
        assert (await server.get(theirs)).json["code"] == "right-missing", "the link is of seat 1"
        for forged in (
            entry.replace("-1/", "-2/"), entry.replace(f"entry-{own.first}", f"entry-{other.first}"),
            entry[:-1] + ("a" if entry[-1] != "a" else "b"), entry.replace("entry", "round"),
            "/receipt/H/rubbish/aaaaaaaaaaaaaaaa", "/receipt/E" + entry.removeprefix("/receipt/H"),
        ):  # fmt: skip
            refused = await server.get(forged)
            assert (refused.status, refused.json["code"]) == (404, "receipt-unknown"), forged


async def test_a_link_given_before_the_checkpoint_shows_the_signed_head_and_later_the_proof(tmp_path, monkeypatch):
    monkeypatch.setattr(verify_page, "FILE", tmp_path / "not built")
    async with house(tmp_path / "house", HAND) as server:
        await betting(server, 1)
        placed = await server.do("H", c.PlaceWager(1, "small", 100), seat=1)
        path = f"/api/tables/H/receipt-link?entry={placed.first}"
        link = (await server.get(path, server.terminal("H", 1))).json["path"]
        assert names((await server.get(link)).body) == [f"H-{placed.first:09}.signed-head"]
        await server.enter("H", (1, 2, 3))
        await server.settle("H")
        await signed(server)
        assert names((await server.get(link)).body) == [f"H-{placed.first:09}.tlog-proof"]


PAGE = (
    '<html><style>a{}</style><script type="text/plain" id="receipts"></script><script type="module">1</script></html>'
)


async def test_the_page_may_run_its_own_script_and_ask_for_nothing(tmp_path, monkeypatch):
    page = tmp_path / "verify.html"
    page.write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(verify_page, "FILE", page)
    async with house(tmp_path / "house", HAND) as server:
        told = await server.get("/verify")
        policy = told.header("content-security-policy")
        assert told.body.decode() == PAGE
        assert "default-src 'none'" in policy
        assert "connect-src" not in policy
        # printf 1 | openssl dgst -sha256 -binary | base64
        assert "script-src 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='" in policy
        await server.open("H", 1)
        await round_over(server, (1, "small"))
        await signed(server)
        link = (await server.get("/api/tables/H/receipt-link?round=1", server.terminal("H", 1))).json["path"]
        held = await server.get(link)
        assert held.header("content-type").startswith("text/html")
        assert held.header("content-security-policy") == policy
        assert held.body.decode().startswith(PAGE[: PAGE.index('"receipts">') + 11] + "UEsDB")


async def test_a_display_and_a_terminal_of_another_table_get_no_receipts_of_players(tmp_path):
    async with house(tmp_path / "house", HAND, replace(HAND, id="J")) as server:
        await server.open("H", 1)
        for who in (server.display(), server.terminal("J", 1)):
            for path in ("signed-head?entry=1", "session-receipts?seat=1", "receipt-link?entry=1&seat=1"):
                assert (await server.get(f"/api/tables/H/{path}", who)).status == 403, path
