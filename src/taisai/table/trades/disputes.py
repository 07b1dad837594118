"""Disputes: opened by players or staff, decided by the Shift Manager."""

from typing import Annotated

import msgspec

from taisai.rules.personal import DisputeText, Name
from taisai.rules.refusals import Refusal, Refused
from taisai.rules.vocabulary import Act, Role
from taisai.table import allow
from taisai.table.accounts import Account, Transfers
from taisai.table.corrections import check_float, correct, corrected, corrections
from taisai.table.game import Game
from taisai.table.gates import TWO, By, If
from taisai.table.handlers import applies, decides, moves_chips
from taisai.table.moving import Moving
from taisai.table.order import Order
from taisai.table.parts import Command, Correction, Event, Money, Number, Text
from taisai.table.sentences import corrections_in, with_second
from taisai.table.state import DECIDED_KEPT, Dispute, Table


class OpenDispute(Command, frozen=True, tag="open-dispute"):
    """`evidence` is the journal's head at that time, which fixes what was known then."""

    seat: Number
    about: Number
    claim: Annotated[str, msgspec.Meta(max_length=16 * 1024)]  # the house limits its length
    evidence: str = ""


@decides()
def open_dispute(game: Game, table: Table, order: Order, command: OpenDispute) -> list[Event]:
    if command.seat:
        allow.seat(table, order, command.seat)
    elif order.by.role is Role.PLAYER:
        raise Refused(Refusal.SEAT_UNKNOWN, "a player can only dispute for their own seat", 0)
    if not 0 <= command.about <= table.round:
        raise Refused(Refusal.ROUND_UNKNOWN, f"there is no round {command.about} yet", command.about)
    number = table.disputes_opened + 1
    return [DisputeOpened(number, command.seat, command.about, command.claim, command.evidence)]


class DecideDispute(Command, frozen=True, tag="decide-dispute"):
    """`amount` goes to the player, or comes from the player if negative. `seat` names the player if the dispute does
    not."""

    dispute: Number
    reason: Text
    amount: Number = 0
    seat: Number = 0


@decides(By(Act.DECIDE_UNCOVERED), If("amount", TWO))
def decide_dispute(game: Game, table: Table, order: Order, command: DecideDispute) -> list[Event]:
    """Record the Shift Manager's decision and reason. If money moves, a second person must agree."""
    dispute = table.disputes.get(command.dispute)
    if dispute is None or dispute.decided:
        known = 1 <= command.dispute <= table.disputes_opened
        words = f"dispute {command.dispute} is already decided" if known else f"there is no dispute {command.dispute}"
        raise Refused(Refusal.DISPUTE_UNKNOWN, words, command.dispute)
    if not command.reason.strip():
        raise Refused(Refusal.DISPUTE_UNKNOWN, "enter the reason for the decision", "")
    if not command.amount:
        return [DisputeDecided(command.dispute, command.reason, allow.agreed(order), ())]
    number = dispute.seat or command.seat
    seat = allow.seat(table, order, number)
    made = corrections({number: command.amount}, {number: seat.credit})
    check_float(game, table, made)
    return [DisputeDecided(command.dispute, command.reason, order.agreed, made)]


class DisputeOpened(Event, frozen=True, tag="dispute-opened"):
    noted = "dispute-opened"
    dispute: int
    seat: int
    about: int
    claim: DisputeText
    evidence: DisputeText

    def sentence(self, money: Money) -> str:
        return f"dispute {self.dispute} about round {self.about}: {self.claim}"


@applies
def dispute_opened(table: Table, event: DisputeOpened) -> None:
    table.disputes[event.dispute] = disputed(event)
    table.disputes_opened = event.dispute


def disputed(event: DisputeOpened) -> Dispute:
    return Dispute(event.dispute, event.seat, event.about, event.claim, evidence=event.evidence)


class DisputeDecided(Event, frozen=True, tag="dispute-decided"):
    noted = "dispute-decided"
    dispute: int
    reason: DisputeText
    second: Name
    corrections: tuple[Correction, ...]

    def transfers(self, bank: Account) -> Transfers:
        return corrected(self.corrections, bank)

    def sentence(self, money: Money) -> str:
        return (
            f"dispute {self.dispute} is decided{with_second(self.second)}: {self.reason}; "
            f"{corrections_in(self.corrections, money)}"
        )


@applies
def dispute_decided(table: Table, event: DisputeDecided) -> None:
    dispute = table.disputes.pop(event.dispute)
    note_decision(dispute, event)
    table.disputes[event.dispute] = dispute  # so that the oldest decision is dropped first
    decided = [one.number for one in table.disputes.values() if one.decided]
    for number in decided[:-DECIDED_KEPT]:
        del table.disputes[number]
    correct(table, event.corrections)


@moves_chips
def _decided_chips(moving: Moving, event: DisputeDecided) -> None:
    moving.correct(event.corrections)


def note_decision(dispute: Dispute, event: DisputeDecided) -> None:
    dispute.decided, dispute.reason, dispute.second = True, event.reason, event.second
    dispute.moved = sum(one.credited - one.debited - one.owed for one in event.corrections)
