"""Throws that nobody can choose.

The tumbler commits itself to a chain of seeds before the rounds begin. Terminals add their own random values, and a
public beacon may add its own: chosen between rounds, named before wagers open. The seed is revealed when the dice are
uncovered. The caller and `taisai verify` check that a beacon's value is authentic, because that needs pairing
cryptography."""

import re
from typing import Final

import msgspec

from taisai.rules.refusals import Refusal, Refused
from taisai.rules.roll import Roll
from taisai.table import allow
from taisai.table.beacons import Beacon, chain_of, value_of
from taisai.table.game import Game
from taisai.table.gates import By, Who
from taisai.table.handlers import applies, decides
from taisai.table.order import Order
from taisai.table.parts import Command, Event, Money, Number, PublicKey, Secret, Text, Word
from taisai.table.state import Chain, Commitment, Idle, Revealed, Round, Table, Tumbled
from taisai.table.throws import seed_before, struck_by, throw_of
from taisai.table.trades.dice import entered

LENGTH_MOST: Final = 10_000  # checking each seed of the chain costs a hash


SECRET: Final = re.compile("[0-9a-f]{64}")


KEY: Final = re.compile("[0-9a-f]{192}")


SIGNATURE: Final = re.compile("[0-9a-f]{96}")


HASH: Final = re.compile("[0-9a-f]{64}")


class ChainSeeds(Command, frozen=True, tag="chain-seeds"):
    """The tumbler commits itself to the seeds of its next `length` rounds, by the end of their chain."""

    end: Secret
    length: Number


@decides(By(Who.TUMBLER))
def chain_seeds(game: Game, table: Table, order: Order, command: ChainSeeds) -> list[Event]:
    """Commit to a new chain, only between rounds: a round keeps its chain."""
    _between_rounds(table, order)
    if not SECRET.fullmatch(command.end) or not 1 <= command.length <= LENGTH_MOST:
        words = f"{command.end!r} is not the end of a chain of 1 to {LENGTH_MOST} seeds"
        raise Refused(Refusal.COMMITMENT_WRONG, words, command.end)
    return [SeedsChained(command.end, command.length)]


class CommitSeed(Command, frozen=True, tag="commit-seed"):
    """The next seed of the chain is for the next round. `kept` is the seed, readable only by the house."""

    kept: Text = ""


@decides(By(Who.TUMBLER))
def commit_seed(game: Game, table: Table, order: Order, command: CommitSeed) -> list[Event]:
    """Commit a seed to the next round, after the previous seed was revealed."""
    _between_rounds(table, order)
    number, chain = table.round + 1, table.chain
    if order.round != number or chain.is_spent or table.is_committed(number):
        words = f"round {number} needs exactly one commitment, to an unused seed of the chain"
        raise Refused(Refusal.STEP_OUT_OF_ORDER, words, order.round)
    if any(made.commitment == chain.last for made in table.commitments.values()):
        words = f"the seed of the round before {number} was not revealed; start a new chain of seeds"
        raise Refused(Refusal.COMMITMENT_MISSING, words, order.round)
    return [SeedCommitted(number, chain.committed + 1, chain.last, command.kept)]


def _between_rounds(table: Table, order: Order) -> None:
    if not isinstance(table.phase, Idle):
        words = "the tumbler can commit to seeds only between rounds, at an open table"
        raise Refused(Refusal.STEP_OUT_OF_ORDER, words, order.round)


class ChooseBeacon(Command, frozen=True, tag="choose-beacon"):
    """From now on each round names a round of this public beacon before wagers open. An empty chain ends this."""

    chain: Secret = ""
    public_key: PublicKey = ""
    period_s: Number = 0
    genesis_s: Number = 0
    group: Secret = ""
    name: Word = ""


@decides(By(Who.TUMBLER))
def choose_beacon(game: Game, table: Table, order: Order, command: ChooseBeacon) -> list[Event]:
    """Choose a beacon, only between rounds: a round keeps its rules."""
    chosen = Beacon(command.chain, command.public_key, command.period_s, command.genesis_s, command.group, command.name)
    if not isinstance(table.phase, Idle) or chosen.chain == table.beacon.chain:
        words = "a beacon can only be chosen between rounds, and it must differ from the current one"
        raise Refused(Refusal.STEP_OUT_OF_ORDER, words, command.chain)
    if chosen != Beacon() and not _is_known_by_its_hash(chosen):
        raise Refused(
            Refusal.COMMITMENT_WRONG, "this is not a beacon: the hash of its chain is different", command.chain
        )
    return [BeaconChosen(*(getattr(chosen, name) for name in BeaconChosen.__struct_fields__))]


