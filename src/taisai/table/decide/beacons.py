"""The public beacon of an electronic table: chosen between rounds, named before wagers open, used by the throw.

The caller and `taisai verify` check that a value is authentic, because that needs pairing cryptography."""

import re
from typing import Final

from taisai.rules.refusals import Refusal, Refused
from taisai.table import commands as c
from taisai.table import events as e
from taisai.table.beacons import Beacon, chain_of, value_of
from taisai.table.decide import allow
from taisai.table.game import Game
from taisai.table.order import Order
from taisai.table.state import Commitment, Idle, Table, Tumbled

KEY: Final = re.compile("[0-9a-f]{192}")
SIGNATURE: Final = re.compile("[0-9a-f]{96}")
HASH: Final = re.compile("[0-9a-f]{64}")


def choose_beacon(game: Game, table: Table, order: Order, command: c.ChooseBeacon) -> list[e.Event]:
    """Choose a beacon, only between rounds: a round keeps its rules."""
    del game
    allow.tumbler(table, order)
    chosen = Beacon(command.chain, command.public_key, command.period_s, command.genesis_s, command.group, command.name)
    if not isinstance(table.phase, Idle) or chosen.chain == table.beacon.chain:
        words = "a beacon can only be chosen between rounds, and it must differ from the current one"
        raise Refused(Refusal.STEP_OUT_OF_ORDER, words, command.chain)
    if chosen != Beacon() and not _is_known_by_its_hash(chosen):
        raise Refused(
            Refusal.COMMITMENT_WRONG, "this is not a beacon: the hash of its chain is different", command.chain
        )
    return [e.BeaconChosen(*(getattr(chosen, name) for name in e.BeaconChosen.__struct_fields__))]


def _is_known_by_its_hash(chosen: Beacon) -> bool:
    fits = KEY.fullmatch(chosen.public_key) and HASH.fullmatch(chosen.group)
    return bool(fits) and 0 < chosen.period_s < 2**32 and chosen.genesis_s >= 0 and chain_of(chosen) == chosen.chain


def name_beacon(game: Game, table: Table, order: Order, command: c.NameBeacon) -> list[e.Event]:
    """Name a beacon round. A later one may replace it if wagers did not open in time, but never after they opened."""
    del game
    allow.tumbler(table, order)
    phase, number = table.phase, order.round
    is_next = isinstance(phase, Idle) and number == table.round + 1
    is_tumbled = isinstance(phase, Tumbled) and not phase.closed and number == table.round
    if not (is_next or is_tumbled) or number not in table.commitments or not table.beacon.chain:
        words = "a beacon round can only be named for a round that has a seed, before wagers open"
        raise Refused(Refusal.STEP_OUT_OF_ORDER, words, number)
    if command.beacon <= table.beacon.named:
        words = f"beacon round {command.beacon} is not later than {table.beacon.named}, which was named before"
        raise Refused(Refusal.COMMITMENT_WRONG, words, command.beacon)
    return [e.BeaconNamed(number, command.beacon)]


def check_named(table: Table, number: int) -> None:
    """Check that a beacon round was named. Wagers may not open before."""
    made = table.commitments.get(number)
    if table.electronic and table.beacon.chain and not (made and made.beacon):
        words = f"no beacon round has been named for round {number} yet; try again in a moment"
        raise Refused(Refusal.COMMITMENT_MISSING, words, number)


def beacon_value(made: Commitment, command: c.RevealSeed) -> str:
    """Return the beacon's value for the throw; empty if no beacon round was named."""
    if bool(command.signature) is not bool(made.beacon):
        words = f"round {command.number} needs the value of beacon round {made.beacon} (0: no value)"
        raise Refused(Refusal.COMMITMENT_MISSING, words, command.signature)
    if command.signature and not SIGNATURE.fullmatch(command.signature):
        raise Refused(Refusal.COMMITMENT_WRONG, "a beacon value has 48 bytes", command.signature)
    return value_of(command.signature) if command.signature else ""
