"""Every way to tamper with an export is found, and the first bad entry is named."""

import ast
import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from journal.making import entry, grow

from taisai.journal import verify_taisai
from taisai.journal.anchor import sign
from taisai.journal.entry import Head
from taisai.journal.export import export
from taisai.journal.keys import PUBLIC_FILE, key_name, load_private, make_keys
from taisai.journal.memory import MemoryStore
from taisai.journal.seal import START, sealed
from taisai.journal.verify_taisai import main, read_key, verify, words

AT = "2026-03-01T20:15:00Z"
FIRST = 3  # the place of entry 1: a header and two anchors stand before it
FILE = Path(verify_taisai.__file__)


@pytest.fixture(scope="session")
def keys(tmp_path_factory):
    folder = tmp_path_factory.mktemp("keys")
    make_keys(folder)
    return folder


@pytest.fixture(scope="session")
def other_key(tmp_path_factory):
    folder = tmp_path_factory.mktemp("other")
    make_keys(folder)
    return load_private(folder)


@pytest.fixture(scope="session")
def key(keys):
    return load_private(keys)


@pytest.fixture(scope="session")
def path(tmp_path_factory, key):
    """Twelve entries with anchors at 5 and 12."""
    store, path = MemoryStore(), tmp_path_factory.mktemp("export") / "out.jsonl"
    for count in (5, 7):
        store.save_anchor(sign(grow(store, count).head(), AT, key))
    export(store, "t1", path)
    return path


@pytest.fixture
def lines(path):
    return path.read_bytes().splitlines(keepends=True)


def changed(line, **values):
    return json.dumps({**json.loads(line), **values}).encode()


def resealed(lines, start=0):
    """What a forger who knows the format but not the key would do: all seals fit again."""
    last, made = bytes(32), []
    for line in lines[FIRST:]:
        last = hashlib.sha256(last + json.loads(line)["body"].encode()).digest()
        made.append(changed(line, seal=last.hex()))
    return lines[:FIRST] + made


def place(seq):
    return FIRST + seq - 1


def change(lines, key, other):
    lines[place(4)] = lines[place(4)].replace(rb"\"stake\":104", rb"\"stake\":904")


def change_and_reseal(lines, key, other):
    change(lines, key, other)
    lines[:] = resealed(lines)


def drop(lines, key, other):
    del lines[place(6)]


def drop_the_first(lines, key, other):
    del lines[place(1)]


def reorder(lines, key, other):
    lines[place(7)], lines[place(8)] = lines[place(8)], lines[place(7)]


def insert(lines, key, other):
    lines.insert(place(9), lines[place(3)])


def append_one(lines, key, other):
    body = json.dumps({**json.loads(json.loads(lines[-1])["body"]), "seq": 13})
    lines.append(changed(lines[-1], body=body))
    lines[:] = resealed(lines)


def cut(lines, key, other):
    del lines[place(11) :]


def cut_and_recount(lines, key, other):
    cut(lines, key, other)
    lines[0] = changed(lines[0], entries=10)


def cut_without_the_anchor(lines, key, other):
    cut(lines, key, other)
    del lines[2]


def cut_inside_a_line(lines, key, other):
    lines[place(10) :] = [lines[place(10)][:30]]


def swap_seals(lines, key, other):
    one, two = (json.loads(lines[place(seq)])["seal"] for seq in (2, 3))
    lines[place(2)], lines[place(3)] = changed(lines[place(2)], seal=two), changed(lines[place(3)], seal=one)


def forge_an_anchor(lines, key, other):
    """For a rewritten history, with another key that is named."""
    change_and_reseal(lines, key, other)
    seal = bytes.fromhex(json.loads(lines[place(5)])["seal"])
    lines[1] = sign(Head(5, seal), AT, other)


def forge_the_name_on_an_anchor(lines, key, other):
    forge_an_anchor(lines, key, other)
    anchor = json.loads(lines[1])
    lines[1] = json.dumps({**anchor, "anchor": {**anchor["anchor"], "key": key_name(key.public_key())}}).encode()


def move_an_anchor(lines, key, other):
    signed = json.loads(lines[1])
    lines[1] = json.dumps({**signed, "anchor": {**signed["anchor"], "at": "2027-01-01T00:00:00Z"}}).encode()


def anchor_without_a_signature(lines, key, other):
    lines[1] = json.dumps({"anchor": json.loads(lines[1])["anchor"]}).encode()


