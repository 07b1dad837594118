"""A receipt alone shows that an entry is in the log; nothing about it can be changed."""

import pytest
from log.test_notes import LOG, LOG_KEY, WITNESS_KEYS, code_of, witnessed
from log.trees import naive_root, tiled

from taisai.log.checkpoints import Checkpoint
from taisai.log.cosignatures import check_policy
from taisai.log.notes import key_of
from taisai.log.proofs import consistency, inclusion
from taisai.log.receipts import Receipt, parse_receipt
from taisai.log.refusals import LogRefusal
from taisai.log.submissions import Submission, origin_hash, parse_submission, submission

BODIES = [b'{"seq":%d,"event":"%s"}' % (n, b"x" * n) for n in range(1, 60)]


def receipt(index=41, size=59):
    bodies = BODIES[:size]
    note = Checkpoint(LOG_KEY.name, size, naive_root(bodies)).note.signed(LOG_KEY, LOG)
    return Receipt(bodies[index], index, tuple(inclusion(tiled(bodies).hash, index, size)), witnessed(2, note))


@pytest.mark.parametrize(("index", "size"), [(0, 1), (0, 59), (58, 59), (41, 59)])
def test_a_receipt_is_checked_from_its_text_alone(index, size):
    made = receipt(index, size)
    read = parse_receipt(str(made))
    assert read == made
    assert read.check(LOG_KEY).size == size
    assert len(check_policy(read.note, WITNESS_KEYS, 2)) == 2


def test_its_text_is_as_the_specification_writes_it():
    lines = str(receipt()).split("\n")
    assert lines[0] == "c2sp.org/tlog-proof@v1"
    assert lines[1].startswith("extra ")
    assert lines[2] == "index 41"
    blank = lines.index("")
    assert lines[blank + 1 : blank + 3] == [LOG_KEY.name, "59"]


def test_a_receipt_for_anything_else_is_refused():
    made = receipt()
    assert code_of(made._replace(entry=BODIES[40]).check, LOG_KEY) is LogRefusal.PROOF_WRONG
    assert code_of(made._replace(place=40).check, LOG_KEY) is LogRefusal.PROOF_WRONG
    assert code_of(made._replace(path=made.path[1:]).check, LOG_KEY) is LogRefusal.PROOF_WRONG
    other = made.note._replace(text=made.note.text.replace("59", "60"))
    assert code_of(made._replace(note=other).check, LOG_KEY) is LogRefusal.NOTE_FORGED
    assert code_of(made.check, key_of("other/T1", LOG)) is LogRefusal.NOTE_UNSIGNED
    alien = Checkpoint("alien", 59, naive_root(BODIES)).note.signed(LOG_KEY, LOG)
    assert code_of(made._replace(note=alien).check, LOG_KEY) is LogRefusal.CHECKPOINT_INVALID


@pytest.mark.parametrize(
    "change",
    [("c2sp.org/tlog-proof@v1", "c2sp.org/tlog-proof@v2"), ("index 41", "index 041"), ("index 41", "index"),
     ("index 41", "index -1"), ("extra ", "extra !"), ("extra ", "extra A"), ("=\n", "\n"),
     ("index 41\n", "index 41\n" + "A" * 43 + "=\n" * 1 + ("A" * 43 + "=\n") * 63)],
)  # fmt: skip
def test_what_is_no_receipt_is_refused(change):
    assert code_of(parse_receipt, str(receipt()).replace(*change, 1)) in (
        LogRefusal.PROOF_INVALID,
        LogRefusal.NOTE_INVALID,
    )


def test_a_submission_is_read_as_it_was_written():
    note = receipt().note
    path = consistency(tiled(BODIES).hash, 20, 59)
    assert parse_submission(submission(20, path, note)) == Submission(20, tuple(path), note)
    assert parse_submission(submission(0, [], note)) == Submission(0, (), note)


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff", b"old 1", b"old 01\n\n", b"new 1\n\n", b"old 1\nAAAA\n\n",
     b"old 1\n" + (b"A" * 43 + b"=\n") * 64 + b"\n"],
)  # fmt: skip
def test_what_is_no_submission_is_refused(content):
    assert code_of(parse_submission, content + str(receipt().note).encode() * content.endswith(b"\n\n")) in (
        LogRefusal.PROOF_INVALID,
        LogRefusal.NOTE_INVALID,
    )


def test_a_log_is_asked_for_by_the_hash_of_its_origin():
    assert origin_hash("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert origin_hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
