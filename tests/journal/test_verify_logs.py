"""The stand-alone verifier and logs: tiles, checkpoints of exports, and what a witness kept as evidence."""

import json
from contextlib import closing
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
import pytest
from house.test_journal_log import KEY, kept
from journal.forging import formed
from journal.making import entry, grow
from witness.histories import KEY as LOG_KEY
from witness.histories import submit
from witness.test_witness import opened

from taisai.house.tile_files import write_tiles
from taisai.journal.export import export
from taisai.journal.seal import START, sealed
from taisai.journal.sqlite import SqliteStore
from taisai.journal.tree import Kept
from taisai.journal.verify_taisai import main
from taisai.log.checkpoints import Checkpoint
from taisai.log.notes import key_of
from taisai.log.receipts import Receipt
from taisai.log.tiles import tiles_of
from taisai.log.tree import leaf_hash
from taisai.witness.answers import Witness

VKEY = str(key_of("house/T1", KEY))


@pytest.fixture
def made(tmp_path):
    """Tiles, an export and a checkpoint of one journal."""
    with closing(SqliteStore.open(tmp_path / "journal", "house")) as store:
        grow(store, 700)
        kept(store)
        write_tiles(store, tmp_path / "tiles")
        (tmp_path / "checkpoint").write_bytes(store.tree.checkpoint(Kept.SIGNED))
        grow(store, 5)
        export(store, "house", tmp_path / "export.jsonl")
    return tmp_path


def told(capsys, *arguments):
    try:
        code = main([*map(str, arguments)])
    except SystemExit as left:
        code = left.code
    return code, capsys.readouterr().out


def test_tiles_of_a_log_are_sound(made, capsys):
    code, words = told(capsys, made / "tiles", "--log", VKEY)
    assert code == 0
    assert words.startswith("sound: every entry and every tile\nlog house/T1, 700 entries, root ")


@pytest.mark.parametrize("tile", [tile.path for tile in tiles_of(700)])
def test_a_tile_or_bundle_that_was_changed_is_named(made, capsys, tile):
    path = made / "tiles" / "tile" / tile
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    code, words = told(capsys, made / "tiles", "--log", VKEY)
    assert code == 1
    assert "NOT SOUND" in words


def test_a_bundle_that_is_cut_or_missing_is_told(made, capsys):
    path = made / "tiles" / "tile" / "entries" / "000"
    content = path.read_bytes()
    path.write_bytes(content[:-1])
    assert told(capsys, made / "tiles", "--log", VKEY)[0] == 1
    path.write_bytes(content + b"\0\1x")
    assert told(capsys, made / "tiles", "--log", VKEY)[0] == 1
    path.unlink()
    assert told(capsys, made / "tiles", "--log", VKEY)[0] == 2


def test_an_export_leads_to_a_checkpoint_that_was_kept_elsewhere(made, capsys):
    arguments = (made / "export.jsonl", "--checkpoint", made / "checkpoint", "--log", VKEY)
    code, words = told(capsys, *arguments)
    assert code == 0
    assert "705 entries" in words
    alone = json.loads(told(capsys, made / "export.jsonl", "--json")[1])
    assert (alone["sound"], alone["kept"]) == (True, [])
    kept_elsewhere = json.loads(told(capsys, *arguments, "--json")[1])["kept"]
    assert [one["reached"] for one in kept_elsewhere] == [700]


def test_an_export_of_a_journal_that_was_rewritten_and_sealed_anew_does_not(made, capsys, tmp_path):
    """Whoever has the signing key seals everything again; the checkpoint that somebody kept does not fit."""
    with closing(SqliteStore.open(tmp_path / "other", "house")) as store:
        grow(store, 701, 4)
        kept(store)
        export(store, "house", tmp_path / "same.jsonl")
    text = (made / "checkpoint").read_text()
    arguments = ("--checkpoint", made / "checkpoint", "--log", VKEY)
    assert told(capsys, tmp_path / "same.jsonl", *arguments)[0] == 0
    with closing(SqliteStore.open(tmp_path / "changed", "house")) as store:
        entries = [
            entry(seq, {"is": "rating-ended", "rating": 1, "upto": 1} if seq == 300 else None) for seq in range(1, 706)
        ]
        store.append(START, sealed(START, entries))
        export(store, "house", tmp_path / "changed.jsonl")
    code, words = told(capsys, tmp_path / "changed.jsonl", *arguments)
    assert (code, "has another root up to here" in words) == (1, True)
    (made / "checkpoint").write_text(text.replace("700", "699"))
    assert told(capsys, tmp_path / "same.jsonl", *arguments)[0] == 1