def _is_known_by_its_hash(chosen: Beacon) -> bool:
    fits = KEY.fullmatch(chosen.public_key) and HASH.fullmatch(chosen.group)
    return bool(fits) and 0 < chosen.period_s < 2**32 and chosen.genesis_s >= 0 and chain_of(chosen) == chosen.chain


class NameBeacon(Command, frozen=True, tag="name-beacon"):
    """The throw of the next round will use what the beacon publishes in its round `beacon`."""

    beacon: Number


@decides(By(Who.TUMBLER))
def name_beacon(game: Game, table: Table, order: Order, command: NameBeacon) -> list[Event]:
    """Name a beacon round. A later one may replace it if wagers did not open in time, but never after they opened."""
    phase, number = table.phase, order.round
    is_next = isinstance(phase, Idle) and number == table.round + 1
    is_tumbled = isinstance(phase, Tumbled) and not phase.closed and number == table.round
    if not (is_next or is_tumbled) or number not in table.commitments or not table.beacon.chain:
        words = "a beacon round can only be named for a round that has a seed, before wagers open"
        raise Refused(Refusal.STEP_OUT_OF_ORDER, words, number)
    if command.beacon <= table.beacon.named:
        words = f"beacon round {command.beacon} is not later than {table.beacon.named}, which was named before"
        raise Refused(Refusal.COMMITMENT_WRONG, words, command.beacon)
    return [BeaconNamed(number, command.beacon)]


def check_named(table: Table, number: int) -> None:
    """Check that a beacon round was named. Wagers may not open before."""
    made = table.commitments.get(number)
    if table.electronic and table.beacon.chain and not (made and made.beacon):
        words = f"no beacon round has been named for round {number} yet; try again in a moment"
        raise Refused(Refusal.COMMITMENT_MISSING, words, number)


class RevealSeed(Command, frozen=True, tag="reveal-seed"):
    """The seed, so that anyone can calculate the throw. Once the dice are uncovered it enters the roll. `signature` is
    what the beacon published for the named round, if any."""

    number: Number
    seed: Secret
    signature: PublicKey = ""


@decides(By(Who.TUMBLER))
def reveal_seed(game: Game, table: Table, order: Order, command: RevealSeed) -> list[Event]:
    """Reveal the seed. Once the dice are uncovered it decides the throw; after a round without a throw it is only
    recorded."""
    number, made = command.number, table.commitments.get(command.number)
    current = table.current if table.current and table.current.number == number else None
    if number > table.round or (current and not isinstance(table.phase, Revealed)):
        words = f"round {number} has no roll yet; its seed is revealed when the dice are uncovered"
        raise Refused(Refusal.STEP_OUT_OF_ORDER, words, number)
    if made is None or not SECRET.fullmatch(command.seed) or seed_before(command.seed) != made.commitment:
        raise Refused(Refusal.COMMITMENT_WRONG, f"this is not the seed of round {number}", command.seed)
    if current is None:
        return [SeedRevealed(number, command.seed, "", ())]
    given = tuple(sorted(current.contributions.values()))
    beacon = beacon_value(made, command)
    throw = throw_of(table.table, number, command.seed, given, beacon)
    told: list[Event] = [SeedRevealed(number, command.seed, throw, given, made.beacon, command.signature)]
    drawn = game.paytable.multipliers
    if drawn.spots:
        told.append(MultipliersDrawn(number, struck_by(drawn, table.table, number, (command.seed, given, beacon))))
    return [*told, entered(game, number, Roll.parse(throw))]


def beacon_value(made: Commitment, command: RevealSeed) -> str:
    """Return the beacon's value for the throw; empty if no beacon round was named."""
    if bool(command.signature) is not bool(made.beacon):
        words = f"round {command.number} needs the value of beacon round {made.beacon} (0: no value)"
        raise Refused(Refusal.COMMITMENT_MISSING, words, command.signature)
    if command.signature and not SIGNATURE.fullmatch(command.signature):
        raise Refused(Refusal.COMMITMENT_WRONG, "a beacon value has 48 bytes", command.signature)
    return value_of(command.signature) if command.signature else ""


class SeedsChained(Event, frozen=True, tag="seeds-chained"):
    """A chain of `length` seeds for the next rounds. Each seed hashes to the one before, the first to `end`."""

    end: str
    length: int

    def sentence(self, money: Money) -> str:
        return f"the tumbler commits to a chain of {self.length} seeds, which ends in {self.end}"


@applies
def seeds_chained(table: Table, event: SeedsChained) -> None:
    table.chain = Chain(event.end, event.length, event.end)


