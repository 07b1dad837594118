"""The child process of a reader: answers questions from standard input until it ends."""

import logging
import os
import signal
import sys
from collections.abc import Iterator
from typing import IO

import msgspec

from taisai.rules.refusals import Refused
from taisai.server.reader import ANSWER, FRAME, PROGRESS, REFUSAL, Said
from taisai.server.readings import AskReport, Question, Streamed, encode, kind_of
from taisai.server.refusals import ServerRefusal
from taisai.wire.readings import Reading

log = logging.getLogger(__name__)


def main() -> None:
    """Answer on standard output. Anything printed by mistake goes to standard error, not into an answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends this one
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # if the parent was killed, nobody waits for an answer
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    answer_all(sys.stdin.buffer, answers)


def answer_all(questions: IO[bytes], answers: IO[bytes]) -> None:
    decoder: msgspec.json.Decoder[Question | Streamed] = msgspec.json.Decoder(Question | Streamed)
    while len(head := questions.read(FRAME.size)) == FRAME.size:
        asked = questions.read(size := FRAME.unpack(head)[1])
        if len(asked) < size:
            return
        question = decoder.decode(asked)
        for kind, told in _pieces(question) if isinstance(question, Streamed) else (_told(question, answers),):
            _write(answers, kind, told)


def _write(answers: IO[bytes], kind: int, told: bytes) -> None:
    answers.write(FRAME.pack(kind, len(told)))
    answers.write(told)
    answers.flush()


def _pieces(question: Streamed) -> Iterator[tuple[int, bytes]]:
    """Yield the pieces of an answer; an empty one marks the end."""
    try:
        yield from ((ANSWER, piece) for piece in question.pieces())
    except Refused as refused:
        yield REFUSAL, encode(Said.of(refused))
    else:
        yield ANSWER, b""


def _told(question: Question, answers: IO[bytes]) -> tuple[int, bytes]:
    def progress(table: str, done: int, of: int) -> None:
        _write(answers, PROGRESS, encode(Reading(kind_of(question), table, done, of)))

    try:
        return ANSWER, question.answer(progress) if isinstance(question, AskReport) else question.answer()
    except Refused as refused:
        return REFUSAL, encode(Said.of(refused))
    except Exception:
        log.exception("a reading failed")
        words = "a program error while reading; it was logged; call a technician"
        return REFUSAL, encode(Said.of(Refused(ServerRefusal.PROGRAM_ERROR, words, "")))