def test_an_export_that_ends_before_the_checkpoint_is_cut_off(made, capsys, tmp_path):
    with closing(SqliteStore.open(tmp_path / "short", "house")) as store:
        grow(store, 600)
        export(store, "house", tmp_path / "short.jsonl")
    code, words = told(capsys, tmp_path / "short.jsonl", "--checkpoint", made / "checkpoint", "--log", VKEY)
    assert (code, "the end is cut off" in words) == (1, True)


@pytest.mark.parametrize(("size", "verdict"), [(12, "PROVED: "), (20, "no proof links the two")])
def test_what_a_witness_kept_is_evidence_for_anybody(tmp_path, capsys, size, verdict):
    with closing(opened(tmp_path / "w")) as folder:
        submit(Witness(folder), "honest", 12)
        submit(Witness(folder), "forked", size)
        (found,) = folder.evidence()
    (path,) = (tmp_path / "w" / "evidence").glob("*.json")
    code, words = told(capsys, path, "--log", str(LOG_KEY))
    assert (code, verdict in words) == (0, True)
    same = msgspec.structs.replace(found, told=found.seen)
    (tmp_path / "same.json").write_bytes(msgspec.json.encode(same))
    assert told(capsys, tmp_path / "same.json", "--log", str(LOG_KEY))[0] == 1
    forged = msgspec.structs.replace(found, told=found.told.replace("12\n", "13\n").replace("20\n", "21\n"))
    (tmp_path / "forged.json").write_bytes(msgspec.json.encode(forged))
    assert told(capsys, tmp_path / "forged.json", "--log", str(LOG_KEY))[0] == 1


def receipt_of(log, event):
    """Of a log with this one entry."""
    body = msgspec.json.encode(
        {"seq": 1, "at": "now", "by": {"name": "a", "role": "b"}, "cause": "", "digest": "", "event": event}
    )
    note = Checkpoint(log, 1, leaf_hash(body)).note.signed(key_of(log, KEY), KEY)
    return str(Receipt(body, 0, (), note))


def archived(path, *receipts):
    with ZipFile(path, "w") as archive:
        for place, text in enumerate(receipts):
            archive.writestr(f"{place}.tlog-proof", text)
    return path


def test_a_pay_table_of_another_log_says_nothing_of_a_wager(tmp_path, capsys):
    """Both are true; together they would tell of a win that never was."""
    event = formed({"is": "table-installed", "seats": 4, "wins": {"big": {"4-5-6": "9"}}})
    installed = receipt_of("house/T2", event)
    wager = {"round": 1, "seat": 1, "spot": "big", "stake": 10, "excess": 0, "placed_by": "", "asked_by": ""}
    placed = receipt_of("house/T1", {"is": "wager-placed", **wager, "chips": None})
    keys = ("--log", str(key_of("house/T1", KEY)), "--log", str(key_of("house/T2", KEY)))
    assert told(capsys, archived(tmp_path / "one.zip", placed), *keys)[0] == 0
    code, words = told(capsys, archived(tmp_path / "two.zip", installed, placed), *keys)
    assert (code, "more than one log" in words) == (1, True)
    assert told(capsys, archived(tmp_path / "none.zip"), *keys)[0] == 1


def damaged(content, places):
    """An archive of receipts in which some bytes are others: of its first record, and of its directory."""
    made, listed = bytearray(content), content.index(b"PK\x01\x02")
    for place, value in places.items():
        made[place if place >= 0 else listed - place] = value
    return bytes(made)


@pytest.mark.parametrize("places", [{6: 1, -8: 1}, {8: 77, -10: 77}, {42: 255}], ids=["locked", "packed", "cut"])
def test_an_archive_that_nobody_can_unpack_is_not_checked_rather_than_not_sound(tmp_path, capsys, places):
    with ZipFile(tmp_path / "receipts.zip", "w", ZIP_DEFLATED) as archive:
        archive.writestr("a.tlog-proof", "words " * 99)
    (tmp_path / "receipts.zip").write_bytes(damaged((tmp_path / "receipts.zip").read_bytes(), places))
    assert told(capsys, tmp_path / "receipts.zip")[0] == 2
