"""A witness cosigns a log that only grew; whoever rewrites it leaves the evidence there."""

import os
import signal
from contextlib import closing
from pathlib import Path

import pytest
from log.trees import naive_root
from witness.histories import FORKED, HONEST, HOUSE, KEY, asked, head, submit

from taisai.journal.refusals import JournalRefusal
from taisai.log.checkpoints import Checkpoint, checkpoint_of
from taisai.log.cosignatures import Seen, check_policy
from taisai.log.notes import COSIGNATURE, key_of, parse, parse_signatures
from taisai.log.refusals import LogRefusal
from taisai.log.submissions import origin_hash, submission
from taisai.rules.refusals import Refused
from taisai.witness import folder as kept
from taisai.witness.answers import Witness
from taisai.witness.folder import WitnessFolder, evidence_in


def opened(path):
    folder = WitnessFolder(path, "regulator.example/w1")
    if not folder.logs:
        folder.know(str(KEY))
    return folder


@pytest.fixture
def witness(tmp_path):
    with closing(opened(tmp_path / "w")) as folder:
        yield Witness(folder)


def test_a_log_that_grows_is_cosigned_with_the_time(witness):
    for size in (0, 1, 5, 5, 12, 40):
        told = submit(witness, "honest", size, at_s=1_700_000_000 + size)
        assert told.status == 200
        note = head("honest", size)
        cosigned = note._replace(signatures=(*note.signatures, *parse_signatures(told.body)))
        assert check_policy(cosigned, [witness.folder.key], 1) == [Seen("regulator.example/w1", 1_700_000_000 + size)]


def test_what_was_cosigned_last_can_be_asked_for(witness):
    name = origin_hash(KEY.name)
    assert witness.checkpoint(name).status == 404
    assert witness.checkpoint("0" * 64).status == 404
    submit(witness, "honest", 12)
    told = witness.checkpoint(name)
    note = parse(told.body)
    note.check_signed([KEY])
    assert len(check_policy(note, [witness.folder.key], 1)) == 1
    assert checkpoint_of(note).size == 12


def test_whoever_does_not_know_how_far_the_witness_is_is_told(witness):
    submit(witness, "honest", 12)
    told = witness.add_checkpoint(asked("honest", 5, 20), 1)
    assert (told.status, told.body, told.media) == (409, "12\n", "text/x.tlog.size")


def forged(note):
    return note._replace(signatures=(note.signatures[0]._replace(content=bytes(64)),))


REFUSED = {
    "no submission": (b"nonsense", 400),
    "no note": (b"old 0\n\nnonsense\n", 400),
    "no checkpoint": (b"old 0\n\ntext\n\n\xe2\x80\x94 a AAAAAAAA\n", 400),
    "an old size beyond the new one": (submission(9, [], head("honest", 5)), 400),
    "another log": (submission(0, [], Checkpoint("other", 1, bytes(32)).note.signed(KEY, HOUSE)), 404),
    "a forged signature": (submission(0, [], forged(head("honest", 5))), 403),
    "no signature of the log": (
        submission(0, [], Checkpoint(KEY.name, 1, bytes(32)).note.signed(key_of("x", HOUSE), HOUSE)),
        403,
    ),
    "an empty log with a root": (submission(0, [], Checkpoint(KEY.name, 0, bytes(32)).note.signed(KEY, HOUSE)), 422),
    "a proof from nothing": (submission(0, [bytes(32)], head("honest", 5)), 422),
}


@pytest.mark.parametrize("what", REFUSED)
def test_anything_else_is_refused_and_nothing_is_remembered_of_it(witness, what):
    content, status = REFUSED[what]
    assert witness.add_checkpoint(content, 1).status == status
    assert witness.folder.head(KEY.name) is None
    assert witness.folder.evidence() == []


def test_a_log_that_shrank_is_not_cosigned(witness):
    submit(witness, "honest", 12)
    assert submit(witness, "honest", 8).status == 409
    assert submit(witness, "forked", 8).status == 409
    assert witness.folder.head(KEY.name).checkpoint.size == 12