def anchor_with_more(lines, key, other):
    signed = json.loads(lines[1])
    lines[1] = json.dumps({**signed, "anchor": {**signed["anchor"], "more": 1}}).encode()


def anchor_of_nothing(lines, key, other):
    lines[1] = b'{"anchor":{"seq":true}}'


def anchor_of_the_start_that_lies(lines, key, other):
    lines[1] = sign(Head(0, b"\1" * 32), AT, key)


def anchor_after_entries(lines, key, other):
    lines.insert(place(6), lines.pop(2))


def a_key_more(lines, key, other):
    lines[place(2)] = changed(lines[place(2)], note="hello")


def no_json(lines, key, other):
    lines[place(2)] = b"hello\n"


def no_utf8(lines, key, other):
    lines[place(2)] = lines[place(2)].replace(b"Mei", b"M\xffi")


def half_a_character(lines, key, other):
    lines[place(2)] = changed(lines[place(2)], body="\ud800")


def deep_json(lines, key, other):
    lines[place(2)] = b"[" * 100_000


def a_body_that_is_a_number(lines, key, other):
    lines[place(2)] = changed(lines[place(2)], body=2)


def number_as_truth(lines, key, other):
    lines[place(1)] = lines[place(1)].replace(rb"\"seq\":1,", rb"\"seq\":true,")
    lines[:] = resealed(lines)


TAMPERINGS = {
    change: (4, "seal does not match"),
    change_and_reseal: (5, "an anchor has another seal"),
    drop: (6, "entry 7 is in its place"),
    drop_the_first: (1, "entry 2 is in its place"),
    reorder: (7, "entry 8 is in its place"),
    insert: (9, "entry 3 is in its place"),
    append_one: (13, "too many entries: the header counts 12"),
    cut: (11, "cut off: an anchor names entry 12"),
    cut_and_recount: (11, "cut off: an anchor names entry 12"),
    cut_without_the_anchor: (11, "cut off: the header counts 12"),
    cut_inside_a_line: (10, "not a JSON object"),
    swap_seals: (2, "seal does not match"),
    forge_an_anchor: (5, "anchor names the key"),
    forge_the_name_on_an_anchor: (5, "signature of its anchor is forged"),
    move_an_anchor: (5, "signature of its anchor is forged"),
    anchor_without_a_signature: (5, "signature of its anchor is forged"),
    anchor_with_more: (5, "not have exactly seq, seal, at and key"),
    anchor_of_nothing: (0, "an anchor names no entry"),
    anchor_of_the_start_that_lies: (0, "another seal"),
    anchor_after_entries: (7, "not have exactly a seal and a body"),
    a_key_more: (2, "not have exactly a seal and a body"),
    no_json: (2, "not a JSON object: 'hello"),
    no_utf8: (2, "not a JSON object"),
    half_a_character: (2, "not Unicode"),
    deep_json: (2, "not a JSON object"),
    a_body_that_is_a_number: (2, "not a JSON object: '2'"),
    number_as_truth: (1, "entry True is in its place"),
}


@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda tamper: tamper.__name__)
def test_tampering_is_found_and_the_first_bad_entry_named(lines, key, other_key, tamper):
    tamper(lines, key, other_key)
    report = verify(lines, key_name(key.public_key()))
    seq, why = TAMPERINGS[tamper]
    assert (report.sound, report.bad_seq) == (False, seq), report
    assert why in report.bad_why
    assert words(report) == f"NOT SOUND: entry {seq}: {report.bad_why}"


HEADERS = {
    b"": "not a JSON object",
    b"[]": "not a JSON object",
    b"{}": "not the header of an export, format 1",
    b'{"taisai-export":2}': "not the header of an export, format 1",
    b'{"taisai-export":1,"hash":"md5"}': "names the hash 'md5'",
    b'{"taisai-export":1,"hash":"sha256","table":"t1"}': "how many entries",
    b'{"taisai-export":1,"hash":"sha256","table":"t1","entries":-1}': "how many entries",
    b'{"taisai-export":1,"hash":"sha256","entries":0}': "name the table",
}


@pytest.mark.parametrize("header", HEADERS)
def test_a_bad_header_is_named(lines, header):
    report = verify([header, *lines[1:]])
    assert (report.sound, report.bad_seq) == (False, 0)
    assert HEADERS[header] in report.bad_why
    assert not verify([]).sound


ENVELOPES = {
    "at": "the entry has no at",
    "cause": "the entry has no cause",
    "digest": "the entry has no digest",
    "by": "name a person",
    "event": "no event with a kind",
}


