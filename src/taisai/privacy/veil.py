"""Entries as they are stored: names are replaced by pseudonyms, and text about people is encrypted."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec
from msgspec.structs import replace

from taisai.journal.entry import By, Fact, encode
from taisai.privacy.fields import (
    NOTED,
    NOTED_DISPUTES,
    NOTED_PLACES,
    NOTED_TYPED,
    NOTED_TYPED_NAMES,
    WAGER,
    Fields,
    personal_fields,
)
from taisai.privacy.keys import ID_LENGTH, PersonKeys
from taisai.rules.personal import Personal

MARK: Final = "~"  # not allowed in names, so nothing else looks like a pseudonym
ERASED: Final = "erased"
PLAYER: Final = "player"
DAYS_KEPT: Final = timedelta(days=90)
_TOKEN: Final = re.compile(rb"~([2-9a-z]{%d})(?:~([A-Za-z0-9_-]+))?" % ID_LENGTH)
_INNER: Final = re.compile(rf"~~|~([2-9a-z]{{{ID_LENGTH}}})(?:~([A-Za-z0-9_-]+))?")
"""What stands in an encrypted text: a mark that somebody wrote, a pseudonym, or a name under its person's key."""
_OWN_PLACE: Final = re.compile(r"(terminal|console|display)-\d+|the machine itself|")
_OWN_EVIDENCE: Final = re.compile(r"entry \d{1,15} [0-9a-f]{64}")
_GONE: Final = re.compile(rf"erased person ([2-9a-z]{{{ID_LENGTH}}})")
SEAT: Final = re.compile(r"seat \d+")


class _Known(dict[type, Fields]):
    """The fields of each event type, looked up once."""

    def __missing__(self, event: type) -> Fields:
        self[event] = found = personal_fields(event)
        return found


class _Asked(dict[type, bool]):
    """Whether an event type may contain personal data, no matter who wrote it. A player's wager names nobody."""

    def __missing__(self, event: type) -> bool:
        self[event] = found = bool(_KNOWN[event]) and event.__struct_config__.tag != WAGER  # type: ignore[attr-defined]
        return found


_KNOWN: Final = _Known()
_ASKED: Final = _Asked()


class Veil:
    """Encrypts and decrypts the entries of one journal."""

    def __init__(self, keys: PersonKeys, journal: str) -> None:
        self.keys, self._journal = keys, journal

    def bodies(self, facts: Sequence[Fact]) -> list[bytes]:
        """Return encoded entries. Most are players' wagers without personal data and are encoded as they are."""
        staff, asked = self.keys.ids, _ASKED
        return encode([
            self._veiled(fact) if fact.by.name in staff or asked[type(fact.event)] or MARK in fact.cause else fact
            for fact in facts
        ])  # fmt: skip

    def opened(self, body: bytes) -> bytes:
        """Return the decrypted body; erased parts say so."""
        return _TOKEN.sub(self._open, body)

    def _open(self, found: re.Match[bytes]) -> bytes:
        return msgspec.json.encode(self._meant(found[1].decode(), (found[2] or b"").decode()))[1:-1]

    def _meant(self, key: str, sealed: str) -> str:
        if not sealed:
            return self.keys.names.get(key, f"erased person {key}")
        text = self.keys.open(key, urlsafe_b64decode(sealed + "=" * (-len(sealed) % 4)))
        return ERASED if text is None else _INNER.sub(self._inner, text)

    def _inner(self, found: re.Match[str]) -> str:
        return self._meant(found[1], found[2] or "") if found[1] else MARK

    def _veiled(self, fact: Fact) -> Fact:
        writing = _Writing(self.keys, self._journal, fact)
        changed = dict(writing.changes())
        return Fact(
            fact.seq, fact.at, By(writing.name(fact.by.name), fact.by.role), writing.words(fact.cause),
            writing.sealed(writing.key, fact.digest), replace(fact.event, **changed) if changed else fact.event,
        )  # fmt: skip