@pytest.mark.parametrize(("size", "why"), [(12, kept.FORKED), (20, kept.UNPROVED)])
def test_a_log_that_was_forked_is_not_cosigned_and_both_heads_are_kept(witness, size, why):
    submit(witness, "honest", 12)
    for _ in range(3):
        assert submit(witness, "forked", size, at_s=99).status == 422
    (found,) = witness.folder.evidence()
    assert (found.origin, found.at_s, found.why) == (KEY.name, 99, why)
    seen, told = parse(found.seen), parse(found.told)
    for note in (seen, told):
        note.check_signed([KEY])
    assert check_policy(seen, [witness.folder.key], 1)
    assert checkpoint_of(seen).root == naive_root(HONEST[:12])
    assert checkpoint_of(told).root == naive_root(FORKED[:size])
    assert submit(witness, "honest", 20).status == 200


def test_evidence_does_not_fill_the_disk(witness, monkeypatch):
    monkeypatch.setattr(kept, "EVIDENCE_MOST", 3)
    submit(witness, "honest", 12)
    for size in range(12, 20):
        assert submit(witness, "forked", size).status == 422
    assert len(witness.folder.evidence()) == 3


def test_a_witness_that_starts_again_knows_what_it_cosigned(tmp_path):
    with closing(opened(tmp_path / "w")) as folder:
        submit(Witness(folder), "honest", 12)
        key = folder.key
        with pytest.raises(Refused) as caught:
            opened(tmp_path / "w")
        assert caught.value.code is JournalRefusal.LOCKED
    with closing(WitnessFolder(tmp_path / "w")) as folder:
        assert folder.key == key
        assert submit(Witness(folder), "forked", 20).status == 422
    assert len(evidence_in(tmp_path / "w")) == 1


def test_a_witness_has_one_name_and_a_log_one_key(tmp_path):
    with pytest.raises(Refused, match="needs a name"):
        WitnessFolder(tmp_path / "w")
    with closing(opened(tmp_path / "w")) as folder:
        for other in (key_of(KEY.name, folder.private), key_of("new", HOUSE, COSIGNATURE)):
            with pytest.raises(Refused) as caught:
                folder.know(str(other))
            assert caught.value.code is LogRefusal.KEY_INVALID
    with pytest.raises(Refused, match="is called regulator"):
        WitnessFolder(tmp_path / "w", "another.name")


def test_what_cannot_be_kept_is_not_cosigned(witness, monkeypatch):
    submit(witness, "honest", 5)

    def fails(*_):
        raise OSError(28, "no room")

    monkeypatch.setattr(kept.os, "fsync", fails)
    with pytest.raises(OSError, match="no room"):
        submit(witness, "honest", 12)
    monkeypatch.undo()
    assert witness.folder.head(KEY.name).checkpoint.size == 5
    assert submit(witness, "honest", 12).status == 200


class Killer:
    """Kills its own process before or after the step with this number, of all that write something."""

    def __init__(self, number):
        self.left = number

    def around(self, step):
        def stepped(*given, **named):
            self._count()
            done = step(*given, **named)
            self._count()
            return done

        return stepped

    def _count(self):
        self.left -= 1
        if not self.left:
            os.kill(os.getpid(), signal.SIGKILL)


def run_and_kill(path, history, sizes, number):
    """In a process of its own; gives back which sizes were cosigned, and whether it was killed."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        killer = Killer(number)
        kept.os.fsync = killer.around(os.fsync)
        kept.sync_folder = killer.around(kept.sync_folder)
        Path.rename, Path.open = killer.around(Path.rename), killer.around(Path.open)
        folder = opened(path)
        for size in sizes:
            if submit(Witness(folder), history, size).status == 200:
                os.write(theirs, b"%d\n" % size)
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as told:
        cosigned = [int(line) for line in told.read().split()]
    return cosigned, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def test_a_witness_killed_at_every_write_never_cosigns_two_heads_that_contradict_each_other(tmp_path):
    kills = 0
    for number in range(1, 200):
        path = tmp_path / str(number)
        before, killed = run_and_kill(path, "honest", (3, 8, 12), number)
        after, _ = run_and_kill(path, "forked", (3, 6, 9, 14, 20), 0)
        again, _ = run_and_kill(path, "honest", (15, 21), 0)
        honest = {size for size in (*before, *again) if size > 5}
        forked = {size for size in after if size > 5}
        assert not (honest and forked), (number, before, after, again)
        assert honest or forked, "one of the two goes on"
        if not killed:
            break
        kills += 1
    assert kills >= 25
