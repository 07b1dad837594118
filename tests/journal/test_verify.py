"""Every way to tamper with an export is found, and the first bad entry is named."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from journal.forging import body_of, header, resealed
from journal.making import entry, grow

from taisai.house.journal_checkpoints import JournalCheckpoints
from taisai.journal import verify_taisai
from taisai.journal.export import export, framed_note, note_in
from taisai.journal.keys import PUBLIC_FILE, key_name, load_private, make_keys
from taisai.journal.memory import MemoryStore
from taisai.journal.seal import START, sealed
from taisai.journal.verify_taisai import main, read_key, verify, words

AT = "2026-03-01T20:15:00+00:00"
FIRST = 3  # the place of entry 1: a header and two checkpoints stand before it
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


def checkpoint_of(store, key):
    return JournalCheckpoints("h", key, lambda _: store).sign("house", store.head(), AT)


@pytest.fixture(scope="session")
def path(tmp_path_factory, key):
    """Twelve entries with checkpoints at 5 and 12."""
    store, path = MemoryStore(), tmp_path_factory.mktemp("export") / "out.jsonl"
    for count in (5, 7):
        store.add_checkpoint(checkpoint_of(grow(store, count), key))
    export(store, "house", path)
    return path


@pytest.fixture
def lines(path):
    return path.read_bytes().splitlines(keepends=True)


def place(seq):
    return FIRST + seq - 1


def store_of(lines):
    """A store with these entries, for whoever signs them."""
    store = MemoryStore()
    entries = [entry(seq, json.loads(body_of(line))["event"]) for seq, line in enumerate(lines[FIRST:], 1)]
    store.append(START, sealed(START, entries))
    return store


def with_body(lines, seq, change):
    line = lines[place(seq)]
    lines[place(seq)] = line[:67] + change(body_of(line)) + b"\n"


def change(lines, key, other):
    with_body(lines, 4, lambda body: body.replace(b'"upto":104', b'"upto":904'))


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
    body = body_of(lines[-1]).replace(b'"seq":12', b'"seq":13')
    lines[:] = resealed([*lines, lines[-1][:67] + body + b"\n"])


def cut(lines, key, other):
    del lines[place(11) :]


def cut_and_recount(lines, key, other):
    cut(lines, key, other)
    lines[0] = header(10, "house")


def cut_without_the_checkpoint(lines, key, other):
    cut(lines, key, other)
    del lines[2]


def cut_inside_a_line(lines, key, other):
    lines[place(10) :] = [lines[place(10)][:30]]


def cut_before_the_last_line_end(lines, key, other):
    lines[-1] = lines[-1][:-1]


def swap_seals(lines, key, other):
    one, two = lines[place(2)], lines[place(3)]
    lines[place(2)], lines[place(3)] = two[:67] + one[67:], one[:67] + two[67:]


def forge_a_checkpoint(lines, key, other):
    """For a rewritten history, with another key."""
    change_and_reseal(lines, key, other)
    lines[1:FIRST] = [framed_note(checkpoint_of(store_of(lines), other))]


def note_changed(old, new):
    def change(lines, key, other):
        lines[1] = framed_note(note_in(lines[1]).replace(old, new))

    change.__name__ = f"a checkpoint with {new!r}"
    return change


def checkpoint_after_entries(lines, key, other):
    lines.insert(place(6), lines.pop(2))


def checkpoint_as_an_entry(lines, key, other):
    lines[place(2)] = b"e" + lines[1][1:]


def entry_as_a_checkpoint(lines, key, other):
    """True entries dressed as checkpoints, false ones played: there is one reader, and it takes neither."""
    lines.insert(1, b"c" + lines[place(2)][1:])


def no_json(lines, key, other):
    lines[place(2)] = b"hello\n"


def no_utf8(lines, key, other):
    with_body(lines, 2, lambda body: body.replace(b"Mei", b"M\xffi"))


def deep_json(lines, key, other):
    with_body(lines, 2, lambda _: b"[" * 100_000)


def a_body_that_is_a_number(lines, key, other):
    with_body(lines, 2, lambda _: b"2")


def number_as_truth(lines, key, other):
    with_body(lines, 1, lambda body: body.replace(b'"seq":1,', b'"seq":true,'))
    lines[:] = resealed(lines)


TAMPERINGS = {
    change: (4, "seal does not match"),
    change_and_reseal: (5, "another seal for this entry"),
    drop: (6, "entry 7 is in its place"),
    drop_the_first: (1, "entry 2 is in its place"),
    reorder: (7, "entry 8 is in its place"),
    insert: (9, "entry 3 is in its place"),
    append_one: (13, "too many entries: the header counts 12"),
    cut: (11, "cut off: a checkpoint or signed head names entry 12"),
    cut_and_recount: (11, "cut off: a checkpoint or signed head names entry 12"),
    cut_without_the_checkpoint: (11, "cut off: the header counts 12"),
    cut_inside_a_line: (10, "not a line of an entry"),
    cut_before_the_last_line_end: (12, "not a line of an entry"),
    swap_seals: (2, "seal does not match"),
    forge_a_checkpoint: (0, "not signed by 'h/house'"),
    note_changed(b"\n5\n", b"\n6\n"): (0, "signature of the log is forged"),
    note_changed(b"\n5\n", b"\n05\n"): (0, "not a checkpoint"),
    note_changed(b"\n5\n", "\n٥\n".encode()): (0, "not a checkpoint"),
    note_changed(b"h/house\n", b"h/other\n"): (0, "not signed by"),
    note_changed(b"taisai-head", b"taisai-tail"): (0, "signature of the log is forged"),
    note_changed(b"+00:00 60", b"+00:00 0"): (0, "signature of the log is forged"),
    note_changed("—".encode(), b"-"): (0, "not a signature"),
    note_changed(b" 60\n\n", b" 60\n"): (0, "not a checkpoint of a log"),
    checkpoint_after_entries: (7, "not a line of an entry"),
    checkpoint_as_an_entry: (2, "not a line of an entry"),
    entry_as_a_checkpoint: (0, "not a checkpoint of a log"),
    no_json: (2, "not a line of an entry"),
    no_utf8: (2, "this is not JSON"),
    deep_json: (2, "this is not JSON"),
    a_body_that_is_a_number: (2, "no object"),
    number_as_truth: (1, "the entry does not say seq"),
}


@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda tamper: tamper.__name__)
def test_tampering_is_found_and_the_first_bad_entry_named(lines, key, other_key, tamper):
    before = [*lines]
    tamper(lines, key, other_key)
    assert lines != before
    report = verify(lines, key_name(key.public_key()))
    seq, why = TAMPERINGS[tamper]
    assert (report.sound, report.bad_seq) == (False, seq), report
    assert why in report.bad_why
    assert words(report) == f"NOT SOUND: entry {seq}: {report.bad_why}"


OLD = "not the header of an export, format 1.0: export the journal again"
HEADERS = {
    b"": OLD,
    b"hello\n": OLD,
    b'{"taisai-export":1,"hash":"sha256","table":"t1","entries":9}\n': OLD,
    b"h {}\n": OLD,
    header(12, "house").replace(b"h {", b"h  {"): "canonical form",
    header(12, "house").replace(b"\n", b""): OLD,
    header(12, "house").replace(b"\n", b"\r\n"): "canonical form",
    header(12, "house").replace(b"hash", rb"h\u0061sh"): "canonical form",
    header(12, "house", more=1): OLD,
    header(12, "house", **{"taisai-export": "1.1"}): OLD,
    header(12, "house", hash="md5"): "names the hash 'md5'",
    header(-1, "house"): "how many entries",
    header(True, "house"): "how many entries",
    header(12, 5): "name the table",
    header(12, "house", every_s=0): "promises a checkpoint every 0 seconds",
    header(12, "house", every_s=None): "promises a checkpoint every None seconds",
    header(12, "house", every_s=10**9): "promises a checkpoint every 1000000000 seconds",
    header(12, "house", every_s=61): "promises another interval than the header",
    header(12, "h/house"): "not of this table",
}


@pytest.mark.parametrize("first", HEADERS)
def test_a_bad_header_is_named(lines, first):
    report = verify([first, *lines[1:]])
    assert (report.sound, report.bad_seq) == (False, 0)
    assert HEADERS[first] in report.bad_why
    assert not verify([]).sound


# ---- one form of a body ----


def other_bodies(body):
    """The same entry as another reader might take it, and entries that say more, less or the same twice."""
    told = json.loads(body)

    def compact(entry, **more):
        return json.dumps(entry, separators=(",", ":"), **more).encode()

    yield "a space", body.replace(b":", b": ", 1)
    yield "an escape", body.replace(b"rating-ended", rb"rating\u002dended")
    yield "an escaped slash", body.replace(b"Mei", rb"M\/i")
    yield "an escape of what needs none", compact({**told, "cause": "ö"})
    yield "a key twice", body.replace(b'"cause":', b'"cause":"other","cause":')
    yield "a key twice in the event", body.replace(b'"upto":', b'"upto":1,"upto":')
    yield "a key more", compact({**told, "more": 1})
    yield "a key more in the event", compact({**told, "event": told["event"] | {"more": 1}})
    yield "a key less in the event", compact({**told, "event": {"is": "rating-ended", "rating": 3}})
    yield "other order", compact(dict(reversed(told.items())))
    yield "other order in the event", body.replace(b'"rating":3,"upto":103', b'"upto":103,"rating":3')
    yield "a kind that is not known", body.replace(b"rating-ended", b"rating-paused")
    yield "a kind of a table", compact({**told, "event": {"is": "seat-left", "seat": 1}})
    yield "no kind", compact({**told, "event": {"rating": 3, "upto": 1}})
    yield "a kind that is no text", compact({**told, "event": {"is": ["rating-ended"], "rating": 3, "upto": 1}})
    yield "a fraction", body.replace(b'"upto":103', b'"upto":103.0')
    yield "an exponent", body.replace(b'"upto":103', b'"upto":103e0')
    yield "no number", body.replace(b'"upto":103', b'"upto":NaN')
    yield "a negative zero", body.replace(b'"upto":103', b'"upto":-0')
    yield "a truth", body.replace(b'"upto":103', b'"upto":true')
    yield "a text for a number", body.replace(b'"upto":103', b'"upto":"103"')
    yield "half a character", body.replace(b"Mei", rb"\ud800")
    for name in ("at", "by", "cause", "digest", "event"):
        for value in (None, 1, [], {"name": "Mei", "role": 1}, {"role": "dealer", "name": "Mei"}):
            yield f"{name} as {value}", compact({**told, name: value})


def test_a_body_has_one_form(lines):
    """All is sealed again each time: the seal is right, and the entry is not."""
    names = set()
    for name, other in other_bodies(body_of(lines[place(3)])):
        assert other != body_of(lines[place(3)]), name
        forged = [header(12, "house"), *lines[FIRST:]]
        forged[3] = forged[3][:67] + other + b"\n"
        report = verify([forged[0], *resealed(forged)[1:]])
        assert (report.sound, report.bad_seq) == (False, 3), name
        names.add(name)
    assert len(names) > 40


# ---- what is sound ----


def test_a_sound_export_is_told_with_what_vouches_for_it(lines, key):
    report = verify(lines, key_name(key.public_key()))
    assert (report.sound, report.entries, report.checkpoints, report.reached, report.beyond) == (True, 12, 2, 12, 0)
    assert words(report).splitlines() == [
        f"sound: table house, 12 entries, the last seal {lines[-1][2:66].decode()}",
        f"checkpoints: 2, up to entry 12, signed at {AT}; signed with the trusted key",
        "no trusted witness has seen any of it",
    ]


def test_without_a_key_it_is_said_that_a_stranger_signed(lines):
    report = verify(lines)
    assert report.key == "stranger"
    assert "signed by a stranger: no trusted key was given" in words(report)


def test_without_the_library_no_signature_is_believed(path, keys, monkeypatch, capsys):
    monkeypatch.setattr(verify_taisai, "CAN_CHECK_SIGNATURES", False)
    assert main([str(path)]) == 0
    with pytest.raises(SystemExit) as caught:
        main([str(path), "--key", str(keys / PUBLIC_FILE)])
    assert caught.value.code == 2
    assert "need the package cryptography" in capsys.readouterr().err


def test_without_checkpoints_it_is_said_that_nothing_vouches_for_the_end(lines):
    bare = [lines[0], *lines[FIRST:]]
    report = verify(bare)
    assert (report.key, report.reached, report.beyond) == ("none", 0, 12)
    assert f"no checkpoint covers the last 12 entries, after entry 0, by its own word up to {report.last_at}" in words(
        report
    )


def test_a_key_without_a_checkpoint_proves_nothing(lines, key):
    bare = [lines[0], *lines[FIRST:]]
    report = verify(bare, key_name(key.public_key()))
    assert (report.sound, report.bad_why) == (False, "no checkpoint covers any entry")


def test_a_checkpoint_kept_elsewhere_shows_that_the_end_was_cut_off(lines):
    short = [header(10, "house"), *lines[FIRST : place(11)]]
    assert verify(short).sound
    for known in (lines[2], note_in(lines[2]), lines[1] + lines[2]):
        report = verify(short, known=[known])
        assert report.bad_why == "the end is cut off: a checkpoint or signed head names entry 12"
        assert report.bad_seq == 11


def test_a_checkpoint_of_the_start_may_be_kept(key):
    note = checkpoint_of(MemoryStore(), key)
    assert verify([header(0, "house"), framed_note(note)], key_name(key.public_key())).sound
    wrong = JournalCheckpoints("h", key, lambda _: MemoryStore()).sign("house", START._replace(seal=b"1" * 32), AT)
    report = verify([header(0, "house"), framed_note(wrong)], key_name(key.public_key()))
    assert (report.sound, report.bad_seq) == (False, 0)


def test_the_forger_of_these_tests_does_make_fitting_seals(lines):
    assert verify(resealed(lines)).sound
    assert [line[2:66].decode() for line in resealed(lines)[FIRST:]] == [
        one.seal.hex() for one in sealed(START, [entry(seq) for seq in range(1, 13)])
    ]


# ---- as a command ----


def test_it_runs_alone_without_our_package(path, keys, tmp_path):
    alone = tmp_path / "verify_taisai.py"
    alone.write_bytes(FILE.read_bytes())
    command = [sys.executable, "-W", "error", alone, path, "--key", keys / PUBLIC_FILE]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("sound: table house, 12 entries")


def test_it_imports_the_standard_library_and_one_signature_library_only():
    tree = ast.parse(FILE.read_text(), feature_version=(3, 9))
    names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    outside = {name.partition(".")[0] for name in names} - set(sys.stdlib_module_names)
    assert outside == {"cryptography"}


def test_the_exit_code_and_the_report_for_machines(path, lines, tmp_path, capsys):
    assert main([str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["reached"], told["enough"]) == (12, True)
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"".join(lines[:-1]))
    (tmp_path / "kept").write_bytes(lines[2])
    assert main([str(bad)]) == 1
    assert "entry 12: the end is cut off" in capsys.readouterr().out
    assert main([str(path), "--checkpoint", str(tmp_path / "kept")]) == 0
    assert main([str(path), "--max-age", "1"]) == 3
    assert "NOT ENOUGH: nothing that is trusted says how old any entry is" in capsys.readouterr().out


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
