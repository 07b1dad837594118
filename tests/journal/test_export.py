import json
import resource

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from journal.making import batch, entry, grow

from taisai.journal.anchor import sign
from taisai.journal.export import export, exported
from taisai.journal.keys import load_private, make_keys
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


def test_an_export_is_a_header_the_anchors_and_the_entries(store, tmp_path):
    make_keys(tmp_path)
    anchor = sign(store.head(), "2026-03-01T20:15:00Z", load_private(tmp_path))
    store.save_anchor(anchor)
    assert export(store, "t1", tmp_path / "out.jsonl") == store.head()
    header, second, *rest = lines_of(tmp_path / "out.jsonl")
    assert header == b'{"taisai-export":1,"hash":"sha256","table":"t1","entries":8}\n'
    assert second == anchor + b"\n"
    first = next(store.read())
    assert json.loads(rest[0]) == {"seal": first.seal.hex(), "body": first.body.decode()}
    assert len(rest) == 8


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(events=st.lists(st.dictionaries(texts, texts | st.integers() | st.none(), max_size=4), max_size=8))
def test_what_is_exported_is_read_back_to_the_byte_and_verifies(tmp_path, events):
    store, path = MemoryStore(), tmp_path / "out.jsonl"
    entries = sealed(START, [entry(seq, {**event, "is": "Made"}) for seq, event in enumerate(events, 1)])
    if entries:
        store.append(START, entries)
    path.unlink(missing_ok=True)
    export(store, "t1", path)
    assert list(checked(exported(lines_of(path)))) == entries
    report = verify(lines_of(path))
    assert (report.sound, report.bad_why, report.entries) == (True, "", len(events))
    assert report.seal == store.head().seal.hex()


def test_an_export_ends_where_the_journal_ended_when_it_began(store, tmp_path):
    class Growing(MemoryStore):
        def read(self, after=0):
            grow(store, 1)
            return store.read(after)

        head, anchors = staticmethod(store.head), staticmethod(store.anchors)

    export(Growing(), "t1", tmp_path / "out.jsonl")
    assert verify(lines_of(tmp_path / "out.jsonl")).entries == 8


def test_a_damaged_journal_is_exported_as_it_is_so_that_the_damage_can_be_shown(store, tmp_path):
    store.journal.entries[4] = msgspec.structs.replace(store.journal.entries[4], body=b'{"seq":5,"\xff":0}')
    export(store, "t1", tmp_path / "out.jsonl")
    report = verify(lines_of(tmp_path / "out.jsonl"))
    assert (report.sound, report.bad_seq, report.entries) == (False, 5, 4)


def test_an_export_never_overwrites(store, tmp_path):
    path = tmp_path / "out.jsonl"
    path.write_text("a journal, perhaps")
    with pytest.raises(Refused) as caught:
        export(store, "t1", path)
    assert caught.value.code is JournalRefusal.EXPORT_EXISTS
    assert path.read_text() == "a journal, perhaps"


def test_an_export_is_whole_or_absent(tmp_path):
    store = grow(MemoryStore(), 500)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, before[1]))
    try:
        with pytest.raises(Refused) as caught:
            export(store, "t1", tmp_path / "out.jsonl")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert caught.value.code is JournalRefusal.EXPORT_FAILED
    assert list(tmp_path.iterdir()) == []


def test_an_export_needs_its_folder(store, tmp_path):
    with pytest.raises(Refused) as caught:
        export(store, "t1", tmp_path / "none" / "out.jsonl")
    assert caught.value.code is JournalRefusal.EXPORT_FAILED


@pytest.mark.parametrize("line", [b'{"seal":1}', b'{"seal":"zz","body":""}', b'{"seal":"00","body":"\xff"}'])
def test_lines_that_cannot_be_read_are_refused(line):
    good = msgspec.json.encode({"seal": "00" * 32, "body": batch(1)[0].body.decode()})
    with pytest.raises(Refused) as caught:
        list(exported([b"{}", good, line]))
    assert (caught.value.code, caught.value.value) == (JournalRefusal.EXPORT_INVALID, 2)
