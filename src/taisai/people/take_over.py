"""Dealers relieve each other by PIN, at a console where a dealer has signed in with a password this shift."""

from typing import Final

from taisai.people import events as e
from taisai.people.authorization import as_by, happening
from taisai.people.challenge import Challenge
from taisai.people.events import DeviceKind
from taisai.people.records import HOUSE
from taisai.people.refusals import PeopleRefusal
from taisai.people.sessions import LONGEST_S, Session, SignedIn
from taisai.people.sign_in import Signing
from taisai.people.significant_events import Happening
from taisai.people.state import Device, Person
from taisai.people.transient import Opening
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role

FAILURES_MOST: Final = 5  # at one console, over all names
NAMES_MOST: Final = 12


class TakeOver(Signing):
    """A shift is the twelve hours after the password; signing out ends it earlier."""

    def dealers_at(self, device: Device | None, at_s: float) -> tuple[str, ...]:
        """Return who has dealt at this console this shift, for the next dealer to choose a name.

        Empty where PINs are not accepted."""
        opening = self._opening(device, at_s)
        return tuple(name for name in opening.names if self._deals(name)) if opening else ()

    def check_opened(self, device: Device | None, at_s: float) -> Device:
        """Refuse a console without an open shift, before a PIN is checked."""
        if device is None or self._opening(device, at_s) is None:
            words = "no dealer has signed in with a password at this console this shift, or that dealer signed out"
            value = device.id if device else ""
            raise Refused(PeopleRefusal.PASSWORD_FIRST, f"{words}; sign in with your password", value)
        return device

    def take_over(self, challenge: Challenge, fits: bool, device: Device, at_s: float) -> SignedIn:
        """Sign a dealer in by PIN; the previous person at the console is signed out.

        A wrong PIN and the right PIN of someone who is not a dealer get the same answer."""
        self.check_opened(device, at_s)
        opening = self.openings[device.id]
        person = self._proved_here(challenge, fits, device, opening)
        self._check_password_due(person)
        self._end_at(device, person)
        opening.failures = 0
        opening.names = [person.name, *(name for name in opening.names if name != person.name)][:NAMES_MOST]
        self.openings.change(device.id, opening)
        session = Session(person.name, person.role, device.id, must_change_password=False, by_pin=True)
        return self.sessions.start(session, at_s, since_s=opening.at_s, after=self.head.seq)

    def _opening(self, device: Device | None, at_s: float) -> Opening | None:
        opening = self.openings.get(device.id) if device else None
        known = self.state.devices.get(device.id) if device else None
        fits = known is not None and known.kind is DeviceKind.CONSOLE and not known.revoked
        return opening if opening and fits and at_s - opening.at_s < LONGEST_S else None

    def _proved_here(self, challenge: Challenge, fits: bool, device: Device, opening: Opening) -> Person:
        own = fits and self._deals(challenge.name)
        try:
            return self._proved(challenge, own, device.id, "take-over")
        except Refused:
            opening.failures += 1
            self.openings.change(device.id, opening)
            if opening.failures >= FAILURES_MOST:
                self._lock(device)
            raise

    def _lock(self, device: Device) -> None:
        self.openings.drop(device.id)
        words = f"{device.id} accepts no PIN after {FAILURES_MOST} wrong ones, until a dealer enters the password there"
        noted = happening(
            Happening.TAKE_OVER_LOCKED, f"{words}; find out who tried", table=device.table, device=device.id
        )
        self._write(HOUSE, noted)

    def _deals(self, name: str) -> bool:
        return self._is_active(name) and self.state.people[name].role is Role.DEALER

    def _end_at(self, device: Device, person: Person) -> None:
        """End sessions: one person per console, and one session per person."""
        others = [one.name for one in self.sessions.at(device.id) if one.name != person.name]
        ended = [e.SessionEnded(name, "taken over") for name in others]
        if person.name in self.sessions:
            ended.append(e.SessionEnded(person.name, "replaced"))
        words = f"{person.name} took over from {others[-1]}" if others else f"{person.name} took over"
        noted = happening(Happening.TAKEN_OVER, words, table=device.table, device=device.id, value=person.name)
        self._write(as_by(person), *ended, noted)
        for name in others:
            self.sessions.end(name)
