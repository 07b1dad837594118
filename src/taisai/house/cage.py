"""Issues and looks up vouchers. Their numbers cannot be guessed, and only digests of them are stored."""

import hmac
import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec

from taisai.house.claims import Issued, claims_of, issued
from taisai.journal.store import Claim, Store, claimed_before
from taisai.rules.refusals import Refusal, Refused
from taisai.table import events as e
from taisai.table.state import Table

DIGITS: Final = 18
DIGITS_MIN: Final = 12
MAC_BYTES: Final = 32
ASKED_DIGITS: Final = 32

Tables = Callable[[], Iterable[Table]]


class Cage:
    """`key` is the house's secret: without it a digest reveals nothing about its number."""

    def __init__(self, key: bytes = b"", days: int = 90, tables: Tables = tuple) -> None:
        self._key = key
        self._days = days
        self.tables = tables
        self._own = secrets.token_bytes(MAC_BYTES)  # used if there is no house key; it lasts as long as the process
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

    def claims(self, table: str, events: Sequence[e.Event]) -> list[Claim]:
        """Return the claims of events that a table is about to write. Their values are signed: write access to the
        database without the house's key is not enough to forge a voucher."""
        return [Claim(key, self._value_of(key, table, events)) for key in claims_of(events)]

    def _value_of(self, key: str, table: str, events: Sequence[e.Event]) -> bytes:
        for event in events:
            if isinstance(event, e.VoucherIssued) and key == issued(event.voucher):
                told = Issued(table, event.seat, event.amount, event.ending, event.expires, event.carried)
                return self._signed(key, msgspec.json.encode(told))
        return b""

    def _signed(self, key: str, told: bytes) -> bytes:
        return hmac.digest(self._key, f"taisai claim {key} ".encode() + told, "sha256") + told

    def hold(self, claims: Sequence[Claim]) -> None:
        """Keep other tables from deciding on the same claims until `release`. A claim that fails only when it is
        written makes the table read its journal again."""
        for key, _ in claims:
            if key in self._held:
                raise claimed_before(key)
        self._held.update(key for key, _ in claims)

    def release(self, claims: Iterable[Claim]) -> None:
        self._held.difference_update(key for key, _ in claims)

    def find(self, digest: str, store: Store) -> Issued | None:
        """Return a voucher that any table of the house issued. A separate claim records whether it was redeemed."""
        key = issued(digest)
        value = store.claimed(key) or b""
        told = value[MAC_BYTES:]
        if told and hmac.compare_digest(value, self._signed(key, told)):
            return msgspec.json.decode(told, type=Issued)
        return next((_issued_at(table, digest) for table in self.tables() if digest in table.vouchers), None)

    def _mac(self, text: str) -> str:
        return hmac.digest(self._key, f"taisai {text}".encode(), "sha256").hex()


def _issued_at(table: Table, digest: str) -> Issued:
    one = table.vouchers[digest]
    return Issued(table.table, one.seat, one.amount, one.ending, one.expires, table.carried.get(digest))
