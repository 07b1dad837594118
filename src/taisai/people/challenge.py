"""The slow part of authentication. It shares no state, so it can run in its own thread."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from taisai.people.refusals import PeopleRefusal
from taisai.people.secret_hashes import SECRET_LONGEST, Hasher, read_code
from taisai.people.strength import is_guessable, is_guessable_pin
from taisai.rules.refusals import Refused

PASSWORD_SHORTEST: Final = 12
PIN_DIGITS: Final = 6


class Proof(StrEnum):
    """A kind of secret. A one-time code replaces the password until one is set."""

    PASSWORD = "password"  # noqa: S105 - the name of a kind of secret
    PIN = "pin"


@dataclass(frozen=True)
class Challenge:
    """One authentication attempt, from `source`. For an unknown name, `hashed` is a decoy that no secret matches."""

    name: str
    proof: Proof
    source: str
    hashed: str = field(repr=False)
    is_code: bool
    hasher: Hasher = field(repr=False)

    def verify(self, secret: str) -> bool:
        return self.hasher.matches(self.hashed, read_code(secret) if self.is_code else secret)


@dataclass(frozen=True)
class _New:
    """A new secret. `fits` says whether the present one was right.

    Faults of the new secret are shown only after that is proved: shown at once, they would reveal that a former
    employee's password was right."""

    challenge: Challenge
    fits: bool
    faults: tuple[Refused, ...] = ()
    hashed: str = field(repr=False, default="")


class NewPassword(_New):
    pass


class NewPin(_New):
    pass


@dataclass(frozen=True)
class Renewal:
    """A change of password or PIN by someone who knows the present password or one-time code."""

    challenge: Challenge
    full_name: str
    passwords: tuple[str, ...] = field(repr=False)

    def password(self, present: str, new: str) -> NewPassword:
        if not self.challenge.verify(present):
            return NewPassword(self.challenge, fits=False)
        faults = tuple(self._password_faults(new))
        return NewPassword(self.challenge, fits=True, faults=faults, hashed=self.challenge.hasher.hash(new))

    def pin(self, present: str, new: str) -> NewPin:
        if not self.challenge.verify(present):
            return NewPin(self.challenge, fits=False)
        faults = tuple(_pin_faults(new))
        return NewPin(self.challenge, fits=True, faults=faults, hashed=self.challenge.hasher.hash(new))

    def _password_faults(self, new: str) -> Iterator[Refused]:
        names = {self.challenge.name, self.full_name.casefold()}
        if not PASSWORD_SHORTEST <= len(new) <= SECRET_LONGEST or new.casefold() in names:
            words = f"a password must have {PASSWORD_SHORTEST} to {SECRET_LONGEST} characters and must not be your name"
            yield Refused(PeopleRefusal.PASSWORD_WEAK, f"{words}; choose another", "")
        elif is_guessable(new, names):
            words = "that password is easy to guess: it is common, repetitive, a name or a keyboard pattern"
            yield Refused(PeopleRefusal.PASSWORD_WEAK, f"{words}; choose several unrelated words", "")
        elif any(self.challenge.hasher.matches(hashed, new) for hashed in self.passwords):
            words = f"that is one of your last {len(self.passwords)} passwords; choose one that you have not used"
            yield Refused(PeopleRefusal.PASSWORD_USED, words, "")


def _pin_faults(new: str) -> Iterator[Refused]:
    if len(new) != PIN_DIGITS or not (new.isascii() and new.isdigit()) or is_guessable_pin(new):
        words = f"a PIN has {PIN_DIGITS} digits, at least four of them different, and no counting or keypad pattern"
        yield Refused(PeopleRefusal.PIN_INVALID, f"{words}; choose another", "")
