"""Who is signed in, with one session per person. A restart signs everyone out, unless another process goes on."""

from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec.structs import replace

from taisai.journal.shared import Shared, SharedRow
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import RIGHTS_BY_PIN, Right, may, rights_of
from taisai.people.secret_hashes import digest, token
from taisai.people.times import HOUR_S, MINUTE_S
from taisai.people.transient import Kept
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role

IDLE_S: Final = 15 * MINUTE_S
LONGEST_S: Final = 12 * HOUR_S
SEEN_EVERY_S: Final = 30  # interval at which other processes learn of activity


class Session(msgspec.Struct, frozen=True):
    """A session. Someone who must change the password may do nothing else first.

    `by_pin`: taken over at a console; valid for dealing, at that device only."""

    name: str
    role: Role
    device: str
    must_change_password: bool
    by_pin: bool = False

    @property
    def rights(self) -> frozenset[Right]:
        """The rights that apply once the password is in order."""
        return rights_of(self.role) & RIGHTS_BY_PIN if self.by_pin else rights_of(self.role)

    def may(self, right: Right) -> bool:
        return may(self.role, right) and not self.must_change_password and (not self.by_pin or right in self.rights)

    def __repr__(self) -> str:
        return f"<session of {self.name}, {self.role}, at {self.device or 'no device'}>"


class SignedIn(msgspec.Struct, frozen=True):
    """A new session. The token is shown once, to the person who signed in."""

    session: Session
    token: str

    def __repr__(self) -> str:
        return f"<signed in: {self.session!r}>"


@dataclass
class Held:
    """A session in memory. `after` is the entry of the register after which it began: only later ones may end it."""

    session: Session
    digest: str
    since_s: float
    seen_s: float
    after: int = 0
    told_s: float = 0.0  # when other processes last heard of it

    def expired(self, at_s: float) -> bool:
        return at_s - self.since_s >= LONGEST_S


class Sessions:
    def __init__(self, idle_s: float, shared: Shared | None = None) -> None:
        self.idle_s = idle_s
        self._held = Kept("session", Held, LONGEST_S, shared)  # by digest
        self._digests: dict[str, str] = {}  # by name

    def __contains__(self, name: str) -> bool:
        return name in self._digests

    def start(self, session: Session, at_s: float, *, since_s: float | None = None, after: int = 0) -> SignedIn:
        """Start a session. `since_s` is the start of its twelve hours, if earlier than now."""
        self.end(session.name)
        secret = token()
        key = digest(secret)
        self._held[key] = Held(session, key, at_s if since_s is None else since_s, at_s, after, at_s)
        self._digests[session.name] = key
        return SignedIn(session, secret)

    def at(self, device: str) -> list[Session]:
        return [held.session for held in self._held.values() if held.session.device == device]

    def end(self, name: str) -> None:
        key = self._digests.get(name)
        if key is not None:
            self._held.drop(key)
            del self._digests[name]

    def end_before(self, name: str, seq: int) -> None:
        """End the session if it began before this entry of the register; a later one is another session."""
        key = self._digests.get(name)
        if key is not None and self._held[key].after < seq:
            self.end(name)

    def hear(self, row: SharedRow) -> None:
        """Apply a session's start, activity or end at another process."""
        known = self._held.get(row.key)
        self._held.hear(row)
        held = self._held.get(row.key)
        if held is not None:
            self._take(held, known)
        elif known is not None and self._digests.get(known.session.name) == row.key:
            del self._digests[known.session.name]

    def _take(self, held: Held, known: Held | None) -> None:
        """Keep one session per person: the later of two."""
        name = held.session.name
        held.seen_s = max(held.seen_s, known.seen_s) if known else held.seen_s
        other = self._held.get(self._digests.get(name, ""))
        if other is not None and other.digest != held.digest:
            older = min((held, other), key=lambda one: (one.after, one.since_s))
            self._held.forget(older.digest)
            held = other if older is held else held
        self._digests[name] = held.digest

    def why_over(self, name: str, at_s: float) -> str:
        return "expired" if self._held[self._digests[name]].expired(at_s) else "replaced"

    def held(self, token: str, at_s: float) -> Held:
        """Return the session, idle or not."""
        held = self._held.get(digest(token))
        if held is None:
            raise Refused(
                PeopleRefusal.SESSION_UNKNOWN, "you are not signed in, or your session has ended; sign in", ""
            )
        if held.expired(at_s):
            name = held.session.name
            words = f"the session of {name} began more than 12 hours ago; sign in again"
            raise Refused(PeopleRefusal.SESSION_EXPIRED, words, name)
        return held

    def find(self, token: str, at_s: float, *, acting: bool = True) -> Session:
        held = self.held(token, at_s)
        if at_s - held.seen_s >= self.idle_s:
            name = held.session.name
            words = f"the session of {name} was idle for too long; enter the PIN to continue, or sign in again"
            raise Refused(PeopleRefusal.SESSION_IDLE, words, name)
        if acting:
            held.seen_s = at_s
            if at_s - held.told_s >= SEEN_EVERY_S:
                self._tell(held, at_s)
        return held.session

    def wake(self, held: Held, at_s: float) -> None:
        held.seen_s = at_s
        self._tell(held, at_s)

    def _tell(self, held: Held, at_s: float) -> None:
        held.told_s = at_s
        self._held.change(held.digest, held)

    def left_s(self, token: str, at_s: float) -> float:
        """Return the seconds until it becomes idle or expires, whichever comes first."""
        held = self.held(token, at_s)
        return max(0.0, min(held.seen_s + self.idle_s, held.since_s + LONGEST_S) - at_s)

    def refresh(self, name: str, *, must_change_password: bool) -> None:
        held = self._held.get(self._digests.get(name, ""))
        if held is not None:
            held.session = replace(held.session, must_change_password=must_change_password)
            self._held.change(held.digest, held)
