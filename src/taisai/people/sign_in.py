"""Authentication: every attempt is recorded, and failures delay the next attempt."""

from math import ceil
from typing import Final, NoReturn

from taisai.people import events as e
from taisai.people.authorization import ID_LONGEST, Acting, as_by, happening, password_due
from taisai.people.challenge import Challenge, NewPassword, NewPin, Proof, Renewal
from taisai.people.refusals import PeopleRefusal
from taisai.people.secret_hashes import plain
from taisai.people.sessions import Session, SignedIn
from taisai.people.significant_events import Happening
from taisai.people.state import Code, Person, Standing
from taisai.people.times import DAY_S, near
from taisai.people.transient import Opening
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role

NAME_LONGEST: Final = 32
PIN_FAILURES_MOST: Final = 10  # from all sources together, since the last success: a PIN is short
CODE_LASTS_S: Final = DAY_S
PASSWORD_LASTS_S: Final = 90 * DAY_S

# The same whatever was wrong, so that a stranger learns no names.
FAILED: Final = (
    "the name and the secret do not match, the one-time code is older than 24 hours, or the PIN is blocked after"
    " too many failures until you enter the password; try again carefully (from the third failure on there is a"
    " delay), or ask a shift manager"
)


class Signing(Acting):
    def challenge(self, name: str, proof: Proof = Proof.PASSWORD, *, source: str = "") -> Challenge:
        """Return a challenge, quickly.

        Verify it (slow), then pass it back with the verdict. Refused while the source must wait."""
        name = plain(name.strip(), NAME_LONGEST).casefold()
        self._check_wait(name, source)
        self.backoff.begin(name, source)
        person = self.state.people.get(name)
        hashed = _hashed(person, proof) if person and person.standing is Standing.ACTIVE else ""
        is_code = person is not None and proof is Proof.PASSWORD and isinstance(person.secret, Code)
        return Challenge(name, proof, source, hashed or self.hasher.decoy, is_code, self.hasher)

    def _check_wait(self, name: str, source: str) -> None:
        """Refuse while the source must wait, in the same words for an unknown name."""
        left_s = ceil(self.backoff.left_s(name, source))
        if left_s:
            words = f"too many failed attempts from here; wait {left_s} seconds, then try again"
            raise Refused(PeopleRefusal.SIGN_IN_SLOWED, words, left_s)

    def signed_in(self, challenge: Challenge, fits: bool, device: str, at_s: float) -> SignedIn:
        """Start a session; the person's former one ends."""
        person = self._proved(challenge, fits, device, "sign-in")
        if person.name in self.sessions:
            why = self.sessions.why_over(person.name, at_s)
            self._write(as_by(person), e.SessionEnded(person.name, why))
        session = Session(person.name, person.role, plain(device, ID_LONGEST), self._password_due(person))
        if person.role is Role.DEALER and device in self.state.devices and not session.must_change_password:
            self.openings[session.device] = Opening(person.name, at_s, [person.name])
        return self.sessions.start(session, at_s, after=self.head.seq)

    def session(self, token: str, at_s: float, *, acting: bool = True) -> Session:
        """Return the session of a token. `acting` keeps it from becoming idle. `at_s` is of a monotonic clock."""
        return self.sessions.find(token, at_s, acting=acting)

    def reenter(self, token: str, challenge: Challenge, fits: bool, device: str, at_s: float) -> Session:
        """Unlock a session that was idle for too long."""
        held = self.sessions.held(token, at_s)
        own = fits and challenge.name == held.session.name
        person = self._proved(challenge, own, device, "re-entry")
        self.sessions.refresh(person.name, must_change_password=self._password_due(person))
        self.sessions.wake(held, at_s)
        return held.session

    def sign_out(self, token: str, at_s: float) -> None:
        session = self.sessions.held(token, at_s).session
        self._write(self._by(session.name), e.SessionEnded(session.name, "signed out"))
        self.sessions.end(session.name)
        if session.role is Role.DEALER:
            self.openings.drop(session.device)

    def renewal(self, name: str, *, source: str = "") -> Renewal:
        """Return a renewal, quickly. Make the new password or PIN with it (slow), then pass that back."""
        challenge = self.challenge(name, source=source)
        person = self.state.people.get(challenge.name)
        return Renewal(challenge, person.full_name if person else "", person.passwords if person else ())

    def set_password(self, new: NewPassword, device: str) -> None:
        person = self._proved(new.challenge, new.fits, device, "new password")
        _check_faults(new.faults)
        self._write(as_by(person), e.PasswordSet(person.name, new.hashed))
        self.sessions.refresh(person.name, must_change_password=False)

    def set_pin(self, new: NewPin, device: str) -> None:
        person = self._proved(new.challenge, new.fits, device, "new PIN")
        self._check_password_due(person)
        _check_faults(new.faults)
        self._write(as_by(person), e.PinSet(person.name, new.hashed))

    def _proved(self, challenge: Challenge, fits: bool, device: str, act: str) -> Person:
        """Return the authenticated person, or refuse; both are recorded.

        A secret changed during verification makes it fail."""
        person = self.state.people.get(challenge.name)
        if person is None or not fits or not self._stands(person, challenge):
            self._fail(challenge, device, act)
        self.backoff.succeeded(challenge.name, challenge.source)
        self._write(as_by(person), _attempt(challenge, device, act, ok=True))
        return self.state.people[person.name]

    def locked_by_pepper(self) -> tuple[str, ...]:
        """Return people whose secrets were hashed with a missing pepper: they cannot sign in until they are reset."""
        active = (one for one in self.state.people.values() if one.standing is Standing.ACTIVE)
        return tuple(one.name for one in active if not self.hasher.knows(one.secret.hashed))

    def _stands(self, person: Person, challenge: Challenge) -> bool:
        over = challenge.is_code and not near(person.secret.at, self.clock(), CODE_LASTS_S)
        same = _hashed(person, challenge.proof) == challenge.hashed
        return person.standing is Standing.ACTIVE and same and not over

    def _fail(self, challenge: Challenge, device: str, act: str) -> NoReturn:
        self.backoff.failed(challenge.name, challenge.source)
        words = f"{act} failed for {challenge.name}"
        noted = happening(Happening.SIGN_IN_FAILED, words, device=device, value=challenge.name)
        attempt = _attempt(challenge, device, act, ok=False)
        self._write(self._by(""), attempt, noted, *self._noted_lock(challenge, device))
        raise Refused(PeopleRefusal.SIGN_IN_FAILED, FAILED, "")

    def _noted_lock(self, challenge: Challenge, device: str) -> tuple[e.HappeningNoted, ...]:
        """Report a locked account once, until someone acknowledges it: an attack that goes on is not news."""
        name = challenge.name
        if not self._is_active(name) or self._is_told(Happening.PERSON_LOCKED, name):
            return ()
        slowed = self.backoff.left_s(name, challenge.source) > 0 or self.backoff.is_attacked(name)
        rests = challenge.proof is Proof.PIN and self.state.people[name].pin_failures + 1 >= PIN_FAILURES_MOST
        if not slowed and not rests:
            return ()
        blocked = f"the PIN of {name} is blocked until {name} enters the password"
        what = blocked if rests else f"sign-in as {name} is delayed"
        words = f"{what}, after too many failures; find out who tried"
        return (happening(Happening.PERSON_LOCKED, words, device=device, value=name),)

    def _is_active(self, name: str) -> bool:
        person = self.state.people.get(name)
        return person is not None and person.standing is Standing.ACTIVE

    def _password_due(self, person: Person) -> bool:
        return isinstance(person.secret, Code) or not near(person.secret.at, self.clock(), PASSWORD_LASTS_S)

    def _check_password_due(self, person: Person) -> None:
        if self._password_due(person):
            raise password_due(person)


def _hashed(person: Person, proof: Proof) -> str:
    """Return the hash to match; empty if no secret could."""
    if proof is Proof.PIN:
        return "" if rests(person) else person.pin
    return person.secret.hashed


def rests(person: Person) -> bool:
    """Return whether the PIN was wrong too often: it is then blocked until the password is given."""
    return person.pin_failures >= PIN_FAILURES_MOST


def _check_faults(faults: tuple[Refused, ...]) -> None:
    for fault in faults:
        raise fault


def _attempt(challenge: Challenge, device: str, act: str, *, ok: bool) -> e.AttemptRecorded:
    return e.AttemptRecorded(challenge.name, plain(device, ID_LONGEST), act, ok, challenge.proof.value)
