import hashlib
import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from journal.making import DEALER, batch, entry, head_after

from taisai.journal.entry import Entry, Head, Lines, Sealed, decode, encode
from taisai.journal.refusals import JournalRefusal
from taisai.journal.seal import START, checked, checked_lines, seal, sealed, taken_apart
from taisai.rules.refusals import Refused

events = st.dictionaries(
    st.text(max_size=5), st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=8), max_size=4
)
histories = st.lists(events, min_size=1, max_size=12)


def history(contents):
    return sealed(START, [entry(seq, {"is": "Made", **event}) for seq, event in enumerate(contents, 1)])


def naive_seals(bodies):
    """The definition once more, in other words."""
    last = "00" * 32
    for body in bodies:
        last = hashlib.new("sha256", bytes.fromhex(last) + body).hexdigest()
        yield last


def in_runs(entries):
    """Entries whose numbers follow one another are together."""
    lines = []
    for one in entries:
        if lines and lines[-1].first + len(lines[-1].bodies) == one.seq:
            before = lines.pop()
            lines.append(Lines(before.first, before.seals + one.seal, [*before.bodies, one.body]))
        else:
            lines.append(Lines(one.seq, one.seal, [one.body]))
    return lines


def first_bad(entries, after=START):
    """Whichever way they are read."""
    alone = [Lines(one.seq, one.seal, [one.body]) for one in entries]
    found = set()
    for read in (checked(entries, after), checked_lines(alone, after), checked_lines(in_runs(entries), after)):
        with pytest.raises(Refused) as caught:
            list(read)
        assert caught.value.code is JournalRefusal.CORRUPT
        found.add(caught.value.value)
    (bad,) = found
    return bad


def test_a_body_is_compact_json_that_begins_with_its_number():
    (body,) = encode([entry(7, {"is": "StakeRaised", "stake": 5})])
    assert body == (
        b'{"seq":7,"at":"2026-03-01T20:15:00Z","by":{"name":"Mei","role":"dealer"},"cause":"command-7",'
        b'"digest":"' + b"d" * 64 + b'","event":{"is":"StakeRaised","stake":5}}'
    )
    assert decode(body) == entry(7, {"is": "StakeRaised", "stake": 5})


def test_an_event_with_a_line_feed_between_its_tokens_is_our_own_mistake():
    with pytest.raises(AssertionError):
        encode([Entry(1, "", DEALER, "", "", msgspec.Raw(b'{\n"is":"x"}'))])


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"seq":"1"}', b"\xff"])
def test_what_is_no_entry_is_refused(body):
    with pytest.raises(Refused) as caught:
        decode(body)
    assert caught.value.code is JournalRefusal.CORRUPT


@given(histories)
def test_seals_chain_from_the_start(contents):
    made = history(contents)
    assert [entry.seal.hex() for entry in made] == list(naive_seals(entry.body for entry in made))
    assert list(checked(made)) == made
    assert [one for some in checked_lines(in_runs(made)) for one in taken_apart(some)] == made
    assert [json.loads(entry.body)["event"] for entry in made] == [{"is": "Made", **event} for event in contents]


@given(histories, st.data())
def test_a_history_may_be_checked_from_any_head(contents, data):
    made = history(contents)
    place = data.draw(st.integers(0, len(made) - 1))
    head = head_after(made[: place + 1])
    assert list(checked(made[place + 1 :], head)) == made[place + 1 :]
    if made[place + 1 :]:
        assert first_bad(made[place + 1 :], Head(head.seq, bytes(31) + b"\1")) == head.seq + 1


@given(histories, st.data())
def test_any_flipped_bit_is_found_at_its_entry(contents, data):
    made = history(contents)
    place = data.draw(st.integers(0, len(made) - 1))
    seq, body, mark = msgspec.structs.astuple(made[place])
    bit = data.draw(st.integers(0, 8 * (len(body) + 32) - 1))
    changed = bytearray(body + mark)
    changed[bit // 8] ^= 1 << bit % 8
    made[place] = Sealed(seq, bytes(changed[:-32]), bytes(changed[-32:]))
    assert first_bad(made) == seq


@given(st.integers(3, 9), st.data())
def test_dropping_doubling_and_reordering_are_found_where_they_begin(count, data):
    made = batch(count)
    place = data.draw(st.integers(0, count - 2))
    dropped = made[:place] + made[place + 1 :]
    doubled = made[: place + 1] + made[place:]
    swapped = [*made[:place], made[place + 1], made[place], *made[place + 2 :]]
    assert (first_bad(dropped), first_bad(doubled), first_bad(swapped)) == (place + 1, place + 2, place + 1)


def test_an_entry_renumbered_by_its_container_only_is_found():
    first, second = batch(2)
    assert first_bad([first, Sealed(2, first.body, seal(first.seal, first.body))]) == 2
    assert first_bad([Sealed(1, second.body, seal(START.seal, second.body))]) == 1
