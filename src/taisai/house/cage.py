"""Numbers of vouchers, and claims about to be made. Numbers cannot be guessed, and only their digests are stored."""

import hmac
import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from taisai.journal.store import claimed_before
from taisai.rules.refusals import Refusal, Refused
from taisai.table.state import Table

DIGITS: Final = 18
DIGITS_MIN: Final = 12
OWN_BYTES: Final = 32
ASKED_DIGITS: Final = 32

Tables = Callable[[], Iterable[Table]]


class Cage:
    """`key` is the house's secret: without it a digest reveals nothing about its number."""

    def __init__(self, key: bytes = b"", days: int = 90, tables: Tables = tuple) -> None:
        self._key = key
        self._days = days
        self.tables = tables
        self._own = secrets.token_bytes(OWN_BYTES)  # used if there is no house key; it lasts as long as the process
        self._held: set[str] = set()  # claims that a table has decided on but not written yet

    def number(self, table: str, cause: str) -> str:
        """Return the voucher number for an order. The same order sent again gets the same number."""
        if not self._key:
            words = "the voucher has no number and this house has no key to make one; enter a number"
            raise Refused(Refusal.VOUCHER_UNKNOWN, words, cause)
        return str(int(self._mac(f"number {table} {cause}"), 16))[-DIGITS:]

    def digest(self, number: str) -> str:
        """Return the digest of a voucher number, the only form of it that is stored."""
        if len(number) < DIGITS_MIN or not (number.isascii() and number.isdecimal()):
            words = f"a voucher number has at least {DIGITS_MIN} digits; scan or enter it again"
            raise Refused(Refusal.VOUCHER_UNKNOWN, words, len(number))
        return self._mac(f"voucher {number}")

    def count_key(self, table: str, box: str, nonce: str) -> str:
        """Return the key that hides the entries of a soft count until two of them agree."""
        return self._hidden(f"soft count {table} {box} {nonce}")

    def asked(self, line: bytes) -> str:
        """Return a keyed digest of an order whose content is secret: nobody can guess it from the journal."""
        return self._hidden(f"order {line.decode()}")[:ASKED_DIGITS]

    def _hidden(self, text: str) -> str:
        return hmac.digest(self._key or self._own, f"taisai {text}".encode(), "sha256").hex()

    def expiry(self, at: str) -> str:
        """Return when a voucher expires; empty if the clock gives no time, as in a scenario."""
        try:
            return (datetime.fromisoformat(at) + timedelta(days=self._days)).isoformat(timespec="seconds")
        except ValueError:
            return ""

    def hold(self, claims: Sequence[str]) -> None:
        """Keep other tables from deciding on the same claims until `release`. A claim that fails only when it is
        written makes the table read its journal again."""
        for key in claims:
            if key in self._held:
                raise claimed_before(key)
        self._held.update(claims)

    def release(self, claims: Iterable[str]) -> None:
        self._held.difference_update(claims)

    def _mac(self, text: str) -> str:
        return hmac.digest(self._key, f"taisai {text}".encode(), "sha256").hex()