@pytest.mark.parametrize("name", ENVELOPES)
@pytest.mark.parametrize("value", [None, 1, {"name": "Mei", "role": 1, "is": 1}])
def test_an_entry_without_its_envelope_is_named(lines, name, value):
    body = json.loads(json.loads(lines[place(3)])["body"])
    lines[place(3)] = changed(lines[place(3)], body=json.dumps({**body, name: value}))
    report = verify(resealed(lines))
    assert (report.sound, report.bad_seq) == (False, 3)
    assert ENVELOPES[name] in report.bad_why or "does not name a role" in report.bad_why


# ---- what is sound ----


def test_a_sound_export_is_told_with_what_vouches_for_it(lines, key):
    report = verify(lines, key_name(key.public_key()))
    assert (report.sound, report.entries, report.anchors, report.anchored) == (True, 12, 2, 12)
    assert words(report).splitlines() == [
        f"sound: table t1, 12 entries, the last seal {json.loads(lines[-1])['seal']}",
        "anchors: 2, up to entry 12; signatures checked",
    ]


def test_without_a_key_it_is_said_that_nobody_knows_who_signed(lines):
    assert "signatures checked, but without a trusted key" in words(verify(lines))


def test_without_the_library_signatures_are_said_not_to_be_checked(lines, key, other_key, monkeypatch):
    monkeypatch.setattr(verify_taisai, "CAN_CHECK_SIGNATURES", False)
    move_an_anchor(lines, key, other_key)
    assert "signatures not checked" in words(verify(lines))


def test_without_anchors_it_is_said_that_nothing_vouches_for_the_end(lines):
    bare = [lines[0], *lines[FIRST:]]
    assert words(verify(bare)).splitlines()[1:] == ["no anchor covers the entries after 0"]


def test_an_anchor_kept_elsewhere_shows_that_the_end_was_cut_off(lines):
    short = [changed(lines[0], entries=10), *lines[FIRST : place(11)]]
    assert verify(short).sound
    report = verify(short, anchors=[lines[2]])
    assert (report.bad_seq, report.bad_why) == (11, "the end is cut off: an anchor names entry 12")


def test_an_anchor_of_the_start_may_be_kept(key):
    header = b'{"taisai-export":1,"hash":"sha256","table":"t1","entries":0}'
    assert verify([header, sign(START, AT, key)]).sound


def test_the_forger_of_these_tests_does_make_fitting_seals(lines):
    assert verify(resealed(lines)).sound
    assert [json.loads(line)["seal"] for line in resealed(lines)[FIRST:]] == [
        one.seal.hex() for one in sealed(START, [entry(seq) for seq in range(1, 13)])
    ]


# ---- as a command ----


def test_it_runs_alone_without_our_package(path, keys, tmp_path):
    alone = tmp_path / "verify_taisai.py"
    alone.write_bytes(FILE.read_bytes())
    command = [sys.executable, "-W", "error", alone, path, "--key", keys / PUBLIC_FILE]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("sound: table t1, 12 entries")


def test_it_imports_the_standard_library_and_one_signature_library_only():
    tree = ast.parse(FILE.read_text(), feature_version=(3, 9))
    names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    outside = {name.partition(".")[0] for name in names} - set(sys.stdlib_module_names)
    assert outside == {"cryptography"}


def test_the_exit_code_and_the_report_for_machines(path, lines, tmp_path, capsys):
    assert main([str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["anchored"] == 12
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"".join(lines[:-1]))
    (tmp_path / "anchors").write_bytes(lines[2])
    assert main([str(bad)]) == 1
    assert "entry 12: the end is cut off" in capsys.readouterr().out
    assert main([str(path), "--anchors", str(tmp_path / "anchors")]) == 0


@pytest.mark.parametrize(
    "arguments", [[], ["none.jsonl"], ["{path}", "--key", "{path}"], ["{path}", "--key", "{empty}"]]
)
def test_what_cannot_be_checked_ends_with_two(path, tmp_path, arguments, capsys):
    (tmp_path / "empty").touch()
    given = [argument.format(path=path, empty=tmp_path / "empty") for argument in arguments]
    with pytest.raises(SystemExit) as caught:
        main(given)
    assert caught.value.code == 2
    assert "usage" in capsys.readouterr().err


def test_a_key_is_read_from_its_file(keys, key):
    assert read_key((keys / PUBLIC_FILE).read_text()) == key_name(key.public_key())
    with pytest.raises(ValueError, match="not an Ed25519 public key"):
        read_key("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----")
