"""Dual control: each person approves one command at one table, once, within a minute."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from taisai.people import events as e
from taisai.people.acting import ID_LONGEST, as_by
from taisai.people.challenge import Challenge
from taisai.people.fleeting import Approval
from taisai.people.hashing import digest, plain, token
from taisai.people.refusals import PeopleRefusal
from taisai.people.rights import Right
from taisai.people.signing import Signing
from taisai.people.times import MINUTE_S
from taisai.rules.refusals import Refused
from taisai.rules.vocabulary import Role

APPROVAL_LASTS_S: Final = MINUTE_S
REMEMBERED_S: Final = 10 * MINUTE_S  # so that a late or second use is told apart from a made-up token


class Approving(Signing):
    def approve(self, challenge: Challenge, ok: bool, device: str, *, table: str, command: bytes, at_s: float) -> str:
        """By whoever proves who they are, signed in or not. The token may be used by whoever gives the order."""
        person = self._proved(challenge, ok, device, "approval")
        self._check_password_due(person)
        self._allowed(person.name, Right.APPROVE)
        given = e.ApprovalGiven(
            self.state.approvals + 1, person.name, person.role, plain(table, ID_LONGEST), bound(table, command)
        )
        self._write(as_by(person), given)
        self._forget_old(at_s)
        secret = token()
        self.approvals[digest(secret)] = Approval(given.number, person.name, person.role, given.digest, at_s)
        return secret

    def use_approvals(
        self, tokens: Sequence[str], *, by: str, table: str, command: bytes, at_s: float
    ) -> tuple[str, Role]:
        """All of them or none. `by` gives the order and approves it too, so that both have proved who they are for
        this very act; gives back the other."""
        approvals = [self._approval(token) for token in tokens]
        for approval in approvals:
            _check(approval, bound(table, command), at_s)
        _check_two(by, [approval.name for approval in approvals])
        numbers = tuple(approval.number for approval in approvals)
        self._write(self._by(by), e.ApprovalsUsed(numbers, plain(table, ID_LONGEST), bound(table, command)))
        for approval in approvals:
            approval.used = True
        return next((approval.name, approval.role) for approval in approvals if approval.name != by)

    def _approval(self, token: str) -> Approval:
        approval = self.approvals.get(digest(token))
        if approval is None:
            raise Refused(PeopleRefusal.APPROVAL_UNKNOWN, "nobody gave this approval, or long ago; approve again", "")
        return approval

    def _forget_old(self, at_s: float) -> None:
        kept = {key: known for key, known in self.approvals.items() if at_s - known.at_s < REMEMBERED_S}
        self.approvals = kept


def bound(table: str, command: bytes) -> str:
    return sha256(sha256(table.encode()).digest() + command).hexdigest()


def _check(approval: Approval, wanted: str, at_s: float) -> None:
    who = f"the approval of {approval.name}"
    if approval.used:
        raise Refused(PeopleRefusal.APPROVAL_USED, f"{who} was used already; approve again", approval.name)
    if at_s - approval.at_s >= APPROVAL_LASTS_S:
        words = f"{who} is older than {APPROVAL_LASTS_S} seconds; approve again"
        raise Refused(PeopleRefusal.APPROVAL_EXPIRED, words, approval.name)
    if approval.bound != wanted:
        words = f"{who} is for another command or table; approve the one that is to be given"
        raise Refused(PeopleRefusal.APPROVAL_OTHER, words, approval.name)


def _check_two(by: str, names: list[str]) -> None:
    if len(names) != 2 or len(set(names)) != 2 or by not in names:
        given = ", ".join(names) or "nobody"
        words = f"{by} and one other person must each approve this, once; {given} did"
        raise Refused(PeopleRefusal.APPROVAL_SAME_PERSON, words, by)