class _Writing:
    """One entry on its way to the store.

    `key` belongs to its author: a person, the record of a dispute, or a day."""

    def __init__(self, keys: PersonKeys, journal: str, fact: Fact) -> None:
        self._keys, self._journal, self._fact, self._event = keys, journal, fact, fact.event
        self._by = keys.ids.get(fact.by.name, "")

    @property
    def key(self) -> str:
        """The key; empty for the house itself, which writes no personal data."""
        if self._by:
            return self._by
        if hasattr(self._event, "dispute"):
            return self._dispute(self._journal, self._event.dispute)
        return self._day() if self._fact.by.role == PLAYER else ""

    def changes(self) -> Iterator[tuple[str, str]]:
        event = self._event
        fields = _KNOWN[type(event)]
        if event.__struct_config__.tag == NOTED:
            yield from self._noted()
            return
        for field, kind in fields.items():
            text = getattr(event, field)
            if text:
                yield field, self._field(kind, text)

    def _field(self, kind: Personal, text: str) -> str:  # noqa: PLR0911 - one return per kind
        match kind:
            case Personal.NAME:
                return self.name(text)
            case Personal.TYPED_NAME:
                known = text in self._keys.ids or _GONE.fullmatch(text)
                return self.name(text) if known else self.sealed(self._day(), text)
            case Personal.OWN:
                return self.sealed(self._keys.person(self._event.name), text)
            case Personal.TYPED | Personal.DIGEST:
                return text if SEAT.fullmatch(text) else self.text(self.key, text)
            case Personal.DISPUTE:
                own = _OWN_EVIDENCE.fullmatch(text)
                return text if own else self.text(self._dispute(self._journal, self._event.dispute), text)
            case Personal.PLAYER:
                return self.text(self._keys.record(player_record(self._event.player)), text)
            case Personal.PLACE:
                return self._place(text)
            case Personal.HOUSE:
                return self.words(text)

    def _noted(self) -> Iterator[tuple[str, str]]:
        event = self._event
        yield "device", self._place(event.device)
        words, value, key = event.words, event.value, self._noted_key()
        yield "words", self.text(key, words) if key else self.words(words)
        typed = event.code in NOTED_PLACES | NOTED_TYPED_NAMES
        yield "value", self.sealed(self._day(), value) if key and typed and value else self.words(value)

    def _noted_key(self) -> str:
        """Return the key for words that are not the house's own text; empty if they are."""
        event = self._event
        if event.code in NOTED_DISPUTES:
            return self._dispute(event.table, event.value.removeprefix("dispute "))
        if event.code in NOTED_TYPED:
            return self._by
        strange = event.code in NOTED_TYPED_NAMES and event.value not in self._keys.ids
        far = event.code in NOTED_PLACES and not _OWN_PLACE.fullmatch(event.value)
        return self._day() if strange or far else ""

    def name(self, text: str) -> str:
        """Return the pseudonym of a name. Someone whose key is lost keeps theirs, because the key may be restored."""
        gone = _GONE.fullmatch(text)
        if gone:
            return MARK + gone[1]
        return MARK + self._keys.ids[text] if text in self._keys.ids else self.words(text)

    def words(self, text: str) -> str:
        if MARK in text:  # it could be mistaken for a pseudonym
            return self.text(self.key or self._day(), text)
        return self._keys.named.replaced(text, self._mention)

    def text(self, key: str, text: str) -> str:
        """Return a text under its author's key, with the names in it under those of their persons."""
        if not key or not text:
            return self.words(text)
        return self._under(key, self._keys.named.replaced(text.replace(MARK, MARK + MARK), self._mention))

    def sealed(self, key: str, text: str) -> str:
        return self._under(key, text.replace(MARK, MARK + MARK)) if key and text else text

    def _mention(self, name: str) -> str:
        """Return the pseudonym of a name, or its spelling under the key of the person whom it means."""
        return MARK + self._keys.ids[name] if name in self._keys.ids else self.sealed(self._keys.meant(name), name)

    def _under(self, key: str, inner: str) -> str:
        return f"{MARK}{key}{MARK}{urlsafe_b64encode(self._keys.seal(key, inner)).rstrip(b'=').decode()}"

    def _place(self, text: str) -> str:
        if text in self._keys.ids or _OWN_PLACE.fullmatch(text):
            return self.name(text)
        return self.sealed(self._by or self._day(), text)

    def _dispute(self, table: str, number: object) -> str:
        return self._keys.record(dispute(table, number))

    def _day(self) -> str:
        return self._keys.record(day(self._fact.at))


def dispute(table: str, number: object) -> str:
    """Return the name of a dispute's key."""
    return f"dispute {number} at {table}"


def player_record(player: str) -> str:
    """Return the name of a player's key, by pseudonym."""
    return f"player {player}"


def day(at: str) -> str:
    return f"day {at[:10]}"


def outdated(records: Iterable[str], at: str) -> list[str]:
    """Return the days whose addresses are no longer needed."""
    last = day((datetime.fromisoformat(at) - DAYS_KEPT).isoformat())
    return [of for of in records if of.startswith("day ") and of < last]
