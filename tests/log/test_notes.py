"""Notes, checkpoints and cosignatures: the published ones are taken, and forged ones never."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from taisai.log.checkpoints import Checkpoint, checkpoint_of, opened
from taisai.log.cosignatures import Seen, check_policy, cosigned, seen_by
from taisai.log.notes import COSIGNATURE, ED25519, Key, Note, Signature, key_of, parse, parse_key, parse_signatures
from taisai.log.refusals import LogRefusal
from taisai.rules.refusals import Refused

FOO = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
FOO_NOTE = """This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
"""
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETER_NOTE = """If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
"""
SOFA = """example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
"""  # noqa: E501

LOG = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
LOG_KEY = key_of("house.example/T1", LOG)
WITNESSES = [Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (1, 2, 3)]
WITNESS_KEYS = [key_of(f"witness.example/w{n}", one, COSIGNATURE) for n, one in enumerate(WITNESSES)]
HEAD = Checkpoint("house.example/T1", 7, b"r" * 32)


def code_of(call, *given):
    with pytest.raises(Refused) as caught:
        call(*given)
    return caught.value.code


@pytest.mark.parametrize(("key", "text"), [(FOO, FOO_NOTE), (PETER, PETER_NOTE)])
def test_the_published_notes_are_taken(key, text):
    note = parse(text.encode())
    note.check_signed([parse_key(key)])
    assert str(note) == text
    assert str(parse_key(key)) == key


@pytest.mark.parametrize(("key", "text"), [(FOO, FOO_NOTE), (PETER, PETER_NOTE)])
def test_a_published_note_with_any_letter_changed_is_not(key, text):
    for place in range(text.index("\n\n")):
        changed = parse(text[:place] + ("x" if text[place] != "x" else "y") + text[place + 1 :])
        assert code_of(changed.check_signed, [parse_key(key)]) is LogRefusal.NOTE_FORGED


def test_the_published_checkpoint_is_read():
    note = parse(SOFA)
    checkpoint = checkpoint_of(note)
    assert (checkpoint.origin, checkpoint.size) == ("example.com/behind-the-sofa", 20852163)
    assert checkpoint.text == note.text
    witness = note.signatures[1]
    assert int.from_bytes(witness.content[:8]) == 1679315147
    assert [one.name for one in note.signatures] == ["example.com/behind-the-sofa", "witness.example.com/w1"]


def test_a_signature_of_somebody_unknown_is_passed_over():
    note = Note("text\n").signed(LOG_KEY, LOG)
    both = note._replace(signatures=(*note.signatures, Signature("other", b"abcd", b"nonsense")))
    parse(str(both)).check_signed([LOG_KEY])
    assert code_of(both.check_signed, [parse_key(FOO)]) is LogRefusal.NOTE_UNSIGNED
    assert code_of(both.check_signed, []) is LogRefusal.NOTE_UNSIGNED


def test_one_bad_signature_of_a_known_key_spoils_the_note():
    note = Note("text\n").signed(LOG_KEY, LOG)
    forged = note._replace(signatures=(*note.signatures, note.signatures[0]._replace(content=bytes(64))))
    assert code_of(forged.check_signed, [LOG_KEY]) is LogRefusal.NOTE_FORGED


@pytest.mark.parametrize(
    "text",
    ["", "text\n", "text\n\n", "text\n\nno signature\n", "text\n\n— a b\n", "\n\n— a AAAAAAAA\n",
     "te\txt\n\n— a AAAAAAAA\n", "text\n\n— a AAAAAAAA", "text\n\n— a+b AAAAAAAA\n", "text\n\n— a AAAA\n",
     "x" * 70_000 + "\n\n— a AAAAAAAA\n", "text\n\n" + "— a AAAAAAAA\n" * 65],
)  # fmt: skip
def test_what_is_no_note_is_refused(text):
    assert code_of(parse, text) is LogRefusal.NOTE_INVALID
    assert code_of(parse, text.encode()) is LogRefusal.NOTE_INVALID


def test_bytes_that_are_no_text_are_refused():
    assert code_of(parse, b"\xff\n\n") is LogRefusal.NOTE_INVALID
    assert code_of(parse_signatures, "— a\n") is LogRefusal.NOTE_INVALID


@pytest.mark.parametrize(
    "text", ["", "foo", FOO[:-1], FOO.replace("530d903a", "530d903b"), FOO.replace("+Ae", "+Ce"), FOO + "\n", "a b+0+c"]
)
def test_what_is_no_key_is_refused(text):
    assert code_of(parse_key, text) is LogRefusal.KEY_INVALID


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\n"])
def test_a_key_has_a_name_that_a_note_can_bear(name):
    assert code_of(key_of, name, LOG) is LogRefusal.KEY_INVALID


@given(st.integers(0, 2**63 - 1), st.binary(min_size=32, max_size=32))
def test_a_checkpoint_is_read_as_it_was_written(size, root):
    made = Checkpoint("house.example/T1", size, root)
    note = made.note.signed(LOG_KEY, LOG)
    assert opened(str(note).encode(), LOG_KEY) == (made, note)


@pytest.mark.parametrize(
    "text",
    ["a\n1\n", "a\n01\n" + SOFA.split("\n")[2] + "\n", "a\n-1\n" + SOFA.split("\n")[2] + "\n", "a\n1\nAAAA\n",
     "\n1\n" + SOFA.split("\n")[2] + "\n", "a\n1\n" + "A" * 42 + "B=\n", "a\n99999999999999999999\n" + "A" * 43 + "=\n",
     "a\n9999999999999999999\n" + "A" * 43 + "=\n"],
)  # fmt: skip
def test_what_is_no_checkpoint_is_refused(text):
    assert code_of(checkpoint_of, Note(text)) is LogRefusal.CHECKPOINT_INVALID


def test_a_checkpoint_of_another_log_is_refused_though_the_key_signed_it():
    other = HEAD._replace(origin="house.example/T2").note.signed(LOG_KEY, LOG)
    assert code_of(opened, str(other), LOG_KEY) is LogRefusal.CHECKPOINT_INVALID


def witnessed(count, note=None):
    note = note or HEAD.note.signed(LOG_KEY, LOG)
    made = [cosigned(note, key, one, 1_700_000_000 + n) for n, (key, one) in enumerate(zip(WITNESS_KEYS, WITNESSES))]  # noqa: B905
    return note._replace(signatures=(*note.signatures, *made[:count]))


def test_a_cosignature_says_who_saw_it_and_when():
    note = parse(str(witnessed(2)))
    assert seen_by(note, WITNESS_KEYS) == [
        Seen("witness.example/w0", 1_700_000_000),
        Seen("witness.example/w1", 1_700_000_001),
    ]
    opened(str(note), LOG_KEY)


@pytest.mark.parametrize(("count", "least"), [(0, 0), (1, 1), (2, 1), (2, 2), (3, 3)])
def test_so_many_witnesses_as_the_policy_asks_for_are_enough(count, least):
    assert len(check_policy(witnessed(count), WITNESS_KEYS, least)) == count


@pytest.mark.parametrize(("count", "least"), [(0, 1), (1, 2), (2, 3)])
def test_fewer_are_not(count, least):
    assert code_of(check_policy, witnessed(count), WITNESS_KEYS, least) is LogRefusal.WITNESSES_MISSING


def test_one_witness_does_not_count_twice():
    note = witnessed(1)
    twice = note._replace(signatures=(*note.signatures, note.signatures[-1]))
    alias = Key("another.name", COSIGNATURE, WITNESS_KEYS[0].public)
    again = cosigned(note, alias, WITNESSES[0], 5)
    thrice = twice._replace(signatures=(*twice.signatures, again))
    assert code_of(check_policy, thrice, [WITNESS_KEYS[0], alias, WITNESS_KEYS[0]], 2) is LogRefusal.WITNESSES_MISSING


def test_a_cosignature_for_another_time_or_text_is_forged():
    note = witnessed(1)
    good = note.signatures[-1]
    later = good._replace(content=(1_800_000_000).to_bytes(8) + good.content[8:])
    short = good._replace(content=good.content[:-1])
    never = good._replace(content=b"\xff" * 8 + good.content[8:])
    for bad in (later, short, never):
        forged = note._replace(signatures=(note.signatures[0], bad))
        assert code_of(seen_by, forged, WITNESS_KEYS) is LogRefusal.NOTE_FORGED
    moved = HEAD._replace(size=8).note._replace(signatures=note.signatures)
    assert code_of(seen_by, moved, WITNESS_KEYS) is LogRefusal.NOTE_FORGED


def test_a_logs_signature_is_no_cosignature_and_the_other_way_round():
    as_log = Key(WITNESS_KEYS[0].name, ED25519, WITNESS_KEYS[0].public)
    assert as_log.id != WITNESS_KEYS[0].id
    assert code_of(witnessed(1).check_signed, [as_log]) is LogRefusal.NOTE_UNSIGNED
    assert seen_by(HEAD.note.signed(LOG_KEY, LOG), [Key(LOG_KEY.name, COSIGNATURE, LOG_KEY.public)]) == []
