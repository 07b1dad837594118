"""Dual control: two people approve one order, each once, and it is given within a minute."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

import msgspec

from taisai.people import events as e
from taisai.people.acting import ID_LONGEST, as_by
from taisai.people.challenge import Challenge, Verdict
from taisai.people.fleeting import Approval
from taisai.people.hashing import digest, plain, token
from taisai.people.independence import tie
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import Right
from taisai.people.signing import Signing
from taisai.people.times import MINUTE_S
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role

APPROVAL_LASTS_S: Final = MINUTE_S
REMEMBERED_S: Final = 10 * MINUTE_S  # so that a late or second use is told apart from a made-up token


class Binding(msgspec.Struct, frozen=True):
    """What an approval is for: one order, as one person is about to give it at one table."""

    table: str
    giver: str
    order_id: str
    round: int
    command: bytes

    @property
    def digest(self) -> str:
        return sha256(msgspec.json.encode(self)).hexdigest()


class Approving(Signing):
    def approve(self, challenge: Challenge, verdict: Verdict, device: str, binding: Binding, at_s: float) -> str:
        """By whoever proves who they are, signed in or not. The token is for the giver of that order."""
        person = self._proved(challenge, verdict, device, "approval")
        self._check_password_due(person)
        self._allowed(person.name, Right.APPROVE)
        self._check_independent(self._person(binding.giver).name, person.name)
        given = e.ApprovalGiven(
            self.state.approvals + 1, person.name, person.role, plain(binding.table, ID_LONGEST), binding.digest
        )
        self._write(as_by(person), given)
        self._forget_old(at_s)
        secret = token()
        self.approvals[digest(secret)] = Approval(given.number, person.name, given.digest, at_s)
        return secret

    def use_approvals(self, tokens: Sequence[str], binding: Binding, at_s: float) -> tuple[str, Role]:
        """All of them or none, and once, whatever becomes of the order. The giver approves too, so that both have
        proved who they are for this very act; gives back the other, with today's role."""
        approvals = [self._approval(token) for token in tokens]
        for approval in approvals:
            self._allowed(approval.name, Right.APPROVE)
            _check(approval, binding.digest, at_s)
        second = _second(binding.giver, [approval.name for approval in approvals])
        self._check_independent(binding.giver, second)
        numbers = tuple(approval.number for approval in approvals)
        used = e.ApprovalsUsed(numbers, plain(binding.table, ID_LONGEST), binding.digest)
        self._write(self._by(binding.giver), used)
        for approval in approvals:
            approval.used = True
        return second, self.state.people[second].role

    def _approval(self, token: str) -> Approval:
        approval = self.approvals.get(digest(token))
        if approval is None:
            raise Refused(PeopleRefusal.APPROVAL_UNKNOWN, "nobody gave this approval, or long ago; approve again", "")
        return approval

    def _check_independent(self, giver: str, second: str) -> None:
        found = tie(self.state.people, giver, second, self.clock())
        if found is not None:
            words = f"{found}: until {found.until} {giver} and {second} do not count as two people"
            raise Refused(PeopleRefusal.SECOND_NOT_INDEPENDENT, f"{words}; have somebody else approve", found.account)

    def _forget_old(self, at_s: float) -> None:
        kept = {key: known for key, known in self.approvals.items() if at_s - known.at_s < REMEMBERED_S}
        self.approvals = kept


def _check(approval: Approval, wanted: str, at_s: float) -> None:
    who = f"the approval of {approval.name}"
    if approval.used:
        raise Refused(PeopleRefusal.APPROVAL_USED, f"{who} was used already; approve again", approval.name)
    if at_s - approval.at_s >= APPROVAL_LASTS_S:
        words = f"{who} is older than {APPROVAL_LASTS_S} seconds; approve again"
        raise Refused(PeopleRefusal.APPROVAL_EXPIRED, words, approval.name)
    if approval.bound != wanted:
        words = f"{who} is for another order: another table, giver, id, round or command"
        raise Refused(PeopleRefusal.APPROVAL_OTHER, f"{words}; approve the one that is to be given", approval.name)


def _second(giver: str, names: list[str]) -> str:
    if len(names) != 2 or len(set(names)) != 2 or giver not in names:
        given = ", ".join(names) or "nobody"
        words = f"{giver} and one other person must each approve this, once; {given} did"
        raise Refused(PeopleRefusal.APPROVAL_SAME_PERSON, words, giver)
    return next(name for name in names if name != giver)
