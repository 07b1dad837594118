"""Dual control: two people approve one order or act, once each, and it must be given within a minute."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

import msgspec

from taisai.people import events as e
from taisai.people.authorization import ID_LONGEST, as_by, happening
from taisai.people.challenge import Challenge
from taisai.people.independence import tie
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import MANAGERS, Right, may
from taisai.people.secret_hashes import digest, plain, token
from taisai.people.sign_in import Signing
from taisai.people.significant_events import Happening
from taisai.people.state import Password, Person, Standing
from taisai.people.times import MINUTE_S
from taisai.people.transient import Approval
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Role

APPROVAL_LASTS_S: Final = MINUTE_S
REMEMBERED_S: Final = 10 * MINUTE_S  # so that a late or second use is told apart from an invented token


class Binding(msgspec.Struct, frozen=True):
    """What an approval is for: one order that one person is about to give at one table.

    It can also be for one act of the house, without table and round; the command is then the request."""

    table: str
    giver: str
    order_id: str
    round: int
    command: bytes

    @property
    def digest(self) -> str:
        return sha256(msgspec.json.encode(self)).hexdigest()


class Approving(Signing):
    def approve(self, challenge: Challenge, fits: bool, device: str, binding: Binding, at_s: float) -> str:
        """Approve as the person who was just authenticated, signed in or not.

        Return a token for the giver of the order."""
        person = self._proved(challenge, fits, device, "approval")
        self._check_password_due(person)
        self._check_agrees(binding, person.name)
        self._check_independent(binding, person.name)
        given = e.ApprovalGiven(
            self.state.approvals + 1, person.name, person.role, plain(binding.table, ID_LONGEST), binding.digest
        )
        self._write(as_by(person), given)
        self._forget_old(at_s)
        secret = token()
        self.approvals[digest(secret)] = Approval(given.number, person.name, given.digest, at_s)
        return secret

    def use_approvals(self, tokens: Sequence[str], binding: Binding, at_s: float) -> tuple[str, Role]:
        """Use all approvals, once, whatever becomes of the order. Return the other person, with their current role.

        The giver approves, too, so that both have been authenticated for this very act."""
        approvals = [self._approval(token) for token in tokens]
        for approval in approvals:
            self._check_agrees(binding, approval.name)
            _check(approval, binding.digest, at_s)
        second = _second(binding.giver, [approval.name for approval in approvals])
        self._check_independent(binding, second)
        numbers = tuple(approval.number for approval in approvals)
        used = e.ApprovalsUsed(numbers, plain(binding.table, ID_LONGEST), binding.digest)
        self._write(self._by(binding.giver), used)
        for given, approval in zip(tokens, approvals, strict=True):
            approval.used = True
            self.approvals.change(digest(given), approval)
        return second, self.state.people[second].role

    def agree(self, giver: str, second: str, words: str) -> None:
        """Record that two authenticated people agree to an act of the house."""
        if giver == second:
            raise Refused(PeopleRefusal.APPROVAL_SAME_PERSON, f"{giver} cannot also be the second person", giver)
        binding = Binding("", giver, "", 0, words.encode())
        self._check_agrees(binding, second)
        self._check_independent(binding, second)
        self.note_agreed(giver, second, words)

    def note_agreed(self, giver: str, second: str, words: str) -> None:
        told = f"{giver} with {second}: {words}"
        self._write(self._by(giver), happening(Happening.ACTED_BY_TWO, told, value=second))

    def act_alone(self, giver: str, words: str) -> None:
        """Record that one person acts alone. Refused as soon as someone could be the second."""
        if not self.stands_alone(giver):
            words = f"this needs a second person to approve it together with {giver}; ask a colleague to approve"
            raise Refused(Refusal.DUAL_CONTROL, words, giver)
        told = f"{giver} acted alone, there is no second person yet: {words}"
        self._write(self._by(giver), happening(Happening.ACTED_ALONE, told, value=giver))

    def stands_alone(self, giver: str) -> bool:
        """Return whether this is a manager for whom nobody can be the second yet.

        People whose accounts are tied to the manager's do not count as another person."""
        me = self.state.people.get(giver)
        others = self.state.people.values()
        return me is not None and me.role in MANAGERS and not any(self._could_agree(giver, other) for other in others)

    def _could_agree(self, giver: str, other: Person) -> bool:
        on_duty = other.standing is Standing.ACTIVE and isinstance(other.secret, Password)
        able = on_duty and other.name != giver and may(other.role, Right.APPROVE)
        return able and tie(self.state.people, giver, other.name, self.clock()) is None

    def _check_agrees(self, binding: Binding, name: str) -> None:
        """Check the right to approve. Only the second person needs it: the giver has their own right to act."""
        if name != binding.giver:
            self._allowed(name, Right.APPROVE)
        elif self._person(name).standing is not Standing.ACTIVE:
            raise Refused(PeopleRefusal.RIGHT_MISSING, f"{name} is no longer on the staff; ask another person", name)

    def _approval(self, token: str) -> Approval:
        approval = self.approvals.get(digest(token))
        if approval is None:
            raise Refused(PeopleRefusal.APPROVAL_UNKNOWN, "this approval is unknown or too old; approve again", "")
        return approval

    def _check_independent(self, binding: Binding, second: str) -> None:
        """Refuse, and record, a second person whose account is tied to the giver's."""
        giver = self._person(binding.giver).name
        found = tie(self.state.people, giver, second, self.clock())
        if found is not None:
            words = f"{found}, so {giver} and {second} do not count as two people until {found.until}"
            noted = happening(Happening.SECOND_REFUSED, words, table=binding.table, value=found.account)
            self._write(self._by(giver), noted)
            raise Refused(
                PeopleRefusal.SECOND_NOT_INDEPENDENT, f"{words}; ask another person to approve", found.account
            )

    def _forget_old(self, at_s: float) -> None:
        self.approvals.keep(lambda known: at_s - known.at_s < REMEMBERED_S)


def _check(approval: Approval, wanted: str, at_s: float) -> None:
    who = f"the approval of {approval.name}"
    if approval.used:
        raise Refused(PeopleRefusal.APPROVAL_USED, f"{who} was already used; approve again", approval.name)
    if at_s - approval.at_s >= APPROVAL_LASTS_S:
        words = f"{who} is older than {APPROVAL_LASTS_S} seconds; approve again"
        raise Refused(PeopleRefusal.APPROVAL_EXPIRED, words, approval.name)
    if approval.bound != wanted:
        words = f"{who} is for a different order: its table, sender, id, round or command differs"
        raise Refused(PeopleRefusal.APPROVAL_OTHER, f"{words}; approve this order", approval.name)


def _second(giver: str, names: list[str]) -> str:
    if len(names) != 2 or len(set(names)) != 2 or giver not in names:
        given = ", ".join(names) or "nobody"
        words = f"{giver} and one other person must each approve this once; it was approved by {given}"
        raise Refused(PeopleRefusal.APPROVAL_SAME_PERSON, words, giver)
    return next(name for name in names if name != giver)
