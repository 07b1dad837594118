"""Who is signed in. Kept in memory only, so a restart signs everybody out; one session a person."""

from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec.structs import replace

from taisai.people.hashing import digest, token
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import Right, may
from taisai.people.times import HOUR_S, MINUTE_S
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role

IDLE_S: Final = 15 * MINUTE_S
LONGEST_S: Final = 12 * HOUR_S


class Session(msgspec.Struct, frozen=True):
    """Whoever must change the password may do nothing else until then."""

    name: str
    role: Role
    device: str
    must_change_password: bool
    csrf: str

    def may(self, right: Right) -> bool:
        return may(self.role, right) and not self.must_change_password

    def __repr__(self) -> str:
        return f"<session of {self.name}, {self.role}, at {self.device or 'no device'}>"


class SignedIn(msgspec.Struct, frozen=True):
    """The token is told once, to whoever signed in."""

    session: Session
    token: str

    def __repr__(self) -> str:
        return f"<signed in: {self.session!r}>"


@dataclass
class Held:
    session: Session
    digest: str
    since_s: float
    seen_s: float

    def expired(self, at_s: float) -> bool:
        return at_s - self.since_s >= LONGEST_S


class Sessions:
    def __init__(self, idle_s: float) -> None:
        self.idle_s = idle_s
        self._by_name: dict[str, Held] = {}
        self._names: dict[str, str] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def start(self, session: Session, at_s: float) -> SignedIn:
        self.end(session.name)
        secret = token()
        self._names[digest(secret)] = session.name
        self._by_name[session.name] = Held(session, digest(secret), at_s, at_s)
        return SignedIn(session, secret)

    def end(self, name: str) -> None:
        held = self._by_name.pop(name, None)
        if held is not None:
            del self._names[held.digest]

    def why_over(self, name: str, at_s: float) -> str:
        return "expired" if self._by_name[name].expired(at_s) else "replaced"

    def held(self, token: str, at_s: float) -> Held:
        """Idle or not."""
        name = self._names.get(digest(token))
        if name is None:
            raise Refused(PeopleRefusal.SESSION_UNKNOWN, "nobody is signed in here, or no longer; sign in", "")
        held = self._by_name[name]
        if held.expired(at_s):
            words = f"the session of {name} began more than 12 hours ago; sign in again"
            raise Refused(PeopleRefusal.SESSION_EXPIRED, words, name)
        return held

    def find(self, token: str, at_s: float, *, acting: bool = True) -> Session:
        held = self.held(token, at_s)
        if at_s - held.seen_s >= self.idle_s:
            name = held.session.name
            words = f"the session of {name} was idle for too long; enter the PIN to go on, or sign in again"
            raise Refused(PeopleRefusal.SESSION_IDLE, words, name)
        if acting:
            held.seen_s = at_s
        return held.session

    def left_s(self, token: str, at_s: float) -> float:
        """Until it falls asleep or is over, whichever comes first."""
        held = self.held(token, at_s)
        return max(0.0, min(held.seen_s + self.idle_s, held.since_s + LONGEST_S) - at_s)

    def refresh(self, name: str, *, must_change_password: bool) -> None:
        held = self._by_name.get(name)
        if held is not None:
            held.session = replace(held.session, must_change_password=must_change_password)
