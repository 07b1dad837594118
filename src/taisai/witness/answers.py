"""The answers of a witness, by c2sp.org/tlog-witness: it cosigns a log that only grew, and nothing else."""

from http import HTTPStatus
from threading import Lock
from typing import NamedTuple

from taisai.log.checkpoints import Checkpoint, checkpoint_of
from taisai.log.cosignatures import cosigned
from taisai.log.notes import Note
from taisai.log.proofs import check_consistency
from taisai.log.rotations import Rotation, rotation_of
from taisai.log.submissions import SIZE_MEDIA, Submission, origin_hash, parse_submission
from taisai.log.tree import EMPTY
from taisai.rules.refusals import Refused
from taisai.witness.folder import FORKED, UNPROVED, Evidence, Head, WitnessFolder

TEXT = "text/plain; charset=utf-8"


class Told(NamedTuple):
    status: HTTPStatus
    body: str
    media: str = TEXT


class Witness:
    """Handles all heads of all logs one after the other, so that no request rolls another one back."""

    def __init__(self, folder: WitnessFolder) -> None:
        self.folder = folder
        self._one_at_a_time = Lock()

    def add_checkpoint(self, content: bytes, at_s: int) -> Told:
        try:
            asked = parse_submission(content)
            checkpoint = checkpoint_of(asked.note)
        except Refused as refused:
            return _refused(HTTPStatus.BAD_REQUEST, refused)
        key = self.folder.logs.get(checkpoint.origin)
        if key is None:
            return Told(HTTPStatus.NOT_FOUND, f"this witness does not know the log {checkpoint.origin}\n")
        try:
            asked.note.check_signed([key])
            rotation = rotation_of(asked.note)
        except Refused as refused:
            return _refused(HTTPStatus.FORBIDDEN, refused)
        if asked.old > checkpoint.size:
            return Told(HTTPStatus.BAD_REQUEST, f"the old size {asked.old} is larger than {checkpoint.size}\n")
        with self._one_at_a_time:
            return self._cosigned(asked, checkpoint, rotation, at_s)

    def _cosigned(self, asked: Submission, checkpoint: Checkpoint, rotation: Rotation | None, at_s: int) -> Told:
        before = self.folder.head(checkpoint.origin)
        size, root = before.checkpoint[1:3] if before else (0, EMPTY)
        if asked.old != size:
            return Told(HTTPStatus.CONFLICT, f"{size}\n", SIZE_MEDIA)
        try:
            check_consistency(size, root, checkpoint.size, checkpoint.root, asked.path)
        except Refused as refused:
            self._keep_evidence(before, asked.note, checkpoint, at_s)
            return _refused(HTTPStatus.UNPROCESSABLE_ENTITY, refused)
        by_log = asked.note.by(self.folder.logs[checkpoint.origin])
        if rotation is not None and rotation.new != self.folder.logs[checkpoint.origin]:
            if rotation.old != self.folder.logs[checkpoint.origin]:
                return Told(HTTPStatus.FORBIDDEN, f"{checkpoint.origin} replaces a key that was replaced before\n")
            by_log = (*by_log, *asked.note.by(rotation.new))
            self.folder.replace_key(rotation)
        signature = cosigned(asked.note, self.folder.key, self.folder.private, at_s)
        self.folder.keep(Head(checkpoint, Note(asked.note.text, (*by_log, signature))))
        return Told(HTTPStatus.OK, str(signature))

    def _keep_evidence(self, before: Head | None, note: Note, checkpoint: Checkpoint, at_s: int) -> None:
        if before is not None:
            why = FORKED if before.checkpoint.size == checkpoint.size else UNPROVED
            self.folder.keep_evidence(Evidence(checkpoint.origin, at_s, why, str(before.note), str(note)))

    def checkpoint(self, name: str) -> Told:
        """Return the newest cosigned checkpoint of a log, by the hash of its origin."""
        origin = next((one for one in self.folder.logs if origin_hash(one) == name), "")
        head = self.folder.head(origin) if origin else None
        return Told(HTTPStatus.OK, str(head.note)) if head else Told(HTTPStatus.NOT_FOUND, "nothing was cosigned\n")


def _refused(status: HTTPStatus, refused: Refused) -> Told:
    return Told(status, f"{refused.words}\n")
