"""The other end of a reader: answers questions from its input, one after the other, until that ends."""

import logging
import os
import signal
import sys
from typing import IO, Final

import msgspec

from taisai.rules.refusals import Refused
from taisai.server.reader import FRAME, Said
from taisai.server.readings import Question, encode
from taisai.server.refusals import ServerRefusal

NICE: Final = 10  # whoever plays comes first

log = logging.getLogger(__name__)


def main() -> None:
    """Whatever is printed by mistake goes where errors go, not into an answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the house's process ends this one
    os.nice(NICE)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    answer_all(sys.stdin.buffer, answers)


def answer_all(questions: IO[bytes], answers: IO[bytes]) -> None:
    decoder: msgspec.json.Decoder[Question] = msgspec.json.Decoder(Question)
    while len(head := questions.read(FRAME.size)) == FRAME.size:
        is_answer, told = _told(decoder.decode(questions.read(FRAME.unpack(head)[1])))
        answers.write(FRAME.pack(is_answer, len(told)))
        answers.write(told)
        answers.flush()


def _told(question: Question) -> tuple[bool, bytes]:
    try:
        return True, question.answer()
    except Refused as refused:
        return False, encode(Said.of(refused))
    except Exception:
        log.exception("a reading failed")
        words = "an error of the program while reading; it is logged, call a technician"
        return False, encode(Said.of(Refused(ServerRefusal.PROGRAM_ERROR, words, "")))
