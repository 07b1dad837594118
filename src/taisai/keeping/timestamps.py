"""Time stamps by RFC 3161: an outside authority confirms when a checkpoint already existed."""

import re
from enum import Enum
from pathlib import Path
from typing import Any, Final, NamedTuple

from cryptography.x509 import Certificate, load_pem_x509_certificates

from taisai.house.key_files import write_secret
from taisai.rules.refusals import Refused

FOLDER: Final = "timestamps"
QUERY_MEDIA: Final = "application/timestamp-query"
_NAME: Final = re.compile(r"(.+)-([0-9]+)\.tsr")


class StampRefusal(Enum):
    """In order of precedence. A code never gets a second meaning."""

    LIBRARY_MISSING = "time-stamp-library-missing"
    ROOTS_INVALID = "time-stamp-roots-invalid"
    INVALID = "time-stamp-invalid"


class Asked(NamedTuple):
    """The request as sent, and what the answer must refer to."""

    content: bytes
    request: Any
    data: bytes


class Stamped(NamedTuple):
    """`checkpoint` is what was stamped; `reply` is the authority's whole answer in DER."""

    checkpoint: bytes
    reply: bytes


def asked(data: bytes) -> Asked:
    request = _library().TimestampRequestBuilder().data(data).build()
    return Asked(request.as_bytes(), request, data)


def checked(reply: bytes, to: Asked, roots: list[Certificate]) -> str:
    """Return the time, confirmed by an authority whose certificate leads to one of the roots. An answer to another
    request is refused."""
    library = _library()
    builder = library.VerifierBuilder.from_request(to.request)
    for root in roots:
        builder = builder.add_root_certificate(root)
    try:
        answer = library.decode_timestamp_response(reply)
        builder.build().verify_message(answer, to.data)
    except (library.VerificationError, ValueError) as error:
        words = f"the authority's answer is not a time stamp of this checkpoint ({error}); use another authority"
        raise Refused(StampRefusal.INVALID, words, to.data[:80].decode("utf-8", "replace")) from error
    return str(answer.tst_info.gen_time.isoformat())


def read_roots(path: Path) -> list[Certificate]:
    try:
        return load_pem_x509_certificates(path.read_bytes())
    except (OSError, ValueError) as error:
        words = f"{path} has no certificates in PEM ({error}); get those of the authority's root"
        raise Refused(StampRefusal.ROOTS_INVALID, words, str(path)) from error


class StampFolder:
    """Stores each stamped checkpoint beside its stamp, in two files that openssl ts -verify accepts."""

    def __init__(self, house: Path) -> None:
        self._folder = house / FOLDER

    def keep(self, log: str, size: int, stamped: Stamped) -> None:
        self._folder.mkdir(mode=0o700, exist_ok=True)
        write_secret(self._path(log, size, "checkpoint"), stamped.checkpoint)
        write_secret(self._path(log, size, "tsr"), stamped.reply)

    def has(self, log: str, size: int) -> bool:
        return self._path(log, size, "tsr").exists()

    def newest(self, log: str) -> Stamped | None:
        names = (_NAME.fullmatch(path.name) for path in self._folder.glob("*.tsr"))
        size = max((int(found[2]) for found in names if found and found[1] == log), default=0)
        return Stamped(*(self._path(log, size, kind).read_bytes() for kind in ("checkpoint", "tsr"))) if size else None

    def _path(self, log: str, size: int, kind: str) -> Path:
        return self._folder / f"{log}-{size}.{kind}"


def _library() -> Any:
    try:
        import rfc3161_client  # noqa: PLC0415 - needed only with an authority
    except ImportError as error:
        words = "time stamps need the package rfc3161-client; install taisai[timestamps]"
        raise Refused(StampRefusal.LIBRARY_MISSING, words, "rfc3161-client") from error
    return rfc3161_client
