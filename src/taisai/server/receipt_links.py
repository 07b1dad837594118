"""Short links to receipts. A link shows its receipt to anyone who has it, and cannot be guessed."""

import hmac
import re
from base64 import b32encode
from typing import Final, NamedTuple

from taisai.rules.refusals import Refused
from taisai.server.refusals import ServerRefusal

MARK_BYTES: Final = 10  # 16 letters, too many to guess
_NAMED: Final = re.compile(r"(entry|round)-([1-9][0-9]{0,15})-([1-9][0-9]{0,3})", re.ASCII)


class Linked(NamedTuple):
    """An entry, or a finished round, as a seat sees it."""

    table: str
    what: str
    number: int
    seat: int

    @property
    def name(self) -> str:
        return f"{self.what}-{self.number}-{self.seat}"


class ReceiptLinks:
    def __init__(self, secret: bytes) -> None:
        self._key = hmac.digest(secret, b"taisai links to receipts", "sha256")

    def path(self, linked: Linked) -> str:
        return f"/receipt/{linked.table}/{linked.name}/{self._mark(linked)}"

    def read(self, table: str, name: str, mark: str) -> Linked:
        found = _NAMED.fullmatch(name)
        linked = Linked(table, found[1], int(found[2]), int(found[3])) if found else None
        if linked is None or not hmac.compare_digest(mark.encode(), self._mark(linked).encode()):
            words = "there is no receipt under this link; scan it again, or copy the whole link"
            raise Refused(ServerRefusal.RECEIPT_UNKNOWN, words, name)
        return linked

    def _mark(self, linked: Linked) -> str:
        digest = hmac.digest(self._key, f"{linked.table}\n{linked.name}".encode(), "sha256")
        return b32encode(digest[:MARK_BYTES]).decode().lower()
