"""The house's signature in a report file, which reveals any changed byte.

The last line of the file holds a signed note (c2sp.org/signed-note) in Base64, in a form that readers of the format
ignore. The note has the SHA-256 of everything before it.
"""

from base64 import b64decode, b64encode
from hashlib import sha256
from typing import Final, NamedTuple

from taisai.log.notes import ED25519, Key, Note, key_of, parse
from taisai.reports.refusals import ReportRefusal
from taisai.rules.refusals import Refused
from taisai.signing.signer import Signer

MARK: Final = b"taisai-signature "
NAME: Final = "reports"


class Wrapping(NamedTuple):
    """`end` is what the format ends with, after the signature."""

    before: bytes
    after: bytes
    end: bytes = b""


WRAPPINGS: Final = {
    "pdf": Wrapping(b"%", b"\n"),
    "html": Wrapping(b"<!-- ", b" -->\n"),
    "json": Wrapping(b',\n  "signature": "', b'"\n}\n', b"\n}\n"),
    "csv": Wrapping(b"", b"\r\n"),
    "text": Wrapping(b"", b"\n"),
}


def signed(content: bytes, form: str, house: str, signer: Signer) -> bytes:
    wrapping, key = WRAPPINGS[form], key_of(f"{house}/{NAME}", signer)
    told = content.removesuffix(wrapping.end)
    note = str(Note(_said(told)).signed(key, signer)).encode()
    return told + wrapping.before + MARK + b64encode(note) + wrapping.after


def is_signed(content: bytes) -> bool:
    """Return whether it ends as a signed report does. Words that somebody wrote into a journal begin no line."""
    told, mark, ending = content.rpartition(MARK)
    begun = told.rpartition(b"\n")[2]
    wrappings = WRAPPINGS.values()
    return bool(mark) and any(begun == _begun(one) and ending.endswith(one.after) for one in wrappings)


def _begun(wrapping: Wrapping) -> bytes:
    """Return how the line of a signature begins."""
    return wrapping.before.rpartition(b"\n")[2]


def check(content: bytes, public: bytes) -> str:
    """Return the name of the house that signed it, if the key is its own. Refuse if any byte was changed."""
    told, _, ending = content.rpartition(MARK)
    for wrapping in WRAPPINGS.values():
        if told.endswith(wrapping.before) and ending.endswith(wrapping.after):
            note = _note(ending.removesuffix(wrapping.after))
            if note is not None and note.text == _said(told[: len(told) - len(wrapping.before)]):
                return _signer(note, public)
    words = "the report was changed after it was signed, or was never signed; request it from the house again"
    raise Refused(ReportRefusal.SIGNATURE_WRONG, words, "")


def _signer(note: Note, public: bytes) -> str:
    name = note.signatures[0].name
    note.check_signed([Key(name, ED25519, public)])
    return name.removesuffix(f"/{NAME}")


def _note(encoded: bytes) -> Note | None:
    try:
        return parse(b64decode(encoded, validate=True))
    except (ValueError, Refused):
        return None


def _said(content: bytes) -> str:
    return f"taisai report\nsha256 {sha256(content).hexdigest()}\n"
