"""Proving who one is: every attempt is written down, and three failures lock an account."""

from typing import Final, NoReturn

from taisai.people import events as e
from taisai.people.acting import ID_LONGEST, Acting, as_by, happening, password_due
from taisai.people.challenge import Challenge, NewPassword, NewPin, Proof, Renewal
from taisai.people.happenings import Happening
from taisai.people.hashing import plain, token
from taisai.people.refusals import PeopleRefusal
from taisai.people.sessions import Session, SignedIn
from taisai.people.state import Code, Person, Standing
from taisai.people.times import DAY_S, MINUTE_S, near
from taisai.rules.refusals import Refused

NAME_LONGEST: Final = 32
FAILURES_LOCK: Final = 3
FAILURES_WITHIN_S: Final = 30 * MINUTE_S
CODE_LASTS_S: Final = DAY_S
PASSWORD_LASTS_S: Final = 90 * DAY_S

# The same whatever was wrong, so that a stranger learns neither names nor locks.
FAILED: Final = (
    "name and secret do not fit, the one-time code is older than 24 hours, or the account is locked;"
    " try again with care (three failures within 30 minutes lock an account), or ask a shift manager"
)


class Signing(Acting):
    def challenge(self, name: str, proof: Proof = Proof.PASSWORD) -> Challenge:
        """Cheap. Verify it, slowly, then hand it back with the answer."""
        name = plain(name.strip(), NAME_LONGEST).casefold()
        person = self.state.people.get(name)
        hashed = _hashed(person, proof) if person and person.standing is Standing.ACTIVE else ""
        is_code = person is not None and proof is Proof.PASSWORD and isinstance(person.secret, Code)
        return Challenge(name, proof, hashed or self.hasher.decoy, is_code, self.hasher)

    def signed_in(self, challenge: Challenge, ok: bool, device: str, at_s: float) -> SignedIn:
        """A person's former session ends here."""
        person = self._proved(challenge, ok, device, "sign-in")
        if person.name in self.sessions:
            why = self.sessions.why_over(person.name, at_s)
            self._write(as_by(person), e.SessionEnded(person.name, why))
        session = Session(person.name, person.role, plain(device, ID_LONGEST), self._password_due(person), token())
        return self.sessions.start(session, at_s)

    def session(self, token: str, at_s: float, *, acting: bool = True) -> Session:
        """Whose it is; acting keeps it from being idle. `at_s` is of a clock that is never set."""
        return self.sessions.find(token, at_s, acting=acting)

    def reenter(self, token: str, challenge: Challenge, ok: bool, device: str, at_s: float) -> Session:
        """Wakes a session that was idle for too long."""
        held = self.sessions.held(token, at_s)
        person = self._proved(challenge, ok and challenge.name == held.session.name, device, "re-entry")
        self.sessions.refresh(person.name, must_change_password=self._password_due(person))
        held.seen_s = at_s
        return held.session

    def sign_out(self, token: str, at_s: float) -> None:
        session = self.sessions.held(token, at_s).session
        self._write(self._by(session.name), e.SessionEnded(session.name, "signed out"))
        self.sessions.end(session.name)

    def renewal(self, name: str) -> Renewal:
        """Cheap. Make the new password or PIN with it, slowly, then hand that back."""
        challenge = self.challenge(name)
        person = self.state.people.get(challenge.name)
        return Renewal(challenge, person.full_name if person else "", person.passwords if person else ())

    def set_password(self, new: NewPassword, device: str) -> None:
        person = self._proved(new.challenge, new.ok, device, "new password")
        _check_faults(new.faults)
        self._write(as_by(person), e.PasswordSet(person.name, new.hashed))
        self.sessions.refresh(person.name, must_change_password=False)

    def set_pin(self, new: NewPin, device: str) -> None:
        person = self._proved(new.challenge, new.ok, device, "new PIN")
        self._check_password_due(person)
        _check_faults(new.faults)
        self._write(as_by(person), e.PinSet(person.name, new.hashed))

    def _proved(self, challenge: Challenge, ok: bool, device: str, act: str) -> Person:
        """Written down either way. Locks and new secrets count that came while the challenge was being verified."""
        person = self.state.people.get(challenge.name)
        if person is None or not ok or not self._stands(person, challenge):
            self._fail(challenge, device, act)
        self._write(as_by(person), _attempt(challenge, device, act, ok=True))
        return person

    def _stands(self, person: Person, challenge: Challenge) -> bool:
        over = challenge.is_code and not near(person.secret.at, self.clock(), CODE_LASTS_S)
        same = _hashed(person, challenge.proof) == challenge.hashed
        return person.standing is Standing.ACTIVE and same and not over

    def _fail(self, challenge: Challenge, device: str, act: str) -> NoReturn:
        words = f"{act} failed for {challenge.name}"
        noted = happening(Happening.SIGN_IN_FAILED, words, device=device, value=challenge.name)
        lock = self._lock(challenge.name, device)
        self._write(self._by(""), _attempt(challenge, device, act, ok=False), noted, *lock)
        raise Refused(PeopleRefusal.SIGN_IN_FAILED, FAILED, "")

    def _lock(self, name: str, device: str) -> tuple[e.Event, ...]:
        person, now = self.state.people.get(name), self.clock()
        if person is None or person.standing is not Standing.ACTIVE:
            return ()
        if sum(near(at, now, FAILURES_WITHIN_S) for at in person.failures) + 1 < FAILURES_LOCK:
            return ()
        words = f"{name} is locked after {FAILURES_LOCK} failures; find out who tried, then unlock or reset"
        return e.PersonLocked(name), happening(Happening.PERSON_LOCKED, words, device=device, value=name)

    def _password_due(self, person: Person) -> bool:
        return isinstance(person.secret, Code) or not near(person.secret.at, self.clock(), PASSWORD_LASTS_S)

    def _check_password_due(self, person: Person) -> None:
        if self._password_due(person):
            raise password_due(person)


def _hashed(person: Person, proof: Proof) -> str:
    return person.pin if proof is Proof.PIN else person.secret.hashed


def _check_faults(faults: tuple[Refused, ...]) -> None:
    for fault in faults:
        raise fault


def _attempt(challenge: Challenge, device: str, act: str, *, ok: bool) -> e.AttemptRecorded:
    return e.AttemptRecorded(challenge.name, plain(device, ID_LONGEST), act, ok)
