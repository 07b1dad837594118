"""Applies events about alerts that were sent to outside receivers."""

from typing import Final

from taisai.people import events as e
from taisai.people.state import DeadLetter, State, Told

DEAD_KEPT: Final = 1_000  # of each receiver; the journal has them all

Telling = e.ReceiverBegun | e.ReceiverLeft | e.AlertTold | e.AlertGivenUp | e.AlertSentAgain


def evolve_telling(state: State, event: Telling, at: str) -> None:
    if isinstance(event, e.ReceiverBegun):
        state.told.setdefault(event.receiver, Told(event.after))
    told = state.told.get(event.receiver)
    if told is not None:  # the receiver may have been removed meanwhile
        _evolve_told(state, told, event, at)


def _evolve_told(state: State, told: Told, event: Telling, at: str) -> None:
    match event:
        case e.ReceiverBegun(after=after):
            _settle(told, after)
        case e.ReceiverLeft(receiver=receiver):
            del state.told[receiver]
        case e.AlertTold(happening=seq, upto=upto):
            _done(told, seq, upto)
        case e.AlertGivenUp(happening=seq, upto=upto, tries=tries, why=why):
            _done(told, seq, upto)
            told.dead[seq] = DeadLetter(at, tries, why)
            if len(told.dead) > DEAD_KEPT:
                del told.dead[next(iter(told.dead))]
        case e.AlertSentAgain(happening=seq):
            told.dead.pop(seq, None)
            told.again.add(seq)


def escalate(state: State, value: str) -> None:
    """Mark an event as escalated. `value` is its number."""
    state.escalated |= {seq for seq in state.waiting if str(seq) == value}


def _done(told: Told, seq: int, upto: int) -> None:
    told.again.discard(seq)
    told.beyond.add(seq)
    _settle(told, upto)


def _settle(told: Told, upto: int) -> None:
    told.upto = max(told.upto, upto)
    told.beyond = {seq for seq in told.beyond if seq > told.upto}
