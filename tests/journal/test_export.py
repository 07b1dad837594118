import resource

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from journal.making import batch, entry, grow

from taisai.journal.export import export, exported, note_in
from taisai.journal.memory import MemoryStore
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import START, checked, sealed
from taisai.journal.verify_taisai import verify
from taisai.rules.refusals import Refused

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@pytest.fixture
def store():
    return grow(MemoryStore(), 3, 5)


def lines_of(path):
    return path.read_bytes().splitlines(keepends=True)


def test_an_export_is_a_header_the_checkpoints_and_the_entries_each_framed(store, tmp_path):
    notes = [b"h/house\n8\nroot\ntaisai-head 00 now 60\n\n\xe2\x80\x94 h/house c2lnbmVk\n", b"h/house\n3\nroot\n\n-\n"]
    for note in notes:
        store.add_checkpoint(note)
    assert export(store, "house", tmp_path / "out.jsonl") == store.head()
    header, *rest = lines_of(tmp_path / "out.jsonl")
    assert header == b'h {"taisai-export":"1.0","hash":"sha256","table":"house","entries":8,"every_s":60}\n'
    assert rest[:2] == [b"c " + note.replace(b"\n", rb"\n") + b"\n" for note in reversed(notes)]
    assert [note_in(line) for line in rest[:2]] == notes[::-1]
    first = next(store.read())
    assert rest[2] == b"e " + first.seal.hex().encode() + b" " + first.body + b"\n"
    assert len(rest) == 10


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.lists(texts, max_size=8))
def test_what_is_exported_is_read_back_to_the_byte_and_verifies(tmp_path, said):
    store, path = MemoryStore(), tmp_path / "out.jsonl"
    entries = sealed(START, [entry(seq, {"is": "person-unlocked", "name": text}) for seq, text in enumerate(said, 1)])
    if entries:
        store.append(START, entries)
    path.unlink(missing_ok=True)
    export(store, "house", path)
    assert list(checked(exported(lines_of(path)))) == entries
    report = verify(lines_of(path))
    assert (report.sound, report.bad_why, report.entries) == (True, "", len(said))
    assert report.seal == store.head().seal.hex()


def test_an_export_ends_where_the_journal_ended_when_it_began(store, tmp_path):
    class Growing(MemoryStore):
        def read(self, after=0):
            grow(store, 1)
            return store.read(after)

        head, checkpoints, tree = staticmethod(store.head), staticmethod(store.checkpoints), store.tree

    export(Growing(), "house", tmp_path / "out.jsonl")
    assert verify(lines_of(tmp_path / "out.jsonl")).entries == 8


def test_a_damaged_journal_is_exported_as_it_is_so_that_the_damage_can_be_shown(store, tmp_path):
    store.journal.entries[4] = msgspec.structs.replace(store.journal.entries[4], body=b'{"seq":5,"\xff":0}')
    export(store, "house", tmp_path / "out.jsonl")
    report = verify(lines_of(tmp_path / "out.jsonl"))
    assert (report.sound, report.bad_seq, report.entries) == (False, 5, 4)


def test_an_export_never_overwrites(store, tmp_path):
    path = tmp_path / "out.jsonl"
    path.write_text("a journal, perhaps")
    with pytest.raises(Refused) as caught:
        export(store, "house", path)
    assert caught.value.code is JournalRefusal.EXPORT_EXISTS
    assert path.read_text() == "a journal, perhaps"


def test_an_export_is_whole_or_absent(tmp_path):
    store = grow(MemoryStore(), 500)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, before[1]))
    try:
        with pytest.raises(Refused) as caught:
            export(store, "house", tmp_path / "out.jsonl")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert caught.value.code is JournalRefusal.EXPORT_FAILED
    assert list(tmp_path.iterdir()) == []


def test_an_export_needs_its_folder(store, tmp_path):
    with pytest.raises(Refused) as caught:
        export(store, "house", tmp_path / "none" / "out.jsonl")
    assert caught.value.code is JournalRefusal.EXPORT_FAILED


@pytest.mark.parametrize("line", [b'{"seal":1}', b"e zz {}\n", b"e " + b"0" * 64 + b" {}", b"x y\n", b"\n"])
def test_lines_that_cannot_be_read_are_refused(line):
    good = b"e " + b"0" * 64 + b" " + batch(1)[0].body + b"\n"
    with pytest.raises(Refused) as caught:
        list(exported([b"h {}\n", good, line]))
    assert (caught.value.code, caught.value.value) == (JournalRefusal.EXPORT_INVALID, 2)