class SeedCommitted(Event, frozen=True, tag="seed-committed"):
    """Recorded before a round begins. `commitment` is the hash of its seed; `link` is the seed's place in the chain."""

    round: int
    link: int
    commitment: str
    kept: str

    def sentence(self, money: Money) -> str:
        return f"round {self.round} uses seed {self.link} of the chain; the hash of the seed is {self.commitment}"


@applies
def seed_committed(table: Table, event: SeedCommitted) -> None:
    table.commitments[event.round] = Commitment(event.commitment, event.kept, event.link)
    table.chain = msgspec.structs.replace(table.chain, committed=event.link)


class BeaconChosen(Event, frozen=True, tag="beacon-chosen"):
    """From now on each round names a round of this beacon before wagers open; if all fields are empty, none does.
    `chain` is the hash of the other fields, as drand calculates it."""

    chain: str
    public_key: str
    period_s: int
    genesis_s: int
    group: str
    name: str

    def sentence(self, money: Money) -> str:
        return (
            f"throws use the public beacon {self.name} {self.chain} from now on"
            if self.chain
            else "throws use no beacon"
        )


@applies
def beacon_chosen(table: Table, event: BeaconChosen) -> None:
    table.beacon = Beacon(**msgspec.structs.asdict(event))


class BeaconNamed(Event, frozen=True, tag="beacon-named"):
    """Recorded before wagers open: the throw will use what the beacon publishes in its round `beacon`."""

    round: int
    beacon: int

    def sentence(self, money: Money) -> str:
        return f"round {self.round} will use round {self.beacon} of the beacon"


@applies
def beacon_named(table: Table, event: BeaconNamed) -> None:
    made = table.commitments[event.round]
    table.commitments[event.round] = msgspec.structs.replace(made, beacon=event.beacon)
    table.beacon = msgspec.structs.replace(table.beacon, named=event.beacon)
    if table.current:
        table.current.beacon = event.beacon


class ContributionGiven(Event, frozen=True, tag="contribution-given"):
    """A terminal's contribution to the throw."""

    quiet = True
    round: int
    seat: int
    contribution: str

    def sentence(self, money: Money) -> str:
        return f"seat {self.seat} contributes {self.contribution} to the throw"


@applies
def contribution_given(table: Table, event: ContributionGiven) -> None:
    table.playing.contributions[event.seat] = event.contribution


def contributed(table: Table, current: Round, order: Order, seat: int, given: str) -> list[Event]:
    """Return the event of a terminal's contribution; nothing if it was recorded before."""
    before = current.contributions.get(seat)
    if not table.electronic or order.by.role is not allow.PLAYER or not SECRET.fullmatch(given):
        words = "a contribution must be 32 bytes in hexadecimal, from a player, at an electronic table"
        raise Refused(Refusal.CONTRIBUTION_INVALID, words, given)
    if before is not None and before != given:
        words = f"seat {seat} has already sent another contribution for round {current.number}; wager without one"
        raise Refused(Refusal.CONTRIBUTION_GIVEN, words, given)
    return [] if before else [ContributionGiven(current.number, seat, given)]


class SeedRevealed(Event, frozen=True, tag="seed-revealed"):
    """`throw` is the dice in the order in which they fell, from the seed and all `contributions` in ascending order:
    this entry is enough to calculate it. It is empty for a round without a roll. If a `beacon` round was named, the
    throw also uses the hash of its `signature`."""

    round: int
    seed: str
    throw: str
    contributions: tuple[str, ...]
    beacon: int = 0
    signature: str = ""

    def sentence(self, money: Money) -> str:
        told, given = f"the seed of round {self.round} is revealed: {self.seed}", len(self.contributions)
        source = (
            f"the seed and the contributions of {given} terminals" if given else "the seed alone, without contributions"
        )
        source += f", and round {self.beacon} of the beacon: {self.signature}" if self.beacon else ""
        return f"{told}; the dice fall {self.throw}, computed from {source}" if self.throw else told


@applies
def seed_revealed(table: Table, event: SeedRevealed) -> None:
    """Advance the chain. A seed of a replaced chain does not count."""
    if table.commitments.pop(event.round).commitment == table.chain.last:
        table.chain = msgspec.structs.replace(table.chain, last=event.seed)


class MultipliersDrawn(Event, frozen=True, tag="multipliers-drawn"):
    """The multipliers of the struck spots. They follow from the entry that reveals the seed."""

    round: int
    struck: dict[str, int]

    def sentence(self, money: Money) -> str:
        struck = ", ".join(f"{spot} by {times}" for spot, times in self.struck.items())
        return f"winnings are multiplied on {struck}" if struck else "no spot gets a multiplier"


@applies
def multipliers_drawn(table: Table, event: MultipliersDrawn) -> None:
    table.playing.struck = event.struck
